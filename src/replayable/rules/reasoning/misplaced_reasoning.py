"""Reasoning in a turn that does not begin with it."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import REASONING
from replayable.model.parts import Reasoning
from replayable.model.transcript import Message
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, MessageRule

_WORDS = "the turn does not begin with reasoning, so the target takes none in it"


class MisplacedReasoning(MessageRule, frozen=True):
    """Takes the reasoning out of turns that begin with something else."""

    name: ClassVar[str] = "misplaced-reasoning"
    looks_for: ClassVar[int] = REASONING

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message, without reasoning unless it is the first thing in it."""
        if message.role != "assistant" or type(message.parts[0]) is Reasoning:
            return message, ()
        return without_reasoning(message, lambda _: True, Reason(self.name, _WORDS, "content"))
