"""Where documents stand: in a message, and in the tool results of it."""

from __future__ import annotations

from collections.abc import Callable

from replayable.model.building import edited, with_parts
from replayable.model.parts import Media, Part, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes


def is_document(part: Part) -> bool:
    """A document or a file of another kind: what the targets give a name of its own."""
    return type(part) is Media and part.kind in ("document", "file")


def renamed(message: Message, rule: str, reason: str, name_of: Callable[[Media], str | None]) -> tuple[Message, Changes]:
    """The message with each document under the name that is told for it, and a change for each that had another."""
    changes: list[Change] = []

    def renamed_part(part: Part) -> Part:
        if type(part) is ToolResult:
            inner = tuple(map(renamed_part, part.parts))
            return edited(part, parts=inner) if any(new is not old for new, old in zip(inner, part.parts, strict=True)) else part
        if type(part) is not Media or not is_document(part) or (name := name_of(part)) == part.name:
            return part
        after = edited(part, name=name)
        changes.append(Change(rule=rule, loss="none", origin=message.origin, reason=reason, before=[part_as_json(part)], after=[part_as_json(after)]))
        return after

    return with_parts(message, tuple(map(renamed_part, message.parts))), tuple(changes)
