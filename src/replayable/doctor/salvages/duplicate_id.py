"""An entry with the id of an earlier one."""

from __future__ import annotations

import hashlib
from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.salvage import Edit, SessionSalvage
from replayable.formats.openclaw.spellings import HEADER, ROW_TYPES
from replayable.model.values import Json, Raw

_REPEATED = "the entry is stored twice, word for word; the second is left out"
_RENAMED = "the entry has the id of an earlier one; it gets an id of its own"
_FOLLOWING = "the entry names one that got an id of its own; it follows it"
# Where later rows name earlier ones. What was kept by a compaction is named from before it, so it means the first of that id.
_LINKS = ("parentId", "targetId", "appendParentId")


class DuplicateId(SessionSalvage, frozen=True):
    """Leaves out what is stored twice, and tells apart what only has the same id. A row means the newest of that id before it."""

    name: ClassVar[str] = "duplicate-id"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """What is to be done with the rows from the second of an id on."""
        stored = {own for row in outline.rows if _is_linked(row) and type(own := row.get("id")) is str}
        first: dict[str, int] = {}
        renamed: dict[str, str] = {}
        edits: list[Edit] = []
        for index, row in enumerate(outline.rows):
            if not _is_linked(row):
                continue
            own = row.get("id")
            if type(own) is str and own in first and outline.digests[index] == outline.digests[first[own]]:
                edits.append(Edit(index, _REPEATED, is_dropped=True))
                continue
            fields = _followed(row, renamed)
            if fields:
                edits.append(Edit(index, _FOLLOWING, fields=fields))
            if type(own) is str and own in first:
                renamed[own] = _new_id(f"{outline.origin}\0{own}\0{index}", stored)
                edits.append(Edit(index, _RENAMED, fields={"id": renamed[own]}))
                first[renamed[own]] = index
            elif type(own) is str and own:
                first[own] = index
        return tuple(edits)


def _followed(row: Raw, renamed: dict[str, str]) -> Raw:
    return {key: renamed[name] for key in _LINKS if type(name := row.get(key)) is str and name in renamed} if renamed else {}


def _is_linked(row: Json) -> bool:
    """The row takes part in the tree."""
    if type(row) is not dict or type(kind := row.get("type")) is not str:
        return False
    return kind != HEADER and (kind in ROW_TYPES or "parentId" in row)


def _new_id(seed: str, taken: set[str]) -> str:
    """Eight hexadecimal digits, as session files have them, made of the seed. It is taken from then on."""
    attempt = 0
    while True:
        made = hashlib.sha256(f"{seed}\0{attempt}".encode("utf-8", "surrogatepass")).hexdigest()[:8]
        if made not in taken:
            taken.add(made)
            return made
        attempt += 1
