"""Several instructions in a row."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import SYSTEM
from replayable.model.transcript import Message
from replayable.rules.rule import Changes, NeighbourRule
from replayable.rules.turns.merging import merged


class ConsecutiveSystemMessages(NeighbourRule, frozen=True):
    """Makes neighbouring instructions one."""

    name: ClassVar[str] = "consecutive-system-messages"
    looks_for: ClassVar[int] = SYSTEM
    role: ClassVar[int] = SYSTEM

    def repair(self, row: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The row as one message."""
        return merged(self.name, row, "follows an instruction, so the two became one")
