"""A session file without a header, or with one that does not say which session it is."""

from __future__ import annotations

import hashlib
from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.salvage import Edit, SessionSalvage
from replayable.formats.openclaw.spellings import HEADER, VERSION
from replayable.model.values import Raw
from replayable.on_demand import pattern

_MADE = "the file has no header; one is made"
_NAMED = "the header does not say which session it is; it gets an id"
# What openclaw takes for the id of a session.
_NAME = pattern(r"[A-Za-z0-9][A-Za-z0-9_-]{0,127}")
# Index of the row before the first: what comes behind it comes first.
BEFORE_ALL = -1


class MissingHeader(SessionSalvage, frozen=True):
    """Makes a header: the session is named after its file, and has the version that its rows have."""

    name: ClassVar[str] = "missing-header"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """The header, or the id that it lacks."""
        headers = outline.headers
        if not headers:
            return (Edit(BEFORE_ALL, _MADE, "synthetic", behind=(_header(outline),)),)
        if outline.is_named(headers[0]):
            return ()
        return (Edit(headers[0], _NAMED, "synthetic", fields={"id": _name_of(outline)}),)


def _header(outline: Outline) -> Raw:
    times = (row["timestamp"] for row in outline.rows if type(row) is dict and type(row.get("timestamp")) is str)
    version = VERSION if outline.is_linked else 1
    return {"type": HEADER, "version": version, "id": _name_of(outline), "timestamp": next(times, ""), "cwd": ""}


def _name_of(outline: Outline) -> str:
    stem = outline.origin.partition(".")[0]
    return stem if _NAME.fullmatch(stem) else hashlib.sha256(outline.origin.encode("utf-8", "surrogatepass")).hexdigest()[:32]
