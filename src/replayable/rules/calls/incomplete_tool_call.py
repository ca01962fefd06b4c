"""A call that lacks what makes a call: arguments, an id, a name that a tool can have."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import ODD_CALL
from replayable.model.parts import ToolCall
from replayable.model.transcript import Message
from replayable.model.values import is_blank, trimmed
from replayable.on_demand import pattern
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.rule import CallRule, Changes

# The names that openclaw 2026.9.6 takes for possible. Narrower limits of an API are `impossible-tool-name`'s.
_POSSIBLE_NAME = pattern(r"[A-Za-z0-9_:.-]{1,64}")


class IncompleteToolCall(CallRule, frozen=True):
    """Drops incomplete calls that nothing answered, and calls of no tool at all; another one is kept and gets what it lacks."""

    name: ClassVar[str] = "incomplete-tool-call"
    looks_for: ClassVar[int] = ODD_CALL

    def repair(self, message: Message, answered: tuple[bool, ...]) -> tuple[Message, Changes]:
        """The message with calls that can be sent."""
        return judged(self.name, message, answered, _judge)


def _judge(call: ToolCall, is_answered: bool) -> Verdict | None:
    if call.name is None or is_blank(call.name):
        return Verdict(None, "content", "it has no name")
    if is_answered:
        if call.arguments is not None:
            return None
        return Verdict(edited(call, arguments={} if call.kind == "function" else ""), "none", "it has a result but no arguments; it gets empty ones")
    lacking = _lacking(call)
    return None if lacking is None else Verdict(None, "content", f"{lacking}, and nothing answered it")


def _lacking(call: ToolCall) -> str | None:
    if call.arguments is None:
        return "it has no arguments"
    if not call.unnumbered and (call.id is None or is_blank(call.id)):
        return "it has no id"
    if _POSSIBLE_NAME.fullmatch(trimmed(call.name or "")) is None:
        return "no tool can have its name"
    return None
