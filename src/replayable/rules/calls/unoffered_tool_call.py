"""A call of a tool that is not offered now, never answered."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import CALL
from replayable.model.parts import ToolCall
from replayable.model.transcript import Message
from replayable.model.values import trimmed
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.rule import Asked, CallRule, Changes


class UnofferedToolCall(CallRule, frozen=True):
    """Drops unanswered calls of tools that are not offered; a completed pair stays history."""

    name: ClassVar[str] = "unoffered-tool-call"
    looks_for: ClassVar[int] = CALL
    asked: ClassVar[Asked] = "unanswered"

    offered: frozenset[str] | None = None

    def repair(self, message: Message, answered: tuple[bool, ...]) -> tuple[Message, Changes]:
        """The message with calls that ran or still can."""
        if not self.offered or all(answered):
            return message, ()
        offered = {_folded(name) for name in self.offered}

        def judge(call: ToolCall, is_answered: bool) -> Verdict | None:
            if is_answered or _folded(call.name or "") in offered:
                return None
            return Verdict(None, "content", "the tool is not offered now, and nothing answered the call")

        return judged(self.name, message, answered, judge)


def _folded(name: str) -> str:
    """A tool's name as it is compared."""
    return trimmed(name).lower()
