"""The rows of a session, and how they are found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec
import sqlalchemy as sa

from replayable import records
from replayable.model.values import Json
from replayable.store.schema import ENTRIES, IDENTITIES, SESSIONS, STRIDE
from replayable.store.statement import Statement

_MASK = STRIDE - 1
_SLOTS = 1 << 14  # enough to spare an append the look into the index in most sessions


class Row(msgspec.Struct, frozen=True, gc=False):
    """One stored entry. `seq` is its 0-based place in the session, `data` its very text in UTF-8.
    `is_new` is false where an append found it stored already."""

    seq: int
    id: str | None
    data: bytes
    is_new: bool = True

    @property
    def value(self) -> Json:
        """The entry, decoded; a value of its own each time."""
        return records.decode(self.data)


class Standing(msgspec.Struct, frozen=True, gc=False):
    """How a session stands: its number, and its last row with the cursors after it.

    `known`: rows before this seq are in the index of ids. `header`: the seq of the row that opens the session's file.
    The rest as in `schema.ENTRIES`, and `seq` -1 where there is no row yet."""

    number: int
    generation: str
    created: int
    known: int
    header: int | None
    seq: int = -1
    id: str | None = None
    node: int | None = None
    run: int = 0
    boundary: int = -1
    leaf: int = -1
    tip: int = -1
    reset: int = -1
    compactions: int = 0
    updated: int = 0

    @property
    def base(self) -> int:
        """What is added to a seq to make the key of its row."""
        return self.number * STRIDE


class Memory(msgspec.Struct, frozen=True, gc=False):
    """What is remembered of a session: how it stands, the ids of its rows from `known` on, and which may be in the index (None: not
    remembered)."""

    standing: Standing
    ids: set[str] | None
    indexed: Indexed | None


class Indexed:
    """The ids in the index of a session, as far as it takes to say of most others that they are not there. However many, they take 16 KiB."""

    def __init__(self) -> None:
        self._places = bytearray(_SLOTS)

    def add(self, ids: Iterable[str]) -> None:
        """Takes in the ids."""
        for id in ids:
            self._places[hash(id) % _SLOTS] = 1

    def may_hold(self, id: str) -> bool:
        """False only for an id that was never taken in."""
        return self._places[hash(id) % _SLOTS] == 1


_E = ENTRIES.c
_DATA = sa.cast(_E.data, sa.LargeBinary)
_SEQ = _E.key.op("&")(sa.literal_column(str(_MASK)))
_ROW = (_SEQ, _E.id, _DATA)


def _last_key() -> sa.ScalarSelect[int]:
    """The key of a session's last row."""
    entries = ENTRIES.alias()
    first = SESSIONS.c.number * sa.literal_column(str(STRIDE))
    return sa.select(sa.func.max(entries.c.key)).where(entries.c.key.between(first, first + sa.literal_column(str(_MASK)))).scalar_subquery()


_STANDING = sa.select(
    SESSIONS.c.number,
    SESSIONS.c.generation,
    SESSIONS.c.created,
    SESSIONS.c.known,
    SESSIONS.c.header,
    _SEQ,
    _E.id,
    _E.node,
    _E.run,
    _E.boundary,
    _E.leaf,
    _E.tip,
    _E.reset,
    _E.compactions,
    _E.created,
).select_from(SESSIONS.outerjoin(ENTRIES, _E.key == _last_key()))
_STANDING_OF = Statement(_STANDING.where(SESSIONS.c.id == sa.bindparam("id")))
_ALL = Statement(sa.select(SESSIONS.c.id, *_STANDING.selected_columns).select_from(*_STANDING.get_final_froms()).order_by(SESSIONS.c.number))
_BETWEEN = Statement(sa.select(*_ROW).where(_E.key.between(sa.bindparam("first"), sa.bindparam("last"))).order_by(_E.key))
_TEXTS = Statement(sa.select(_DATA).where(_E.key.between(sa.bindparam("first"), sa.bindparam("last"))).order_by(_E.key))
_PLACE = Statement(sa.select(_E.parent, _E.run, _E.boundary).where(_E.key == sa.bindparam("key")))
_INDEXED = sa.select(IDENTITIES.c.seq, IDENTITIES.c.node).where(IDENTITIES.c.session == sa.bindparam("session"), IDENTITIES.c.id == sa.bindparam("id"))
_NEWER = sa.select(_SEQ, _E.node).where(_E.key.between(sa.bindparam("first"), sa.bindparam("last")), _E.id == sa.bindparam("id_again"))
_IS_INDEXED = Statement(_INDEXED.with_only_columns(sa.literal_column("1")))
_NAMED = Statement(sa.union_all(_INDEXED, _NEWER))


