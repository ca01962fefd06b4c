"""What a salvage is: it finds one kind of damage in a stored file and says what should stand there instead.

The shapes are those of rules, over stored rows instead of messages of the model: a frozen value with a name; detect = would repair;
what needs nothing comes back as the very same object. Nothing is read or written here.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.doctor.outline import Outline
from replayable.model.values import Json, Raw
from replayable.report import Loss


class Wrong(msgspec.Struct, frozen=True, gc=False):
    """One thing that was wrong with a message, and what its repair costs."""

    reason: str
    loss: Loss = "none"


class Salvage(msgspec.Struct, frozen=True):
    """The common part. `name` is the damage in kebab case: file, class and name are one word in three spellings."""

    name: ClassVar[str]


class MessageSalvage(Salvage, frozen=True):
    """Repairs one stored message, seeing nothing but it."""

    def repair(self, message: Json) -> tuple[Json, tuple[Wrong, ...]]:
        """The message, repaired; None where it cannot be kept."""
        raise NotImplementedError


class Edit(msgspec.Struct, frozen=True, gc=False):
    """What becomes of one row, by its index in the outline. `fields` are set in it; `behind` are new rows that follow it."""

    row: int
    reason: str
    loss: Loss = "none"
    is_dropped: bool = False
    fields: Raw = msgspec.field(default_factory=dict)
    behind: tuple[Raw, ...] = ()


class SessionSalvage(Salvage, frozen=True):
    """Repairs the rows of a session file among themselves, seeing an outline of them all."""

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """What is to be done. The outline is brought up to date by whoever does it."""
        raise NotImplementedError
