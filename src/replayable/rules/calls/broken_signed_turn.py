"""A turn with signed reasoning of which a call cannot be sent."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import REASONING
from replayable.model.parts import ToolCall
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.calls.doubled_tool_call import DoubledToolCall
from replayable.rules.calls.half_streamed_call import HalfStreamedCall
from replayable.rules.calls.incomplete_tool_call import IncompleteToolCall
from replayable.rules.calls.unoffered_tool_call import UnofferedToolCall
from replayable.rules.rule import Asked, CallRule, Changes


class BrokenSignedTurn(CallRule, frozen=True):
    """Leaves out turns that were signed as they are and could only be sent without one of their calls."""

    name: ClassVar[str] = "broken-signed-turn"
    looks_for: ClassVar[int] = REASONING
    asked: ClassVar[Asked] = "unanswered-or-odd"

    offered: frozenset[str] | None = None

    def repair(self, message: Message, answered: tuple[bool, ...]) -> tuple[Message | None, Changes]:
        """The message, or None where one of the rules that judge its calls would drop one."""
        if not any(self._loses_a_call(rule, message, answered) for rule in self._judges()):
            return message, ()
        reason = "one of its calls cannot be sent, and a turn with signed reasoning goes as it was signed or not at all"
        before = [part_as_json(part) for part in message.parts]
        return None, (Change(rule=self.name, loss="content", origin=message.origin, reason=reason, before=before),)

    def _judges(self) -> tuple[CallRule, ...]:
        return HalfStreamedCall(), DoubledToolCall(), IncompleteToolCall(), UnofferedToolCall(offered=self.offered)

    def _loses_a_call(self, rule: CallRule, message: Message, answered: tuple[bool, ...]) -> bool:
        if not message.facts & rule.looks_for:
            return False
        after, _ = rule.repair(message, answered)
        return after is None or (after is not message and _count(after) < len(answered))


def _count(message: Message) -> int:
    return sum(type(part) is ToolCall for part in message.parts)
