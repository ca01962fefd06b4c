"""Where the rows of a session file hang, as its readers see it."""

from __future__ import annotations

from replayable.formats.openclaw.tree import APART, ROOT, Walk, take
from replayable.model import Json

__all__ = ["APART", "ROOT", "Stand", "hung"]


class Stand:
    """The parent of each row, and the visible leaf before each: indexes, ROOT for none, APART for rows outside the tree."""

    def __init__(self, parents: list[int], leaves: list[int], ids: frozenset[str]) -> None:
        self.parents = parents
        self.leaves = leaves
        self.ids = ids


def hung(rows: list[Json]) -> Stand:
    """Where the rows hang."""
    parents = [APART] * len(rows)
    ids: dict[str, int] = {}
    walk = Walk(rows, parents, ids, [])
    leaves = []
    for index, row in enumerate(rows):
        leaves.append(walk.leaf)
        if row is not None:
            take(walk, index, row)
    return Stand(parents, leaves, frozenset(ids))


def id_of(rows: list[Json], index: int) -> str | None:
    """The id of a row, None for the place before the first."""
    if index < 0:
        return None
    row = rows[index]
    own = row.get("id") if type(row) is dict else None
    return own if type(own) is str else None
