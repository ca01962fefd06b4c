"""A part of a message under the name that it has in messages of another role, or in another API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import ODD_FIELD
from replayable.model.parts import Part, Text, ToolResult
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class MisnamedPart(MessageRule, frozen=True):
    """Gives texts the type that the role of their message asks for. For histories in the target's own format."""

    name: ClassVar[str] = "misnamed-part"
    looks_for: ClassVar[int] = ODD_FIELD

    names: Mapping[str, Mapping[str, str]] = {}

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with texts of the right type."""
        names = self.names.get(message.role)
        if names is None:
            return message, ()
        parts = tuple([_renamed(part, names) for part in message.parts])
        after = with_parts(message, parts)
        if after is message:
            return message, ()
        reason = f"texts of a {message.role} message have another type here"
        return after, (Change(rule=self.name, loss="none", origin=message.origin, reason=reason),)


def _renamed(part: Part, names: Mapping[str, str]) -> Part:
    if type(part) is ToolResult:
        inner = tuple([_renamed(each, names) for each in part.parts])
        return edited(part, parts=inner) if any(new is not old for new, old in zip(inner, part.parts, strict=True)) else part
    if type(part) is not Text or part.kind != "text" or part.raw is None:
        return part
    raw = _stored(part.raw, names)
    return part if raw is part.raw else edited(part, raw=raw)


def _stored(raw: Mapping[str, Any], names: Mapping[str, str]) -> Mapping[str, Any]:
    """The stored part under its right type; where the text stands for a whole item, the part in that."""
    content = raw.get("content")
    if type(content) is list and len(content) == 1 and type(content[0]) is dict:
        only = _stored(content[0], names)
        return raw if only is content[0] else {**raw, "content": [only]}
    kind = raw.get("type")
    return {**raw, "type": names[kind]} if type(kind) is str and kind in names and "text" in raw else raw
