"""Text and tool calls in one assistant message."""

from __future__ import annotations

from typing import ClassVar

from replayable.model import CALL, Message, Part, ServerCall, ServerResult, ToolCall, with_parts
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, TurnRule


class TextBesideCalls(TurnRule, frozen=True):
    """Cuts an assistant message with words and calls in two: first the words, then the calls."""

    name: ClassVar[str] = "text-beside-calls"
    looks_for: ClassVar[int] = CALL

    def repair(self, turn: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The turn with the words of its opening in a message of their own."""
        opening = turn[0]
        if opening.role != "assistant" or not opening.facts & CALL:
            return turn, ()
        calls, words = list[Part](), list[Part]()
        for part in opening.parts:
            (calls if isinstance(part, ToolCall | ServerCall | ServerResult) else words).append(part)
        if not words:
            return turn, ()
        change = Change(
            rule=self.name,
            loss="none",
            origin=opening.origin,
            reason="the target takes words or calls in one message, so they were cut apart",
            before=[part_as_json(part) for part in opening.parts],
            after=[part_as_json(part) for part in (*words, *calls)],
        )
        return (with_parts(opening, tuple(words)), with_parts(opening, tuple(calls)), *turn[1:]), (change,)
