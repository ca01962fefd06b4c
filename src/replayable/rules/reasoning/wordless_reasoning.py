"""Reasoning that says nothing and proves nothing."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import REASONING
from replayable.model.parts import Reasoning
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, MessageRule


class WordlessReasoning(MessageRule, frozen=True):
    """Takes out reasoning without words, signature and data."""

    name: ClassVar[str] = "wordless-reasoning"
    looks_for: ClassVar[int] = REASONING

    signed_fields: frozenset[str] | None = None

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without reasoning that is none."""
        return without_reasoning(message, self._is_nothing, Reason(self.name, "the reasoning has neither words nor a signature", "none"))

    def _is_nothing(self, part: Reasoning) -> bool:
        is_signed = not is_blank(part.signature or "") and (self.signed_fields is None or part.field in self.signed_fields)
        return is_blank(part.text) and is_blank(part.redacted or "") and not is_signed
