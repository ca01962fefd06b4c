"""A tool result under another name than its call."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import CALL, RESULT
from replayable.model.parts import Part, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, TurnRule


class MisnamedToolResult(TurnRule, frozen=True):
    """Gives a result the name under which its tool was called."""

    name: ClassVar[str] = "misnamed-tool-result"
    looks_for: ClassVar[int] = RESULT

    def repair(self, turn: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The turn with results that are named like their calls."""
        if not turn[0].facts & CALL:
            return turn, ()
        named = _Names(turn[0])
        changes: list[Change] = []
        after = [self._renamed(message, named, changes) if message.facts & RESULT else message for message in turn]
        return (tuple(after), tuple(changes)) if changes else (turn, ())

    def _renamed(self, message: Message, named: _Names, changes: list[Change]) -> Message:
        parts: list[Part] = list(message.parts)
        for index, part in enumerate(message.parts):
            if type(part) is ToolResult and (name := named.name_for(part)) and name != part.name:
                parts[index] = new = edited(part, name=name)
                changes.append(self._change(message, part, new))
        return with_parts(message, tuple(parts))

    def _change(self, message: Message, before: ToolResult, after: ToolResult) -> Change:
        return Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason=f"the result of {after.name!r} was stored under {'another' if before.name else 'no'} name",
            before=[part_as_json(before)],
            after=[part_as_json(after)],
        )


class _Names:
    """The names of the calls of a turn: by id, and in order for calls without."""

    def __init__(self, opening: Message) -> None:
        calls = [part for part in opening.parts if type(part) is ToolCall]
        self._by_id = {call.id: call.name for call in calls if call.id}
        self._in_order = [call.name for call in calls if not call.id]

    def name_for(self, result: ToolResult) -> str | None:
        """The name that the result should have; None where its call is not known."""
        if result.call_id:
            return self._by_id.get(result.call_id)
        return self._in_order.pop(0) if self._in_order else None
