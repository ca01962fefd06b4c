"""Two assistant messages in a row."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import ASSISTANT, SAME_ROLE_PAIR
from replayable.model.transcript import Message
from replayable.rules.rule import Changes, NeighbourRule
from replayable.rules.turns.merging import merged


class ConsecutiveAssistantTurns(NeighbourRule, frozen=True):
    """Makes neighbouring assistant messages one."""

    name: ClassVar[str] = "consecutive-assistant-turns"
    looks_for: ClassVar[int] = SAME_ROLE_PAIR
    role: ClassVar[int] = ASSISTANT

    def repair(self, row: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The row as one message."""
        return merged(self.name, row, "follows an assistant message, so the two became one")
