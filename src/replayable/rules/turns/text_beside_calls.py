"""Text and tool calls in one assistant message."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model import building
from replayable.model.building import with_parts
from replayable.model.facts import CALL
from replayable.model.parts import Part, Reasoning, ServerCall, ServerResult, Text, ToolCall
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, TurnRule
from replayable.rules.turns.user_after_tool import BRIDGE


class TextBesideCalls(TurnRule, frozen=True):
    """Cuts an assistant message with words and calls in two: first the words, then the calls."""

    name: ClassVar[str] = "text-beside-calls"
    looks_for: ClassVar[int] = CALL

    between: Literal["nothing", "user"] = "nothing"

    def repair(self, turn: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The turn with the words of its opening in a message of their own."""
        opening = turn[0]
        if opening.role != "assistant" or not opening.facts & CALL:
            return turn, ()
        calls, words = list[Part](), list[Part]()
        for part in opening.parts:
            (calls if isinstance(part, ToolCall | ServerCall | ServerResult) else words).append(part)
        if not words or (self.between == "user" and all(type(part) is Reasoning for part in words)):
            return turn, ()
        change = Change(
            rule=self.name,
            loss="none",
            origin=opening.origin,
            reason="the target takes words or calls in one message, so they were cut apart",
            before=[part_as_json(part) for part in opening.parts],
            after=[part_as_json(part) for part in (*words, *calls)],
        )
        between, made = self._between()
        return (with_parts(opening, tuple(words)), *between, with_parts(opening, tuple(calls)), *turn[1:]), (change, *made)

    def _between(self) -> tuple[tuple[Message, ...], Changes]:
        """What stands between the two, where assistant messages may not follow each other."""
        if self.between == "nothing":
            return (), ()
        reason = "roles take turns, so a short user message stands between the words and the calls"
        change = Change(rule=self.name, loss="synthetic", origin=None, reason=reason, after=[part_as_json(Text(BRIDGE))])
        return (building.message("user", (Text(BRIDGE),)),), (change,)
