"""Lets a rule judge the calls of a message one by one, and carries out what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from replayable.model.building import with_parts
from replayable.model.parts import Part, ToolCall
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change, Loss
from replayable.rules.content.removal import without
from replayable.rules.content.unread import gone_as_json
from replayable.rules.rule import Changes
from replayable.rules.wording import call_of_id, shown


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What becomes of a call: `call` None means that it goes."""

    call: ToolCall | None
    loss: Loss
    reason: str


Judge = Callable[[ToolCall, bool], Verdict | None]


def judged(rule: str, message: Message, answered: Iterable[bool], judge: Judge) -> tuple[Message, Changes]:
    """The message with its calls as the judge wants them; a verdict of None leaves a call as it is.

    `answered` has one entry a call, in order. The message may be left without parts."""
    flags = iter(answered)
    parts: list[Part] = list(message.parts)
    gone: set[int] = set()
    changes: list[Change] = []
    for index, part in enumerate(message.parts):
        if type(part) is not ToolCall or (verdict := judge(part, next(flags))) is None:
            continue
        changes.append(_change(rule, message, part, verdict))
        if verdict.call is None:
            gone.add(index)
        else:
            parts[index] = verdict.call
    if not changes:
        return message, ()
    return with_parts(message, without(tuple(parts), gone)), tuple(changes)


def _change(rule: str, message: Message, call: ToolCall, verdict: Verdict) -> Change:
    before, after = (gone_as_json(call), None) if verdict.call is None else ([part_as_json(call)], [part_as_json(verdict.call)])
    return Change(rule=rule, loss=verdict.loss, origin=message.origin, reason=f"{_named(call)}: {verdict.reason}", before=before, after=after)


def _named(call: ToolCall) -> str:
    return f"{call_of_id(call.id)} {f'of {shown(call.name)}' if call.name else 'and without name'}"
