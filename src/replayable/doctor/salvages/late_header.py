"""A header that does not stand first."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.salvage import Edit, SessionSalvage

_MOVED = "the header does not stand first; it is put there"


class LateHeader(SessionSalvage, frozen=True):
    """Puts the header first. Programs take a file for none of theirs if another row comes before it."""

    name: ClassVar[str] = "late-header"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """The first header, where it is late."""
        headers = outline.headers
        first = next((index for index, row in enumerate(outline.rows) if row is not None), None)
        return (Edit(headers[0], _MOVED),) if headers and headers[0] != first else ()
