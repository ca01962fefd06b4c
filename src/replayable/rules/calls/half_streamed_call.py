"""A call that was stored while its arguments were still arriving."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import ODD_CALL
from replayable.model.parts import ToolCall
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.rules.calls.arguments import object_of
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.rule import CallRule, Changes


class HalfStreamedCall(CallRule, frozen=True):
    """Drops calls that never were complete, and the streaming text of those that were."""

    name: ClassVar[str] = "half-streamed-call"
    looks_for: ClassVar[int] = ODD_CALL

    def repair(self, message: Message, answered: tuple[bool, ...]) -> tuple[Message, Changes]:
        """The message with finished calls only."""
        stopped_for_tools = message.meta is not None and message.meta.stop_reason == "toolUse"

        def judge(call: ToolCall, is_answered: bool) -> Verdict | None:
            if call.partial is None:
                return None
            if stopped_for_tools and _is_final(call):
                return Verdict(edited(call, partial=None), "none", "the text that its arguments were streamed in was put away")
            return Verdict(None, "content", "its arguments were still arriving" + ("" if is_answered else ", and nothing answered it"))

        return judged(self.name, message, answered, judge)


def _is_final(call: ToolCall) -> bool:
    """All of it arrived, although the streaming text still stands: ids of two halves come from an API that stores it so."""
    if call.partial is None or type(call.arguments) is not dict or "|" not in (call.id or "")[1:-1]:
        return False
    if is_blank(call.partial):
        return not call.arguments
    return object_of(call.partial).how == "text"
