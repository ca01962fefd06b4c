"""Reasoning of turns that are over."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.facts import CALL, REASONING, RESULT
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.reasoning.running_turn import Images, running_from
from replayable.rules.rule import Changes, RequestRule

_WORDS = {
    "none": "the turn is over, and the target's API ignores reasoning of earlier turns",
    "content": "the turn is over, and the target's API takes no reasoning of earlier turns",
}


class FinishedReasoning(RequestRule, frozen=True):
    """Takes reasoning out of turns that are over; the running one keeps it with its calls."""

    name: ClassVar[str] = "finished-reasoning"
    looks_for: ClassVar[int] = REASONING
    rewrites: ClassVar[str] = "reasoning counts in the running turn only, and servers want it gone behind that"
    reach: ClassVar[Literal["turn", "exchange", "history"]] = "history"

    loss: Literal["none", "content"] = "none"
    images: Images = "in-results"

    def repair(self, settings: Settings, ending: tuple[Message, ...], facts: int) -> tuple[Settings, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The history without the reasoning of finished turns."""
        why, kept = Reason(self.name, _WORDS[self.loss], self.loss), _answered_calls(ending, self.images)
        messages, changes = list(ending), list[Changes]()
        for index, message in enumerate(ending):
            if message.facts & REASONING and index not in kept:
                messages[index], told = without_reasoning(message, lambda _: True, why)
                changes.append(told)
        told_all = tuple(change for told in changes for change in told)
        return settings, tuple(messages) if told_all else ending, told_all


def _answered_calls(messages: tuple[Message, ...], images: Images) -> frozenset[int]:
    """The indexes of the running turn's messages whose calls are answered: the model goes on from there, and needs its thoughts."""
    found, answered = list[int](), False
    for index in range(len(messages) - 1, running_from(messages, images) - 1, -1):
        if messages[index].facts & RESULT:
            answered = True
        if answered and messages[index].facts & CALL:
            found.append(index)
    return frozenset(found)
