"""Reasoning in an assistant turn that the target is to continue, while reasoning is off."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.facts import CALL, REASONING
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, RequestRule
from replayable.rules.turns.trailing_assistant import is_prefill

Ending = tuple[Message, ...]

_WHY = "with reasoning off, the last assistant message, which the target continues, may hold none"


class ReasonedPrefill(RequestRule, frozen=True):
    """Takes the reasoning out of a last assistant turn that waits for nothing."""

    name: ClassVar[str] = "reasoned-prefill"
    looks_for: ClassVar[int] = REASONING

    turns: Literal["any", "paused"] = "any"

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - the last turn says it all
        """The history with a last turn that says only what is to be continued."""
        if not ending or ending[-1].role != "assistant" or ending[-1].facts & CALL:
            return settings, ending, ()
        if self.turns == "paused" and is_prefill(ending[-1]):
            return settings, ending, ()
        after, changes = without_reasoning(ending[-1], lambda _: True, Reason(self.name, _WHY, "content"))
        return settings, (*ending[:-1], after) if changes else ending, changes