# ---------------------------------------------------------------------------------------------- sessions
def standing_of(connection: sqlite3.Connection, session: str) -> Standing | None:
    """How a session stands; None where there is none of this id."""
    found = _STANDING_OF.first(connection, session)
    return None if found is None else _standing(found)


def all_standings(connection: sqlite3.Connection) -> Iterator[tuple[str, Standing]]:
    """The id of every session and how it stands, the oldest first."""
    return ((session, _standing(rest)) for session, *rest in _ALL.all(connection))


def _standing(found: Sequence[object]) -> Standing:
    return Standing(*(found if found[5] is not None else found[:5]))  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------- rows by their place
def rows_between(connection: sqlite3.Connection, standing: Standing, first: int, last: int) -> list[Row]:
    """The rows from one seq to another, both included."""
    return [Row(*found) for found in _BETWEEN.all(connection, standing.base + max(first, 0), standing.base + last)]


def texts_between(connection: sqlite3.Connection, standing: Standing, first: int, last: int) -> list[bytes]:
    """The texts of the rows from one seq to another, both included."""
    return [text for (text,) in _TEXTS.run(connection, standing.base + max(first, 0), standing.base + last)]


def texts_of(connection: sqlite3.Connection, standing: Standing, runs: Iterable[tuple[int, int]]) -> Iterator[bytes]:
    """The texts of the rows in the runs, one after the other."""
    found = (_TEXTS.run(connection, standing.base + first, standing.base + last) for first, last in runs)
    return chain.from_iterable(chain.from_iterable(found))


def place_of(connection: sqlite3.Connection, standing: Standing, seq: int) -> tuple[int, int, int]:
    """The parent, the run and the boundary of a row."""
    found = _PLACE.first(connection, standing.base + seq)
    assert found is not None, f"row {seq} is gone"  # seqs are dense
    return found[0], found[1], found[2]


def storable(name: str) -> str:
    """The name as a database can hold it: lone surrogates, which are no characters, as their escapes."""
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode()


def named(connection: sqlite3.Connection, standing: Standing, id: str) -> list[tuple[int, int | None]]:
    """The rows of an id, the newest first: their seqs, and what the id stands for in the tree."""
    first, last = standing.base + standing.known, standing.base + _MASK
    return sorted(_NAMED.all(connection, standing.number, storable(id), first, last, storable(id)), reverse=True, key=lambda found: found[0])


def is_indexed(connection: sqlite3.Connection, standing: Standing, id: str) -> bool:
    """Some row before `known` has this id."""
    return standing.known > 0 and _IS_INDEXED.first(connection, standing.number, storable(id)) is not None


# ---------------------------------------------------------------------------------------------- the way to the end
def runs_to(connection: sqlite3.Connection, standing: Standing, seq: int, since: int | None = None) -> list[tuple[int, int]]:
    """The way from the first row to this one, as runs of neighbouring seqs (both ends included); not beyond the run with `since`."""
    runs: list[tuple[int, int]] = []
    turned = False  # in damaged files rows hang on later ones, even in a circle
    while seq >= 0:
        first = place_of(connection, standing, seq)[1]
        met = _met(runs, first, seq) if turned else -1
        if met < seq:
            runs.append((max(first, met + 1), seq))
        if met >= 0 or (since is not None and first <= since <= seq):
            break
        seq = place_of(connection, standing, first)[0]
        turned = turned or seq >= first
    return runs[::-1]


def _met(runs: list[tuple[int, int]], first: int, last: int) -> int:
    """The last seq of these that is in the runs, -1 where none is."""
    return max((min(end, last) for start, end in runs if start <= last and end >= first), default=-1)


def seqs_of(runs: Iterable[tuple[int, int]]) -> Iterator[int]:
    """The seqs of the runs, in order."""
    for first, last in runs:
        yield from range(first, last + 1)
