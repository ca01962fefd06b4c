"""Two user messages in a row."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import SAME_ROLE_PAIR, USER
from replayable.model.transcript import Message
from replayable.rules.rule import Changes, NeighbourRule
from replayable.rules.turns.merging import merged


class ConsecutiveUserTurns(NeighbourRule, frozen=True):
    """Makes neighbouring user messages one."""

    name: ClassVar[str] = "consecutive-user-turns"
    looks_for: ClassVar[int] = SAME_ROLE_PAIR
    role: ClassVar[int] = USER

    def repair(self, row: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The row as one message."""
        return merged(self.name, row, "follows a user message, so the two became one")
