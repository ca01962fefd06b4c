"""Reasoning that nothing proves to its provider."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import REASONING
from replayable.model.parts import Reasoning
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, MessageRule


class UnsignedReasoning(MessageRule, frozen=True):
    """Takes out reasoning that has neither a signature nor encrypted data."""

    name: ClassVar[str] = "unsigned-reasoning"
    looks_for: ClassVar[int] = REASONING

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without unsigned reasoning."""
        return without_reasoning(message, _is_unsigned, Reason(self.name, "the target's API takes no reasoning without a signature", "content"))


def _is_unsigned(part: Reasoning) -> bool:
    return is_blank(part.signature or "") and is_blank(part.redacted or "")
