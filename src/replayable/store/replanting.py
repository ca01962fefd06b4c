"""The tree of a session, made anew from all its rows: needed where rows hang on later ones, as in files that lost their order."""

from __future__ import annotations

import sqlite3

import sqlalchemy as sa

from replayable import records
from replayable.formats.openclaw.spellings import BOUNDARIES
from replayable.formats.openclaw.tree import APART, Walk, take
from replayable.model.values import Json
from replayable.store.draft import as_entry, id_of
from replayable.store.rows import Standing, storable, texts_between
from replayable.store.schema import ENTRIES, IDENTITIES
from replayable.store.statement import Statement

_PLACES = ("node", "parent", "run", "boundary", "leaf", "tip", "reset")
_PLANT = Statement(sa.update(ENTRIES).values({name: sa.bindparam(f"to_{name}") for name in _PLACES}).where(ENTRIES.c.key == sa.bindparam("at")))
_NAME = Statement(
    sa.update(IDENTITIES)
    .values(node=sa.bindparam("to_node"))
    .where(IDENTITIES.c.session == sa.bindparam("in"), IDENTITIES.c.id == sa.bindparam("named"), IDENTITIES.c.seq == sa.bindparam("at"))
)


def replant(connection: sqlite3.Connection, standing: Standing) -> None:
    """Gives every row of a session the place that it has among all of them."""
    rows = [as_entry(records.decode(text)) for text in texts_between(connection, standing, 0, standing.seq)]
    walk, stands = _walked(rows)
    for seq, (run, boundary, (node, leaf, tip, reset)) in enumerate(zip(_runs(walk), _boundaries(walk, rows), stands, strict=True)):
        _PLANT.run(connection, node, walk.parents[seq], run, boundary, leaf, tip, reset, standing.base + seq)
        if node is not None:
            _NAME.run(connection, node, standing.number, storable(id_of(rows[seq]) or ""), seq)


class _Noting(dict[str, int]):
    """The ids seen so far; `noted` is what the newest one stands for."""

    noted: int | None = None

    def __setitem__(self, name: str, row: int) -> None:
        super().__setitem__(name, row)
        self.noted = row


def _walked(rows: list[Json]) -> tuple[Walk, list[tuple[int | None, int, int, int]]]:
    """The walk over all rows, and for each what its id stands for and the cursors after it."""
    ids = _Noting()
    walk = Walk(rows, [APART] * len(rows), ids, [])
    stands: list[tuple[int | None, int, int, int]] = []
    for seq, row in enumerate(rows):
        ids.noted = None
        take(walk, seq, row)
        stands.append((ids.noted, walk.leaf, walk.append, walk.reset))
    return walk, stands


def _runs(walk: Walk) -> list[int]:
    runs: list[int] = []
    for seq in range(len(walk.rows)):
        runs.append(runs[-1] if seq and walk.parents[seq] == seq - 1 else seq)
    return runs


def _boundaries(walk: Walk, rows: list[Json]) -> list[int]:
    """For each row the newest compaction or reset on the way to it, or -1."""
    found: dict[int, int] = {}
    for seq in range(len(rows)):
        way, at = list[int](), seq
        while at >= 0 and at not in found:
            found[at] = at if _is_boundary(walk, rows, at) else -1
            way.append(at)
            at = walk.parents[at]
        boundary = found.get(at, -1)
        for each in reversed(way):
            boundary = found[each] = each if found[each] >= 0 else boundary
    return [found[seq] for seq in range(len(rows))]


def _is_boundary(walk: Walk, rows: list[Json], seq: int) -> bool:
    return walk.parents[seq] != APART and rows[seq]["type"] in BOUNDARIES
