"""A history that ends in more than one assistant message."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import SAME_ROLE_PAIR
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.rules.rule import Changes, RequestRule
from replayable.rules.turns.merging import merged

Ending = tuple[Message, ...]


class SeveralFinalAssistants(RequestRule, frozen=True):
    """Makes the assistant messages at the end one. Those further up stay."""

    name: ClassVar[str] = "several-final-assistants"
    looks_for: ClassVar[int] = SAME_ROLE_PAIR

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only the end matters
        """The end of the history with one assistant message at most."""
        first = len(ending)
        while first and ending[first - 1].role == "assistant":
            first -= 1
        if len(ending) - first < 2:
            return settings, ending, ()
        whole, changes = merged(self.name, ending[first:], "stands at the end behind an assistant message, so the two became one")
        return settings, (*ending[:first], *whole), changes
