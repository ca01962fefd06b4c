"""Where the rows of a session file hang, as its readers see it."""

from __future__ import annotations

from replayable.formats.openclaw.tree import APART, ROOT, Walk, take
from replayable.model.values import Json

__all__ = ["APART", "ROOT", "Stand", "hung", "name_of"]


class Stand:
    """The parent of each row, the visible leaf before each, and the one at the end: indexes, ROOT for none, APART for rows outside the
    tree. `ids` are those by which rows can be named."""

    def __init__(self, parents: list[int], leaves: list[int], leaf: int, ids: frozenset[str]) -> None:
        self.parents = parents
        self.leaves = leaves
        self.leaf = leaf
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
    return Stand(parents, leaves, walk.leaf, frozenset(ids))


def name_of(rows: list[Json], stand: Stand, index: int, child: int) -> str | None:
    """The id by which a row can be named as the parent of another, or its nearest ancestor that has one; None where that leads to the
    place before the first, or back to the child."""
    steps = len(rows)
    while index > ROOT and index != child and steps:
        row = rows[index]
        own = row.get("id") if type(row) is dict else None
        if type(own) is str and own:
            return own
        index, steps = stand.parents[index], steps - 1
    return None
