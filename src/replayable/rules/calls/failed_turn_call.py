"""A call of a turn that ended in an error, or was aborted, before anything answered it."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import FAILED
from replayable.model.parts import ToolCall
from replayable.model.transcript import Message
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.rule import Asked, CallRule, Changes


class FailedTurnCall(CallRule, frozen=True):
    """Drops the unanswered calls of failed turns."""

    name: ClassVar[str] = "failed-turn-call"
    looks_for: ClassVar[int] = FAILED
    asked: ClassVar[Asked] = "unanswered"

    def repair(self, message: Message, answered: tuple[bool, ...]) -> tuple[Message, Changes]:
        """The message with the calls that ran."""
        how = "was aborted" if message.meta is not None and message.meta.stop_reason == "aborted" else "ended in an error"

        def judge(_: ToolCall, is_answered: bool) -> Verdict | None:
            return None if is_answered else Verdict(None, "content", f"its turn {how}, and nothing answered it")

        return judged(self.name, message, answered, judge)
