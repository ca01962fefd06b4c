"""One call, stored twice in one message."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import CALL
from replayable.model.parts import ToolCall
from replayable.model.transcript import Message
from replayable.records import encode
from replayable.rules.calls.arguments import object_of
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.pairing.analysis import calls_of, id_of
from replayable.rules.rule import Asked, CallRule, Changes


class DoubledToolCall(CallRule, frozen=True):
    """Drops the unanswered repeats of a call that stands twice in one message."""

    name: ClassVar[str] = "doubled-tool-call"
    looks_for: ClassVar[int] = CALL
    asked: ClassVar[Asked] = "unanswered"

    def repair(self, message: Message, answered: tuple[bool, ...]) -> tuple[Message, Changes]:
        """The message with each call once."""
        if len(answered) < 2:
            return message, ()
        calls = calls_of(message)
        if len({id_of(call.id) for call in calls}) == len(calls):
            return message, ()
        repeats = _repeats(calls, answered)

        def judge(call: ToolCall, _: bool) -> Verdict | None:
            return Verdict(None, "none", "the same call stands in the message already") if id(call) in repeats else None

        return judged(self.name, message, answered, judge)


def _repeats(calls: tuple[ToolCall, ...], answered: tuple[bool, ...]) -> set[int]:
    """The unanswered calls (by `id()`) that say what another call says: one that is answered, or one before them."""
    kept: set[tuple[str, str, bytes]] = set()
    repeats: set[int] = set()
    for call, is_answered in sorted(zip(calls, answered, strict=True), key=lambda pair: not pair[1]):
        # Compared as JSON: for Python 1 and true are equal.
        said = (id_of(call.id), id_of(call.name), encode(object_of(call.arguments).value))
        if not is_answered and id_of(call.id) and said in kept:
            repeats.add(id(call))
        else:
            kept.add(said)
    return repeats
