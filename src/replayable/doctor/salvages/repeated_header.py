"""A file with more than one header."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.salvage import Edit, SessionSalvage

_REPEATED = "the header is stored twice, word for word; the second is left out"
_OTHER = "the file has another header; a session has one, so this goes to the side file"


class RepeatedHeader(SessionSalvage, frozen=True):
    """Keeps one header: the first that says which session it is, else the first."""

    name: ClassVar[str] = "repeated-header"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """The headers that are taken out."""
        headers = outline.headers
        if len(headers) < 2:
            return ()
        kept = next((index for index in headers if outline.is_named(index)), headers[0])
        return tuple([_out(index, outline.digests[index] == outline.digests[kept]) for index in headers if index != kept])


def _out(row: int, is_same: bool) -> Edit:
    return Edit(row, _REPEATED, is_dropped=True) if is_same else Edit(row, _OTHER, "content", is_dropped=True)
