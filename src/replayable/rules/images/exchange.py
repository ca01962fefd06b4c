"""Puts other parts in the place of a message's images, those in its tool results included."""

from __future__ import annotations

from collections.abc import Callable

from replayable.model.building import edited, with_parts
from replayable.model.parts import Part, Text, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change, Loss

# What stands in the place of a part, what that costs, and why; None where the part stays.
Exchange = Callable[[Part], tuple[Part, Loss, str] | None]


def exchanged(rule: str, message: Message, exchange: Exchange) -> tuple[Message, tuple[Change, ...]]:
    """The message with every part exchanged that wants it, and a change for each."""
    changes = list[Change]()
    parts = _exchanged(rule, message, message.parts, exchange, changes)
    return (with_parts(message, parts), tuple(changes)) if changes else (message, ())


def _exchanged(rule: str, message: Message, parts: tuple[Part, ...], exchange: Exchange, changes: list[Change]) -> tuple[Part, ...]:
    out = list[Part]()
    for part in parts:
        if type(part) is ToolResult:
            told = len(changes)
            inner = _exchanged(rule, message, part.parts, exchange, changes)
            out.append(edited(part, parts=inner) if len(changes) > told else part)
        elif (found := exchange(part)) is not None:
            after, loss, reason = found
            out.append(after)
            changes.append(Change(rule=rule, loss=loss, origin=message.origin, reason=reason, before=[part_as_json(part)], after=[part_as_json(after)]))
        else:
            out.append(part)
    return tuple(out)


def labelled(part: Part, why: str) -> Text:
    """The text that stands where an image had to go, with the image's cache mark."""
    return Text(f"[image omitted: {why}]", cache=part.cache)
