"""Reasoning for a target that takes none in a history."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.facts import REASONING
from replayable.model.transcript import Message
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, MessageRule

_WHY = {"none": "the target's API ignores reasoning of earlier turns", "content": "the target's API takes no reasoning in a history"}


class UnwantedReasoning(MessageRule, frozen=True):
    """Takes all reasoning out."""

    name: ClassVar[str] = "unwanted-reasoning"
    looks_for: ClassVar[int] = REASONING

    loss: Literal["none", "content"] = "content"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without reasoning."""
        return without_reasoning(message, lambda _: True, Reason(self.name, _WHY[self.loss], self.loss))
