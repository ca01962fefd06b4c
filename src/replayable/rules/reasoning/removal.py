"""Taking reasoning out of a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from replayable.model.building import with_parts
from replayable.model.parts import Part, Reasoning, Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change, Loss
from replayable.rules.content.removal import without
from replayable.rules.rule import Changes

# What stands in an assistant turn that held nothing else (openclaw transcript hygiene, "thinking", 2026-10).
PLACEHOLDER = "[assistant reasoning omitted]"


class Reason(msgspec.Struct, frozen=True):
    """Why reasoning goes: the rule that says so, in a sentence, and the loss where the reasoning said something."""

    rule: str
    words: str
    loss: Literal["none", "content"]


def without_reasoning(message: Message, goes: Callable[[Reasoning], bool], why: Reason) -> tuple[Message, Changes]:
    """The message without the reasoning that goes; an assistant turn that held nothing else gets a visible text."""
    gone = [index for index, part in enumerate(message.parts) if type(part) is Reasoning and goes(part)]
    if not gone:
        return message, ()
    kept = without(message.parts, gone)
    made = None
    if not kept and message.role == "assistant":
        made = Text(PLACEHOLDER, cache=message.parts[gone[-1]].cache)
        kept = (made,)
    changes = [_change(message, message.parts[index], why) for index in gone]
    if made is not None:
        changes[-1] = _with_placeholder(changes[-1], made)
    return with_parts(message, kept), tuple(changes)


def _change(message: Message, part: Part, why: Reason) -> Change:
    loss = why.loss if says_something(part) else "none"
    return Change(rule=why.rule, loss=loss, origin=message.origin, reason=why.words, before=[part_as_json(part)])


def _with_placeholder(change: Change, made: Text) -> Change:
    """The change that also tells of the text that was made up."""
    loss: Loss = "synthetic" if change.loss == "none" else change.loss
    reason = f"{change.reason}; a short text stands in the turn that held nothing else"
    return msgspec.structs.replace(change, loss=loss, reason=reason, after=[part_as_json(made)])


def says_something(part: Part) -> bool:
    """Reasoning without words, data and signature is nothing that could be missing."""
    return type(part) is Reasoning and not (is_blank(part.text) and is_blank(part.redacted or "") and is_blank(part.signature or ""))
