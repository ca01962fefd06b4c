"""Ids of calls and results, for a target that takes none."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import CALL, RESULT
from replayable.model.parts import Part, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class UnwantedCallId(MessageRule, frozen=True):
    """Takes the ids off calls and results; they are told by order and name."""

    name: ClassVar[str] = "unwanted-call-id"
    looks_for: ClassVar[int] = CALL | RESULT

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without ids of calls."""
        parts = tuple(_without_id(part) for part in message.parts)
        changes = [self._change(message, before, after) for before, after in zip(message.parts, parts, strict=True) if after is not before]
        return with_parts(message, parts), tuple(changes)

    def _change(self, message: Message, before: Part, after: Part) -> Change:
        reason = "the target takes no ids of calls; it tells results by order and name"
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=[part_as_json(before)], after=[part_as_json(after)])


def _without_id(part: Part) -> Part:
    if type(part) is ToolCall and part.id is not None:
        return edited(part, id=None)
    if type(part) is ToolResult and part.call_id is not None:
        return edited(part, call_id=None)
    return part
