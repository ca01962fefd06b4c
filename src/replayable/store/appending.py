"""Appending to a session: one row each, with where it hangs in the tree and how the session stands after it.

The tree is the one by which files are read; here it goes on row by row.
"""

from __future__ import annotations

import sqlite3
import uuid

import msgspec
import sqlalchemy as sa

from replayable.errors import EntryConflict
from replayable.formats.openclaw.spellings import BOUNDARIES, HEADER, ROUTE
from replayable.formats.openclaw.tree import APART, Walk, take
from replayable.model.values import Json
from replayable.store.draft import Draft, as_entry, id_of, says_the_same
from replayable.store.rows import Indexed, Memory, Row, Standing, is_indexed, named, place_of, rows_between, standing_of, storable
from replayable.store.schema import ENTRIES, IDENTITIES, KEYS, ROUTES, SESSIONS
from replayable.store.statement import Statement

# So many rows are looked through for an id before they go to the index of ids together: writing to the index with each row would
# cost an append a tenth.
UNINDEXED = 128

# Where entries name others.
_NAMES = ("parentId", "targetId", "appendParentId")

_COLUMNS = [column.name for column in ENTRIES.columns if column.computed is None]
_INSERT = Statement(sa.insert(ENTRIES).values({name: sa.bindparam(name) for name in _COLUMNS}))
_NEW_SESSION = Statement(sa.insert(SESSIONS).values({name: sa.bindparam(name) for name in ("id", "generation", "created", "known")}))
_SET_HEADER = Statement(sa.update(SESSIONS).values(header=sa.bindparam("to")).where(SESSIONS.c.number == sa.bindparam("session")))
_SET_KNOWN = Statement(sa.update(SESSIONS).values(known=sa.bindparam("to")).where(SESSIONS.c.number == sa.bindparam("session")))
_TO_INDEX = Statement(
    sa.insert(IDENTITIES).from_select(
        ["session", "id", "seq", "node"],
        sa.select(ENTRIES.c.session, ENTRIES.c.id, ENTRIES.c.seq, ENTRIES.c.node).where(
            ENTRIES.c.key.between(sa.bindparam("first"), sa.bindparam("last")), ENTRIES.c.id.is_not(None)
        ),
    )
)
_KEY = Statement(sa.select(KEYS.c.seq).where(KEYS.c.session == sa.bindparam("session"), KEYS.c.key == sa.bindparam("key")))
_NEW_ROUTE = Statement(sa.insert(ROUTES).values({name: sa.bindparam(name) for name in ("session", "seq")}))
_NEW_KEY = Statement(sa.insert(KEYS).values({name: sa.bindparam(name) for name in ("session", "key", "seq")}))


def opened(connection: sqlite3.Connection, session: str, now: int) -> Standing:
    """How a session stands; it is made where there is none. `now` is in ms since 1970."""
    standing = standing_of(connection, session)
    if standing is not None:
        return standing
    generation = uuid.uuid4().hex
    number = _NEW_SESSION.run(connection, session, generation, now, 0).lastrowid
    assert number is not None
    return Standing(number, generation, now, 0, None)


class Appender:
    """Appends to one session inside one transaction. `now` is in ms since 1970; `memory` is the database's."""

    def __init__(self, connection: sqlite3.Connection, session: str, now: int, memory: dict[str, Memory]) -> None:
        self.connection = connection
        remembered = memory.get(session)
        self.standing = opened(connection, session, now) if remembered is None else remembered.standing
        if remembered is not None:
            self._tail, self._indexed = remembered.ids, remembered.indexed
        else:
            self._tail = set[str]() if self.standing.known > self.standing.seq else None
            self._indexed = Indexed() if self.standing.known == 0 else None
        self._memory = memory
        self._session = session
        self._now = now
        self._parents = _Parents(connection, self.standing)
        self._ids = _Ids(connection, self.standing)
        self._missed: set[str] = set()

    # ------------------------------------------------------------------------------------------ appending
    def append(self, draft: Draft) -> Row:
        """The row of the entry: a new one, or the one that it has already by its idempotency key or its id.

        Raises EntryConflict where another content has that key or id."""
        found = self._of_key(draft) or self._of_id(draft)
        if found is not None:
            return found
        row = self.add(draft)
        if draft.key is not None:
            _NEW_KEY.run(self.connection, self.standing.number, storable(draft.key), row.seq)
        return row

    def add(self, draft: Draft) -> Row:
        """The new row of the entry, whatever is stored already."""
        seq, entry = self.standing.seq + 1, as_entry(draft.value)
        walk = self._walk(seq, entry)
        parent = self._parents.fresh.get(seq, APART)
        after = self._after(entry, parent, walk)
        self._stands(after)
        self._write(after, parent, draft.data)
        self._note(entry, after)
        self._memory[self._session] = Memory(self.standing, self._tail, self._indexed)
        return Row(seq, after.id, draft.data)

    def _after(self, entry: Json, parent: int, walk: Walk) -> Standing:
        """How the session stands with the entry as its last row, hung on this parent."""
        before, own, kind = self.standing, id_of(entry), _kind_of(entry)
        seq = before.seq + 1
        run, boundary = self._place(seq, parent)
        return Standing(
            before.number,
            before.generation,
            before.created,
            before.known,
            before.header,
            seq,
            own,
            self._ids.fresh.get(own) if own is not None and own == self._ids.noted else None,
            run,
            seq if parent != APART and kind in BOUNDARIES else boundary,
            walk.leaf,
            walk.append,
            walk.reset,
            before.compactions + (kind == "compaction"),
            self._now,
        )

    def _stands(self, standing: Standing) -> None:
        self.standing = self._parents.standing = self._ids.standing = standing

    def _note(self, entry: Json, row: Standing) -> None:
        """Notes what is to be found of the newest row without looking through all."""
        kind = _kind_of(entry)
        if kind == HEADER and row.header is None:
            self._set_header(row.seq)
        if kind == "custom" and entry.get("customType") == ROUTE:
            _NEW_ROUTE.run(self.connection, row.number, row.seq)
        if row.id is not None and self._tail is not None:
            self._tail.add(row.id)
        if row.seq - row.known >= UNINDEXED:
            self._index()

    def _walk(self, seq: int, entry: Json) -> Walk:
        before = self.standing
        self._ids.noted = None
        walk = Walk([], self._parents, self._ids, [], before.leaf, before.tip, before.reset, {})
        take(walk, seq, entry)
        if walk.remarks and type(entry) is dict:
            self._missed.update(name for key in _NAMES if type(name := entry.get(key)) is str)
        return walk

    def has_turned(self) -> bool:
        """A row names an entry that was not there then and is now: it came in the wrong order."""
        return any(self._ids.get(name) is not None for name in self._missed)

    def _place(self, seq: int, parent: int) -> tuple[int, int]:
        """The run and the boundary of a row that hangs on this parent."""
        before = self.standing
        if parent < 0:
            return seq, -1
        if parent == before.seq:
            return before.run, before.boundary
        return seq, place_of(self.connection, before, parent)[2]

    def _write(self, row: Standing, parent: int, data: bytes) -> None:
        id = None if row.id is None else storable(row.id)
        values = (id, row.node, parent, row.run, row.boundary, row.leaf, row.tip, row.reset, row.compactions, self._now, data.decode())
        _INSERT.run(self.connection, row.base + row.seq, *values)

    def _set_header(self, seq: int) -> None:
        _SET_HEADER.run(self.connection, seq, self.standing.number)
        self._stands(msgspec.structs.replace(self.standing, header=seq))

    def _index(self) -> None:
        """Takes all rows into the index of ids."""
        standing = self.standing
        _TO_INDEX.run(self.connection, standing.base + standing.known, standing.base + standing.seq)
        _SET_KNOWN.run(self.connection, standing.seq + 1, standing.number)
        self._stands(msgspec.structs.replace(standing, known=standing.seq + 1))
        if self._tail is not None and self._indexed is not None:
            self._indexed.add(self._tail)
        else:
            self._indexed = None
        self._tail = set()

    # ------------------------------------------------------------------------------------------ what is stored already
    def _of_key(self, draft: Draft) -> Row | None:
        if draft.key is None:
            return None
        found = _KEY.first(self.connection, self.standing.number, storable(draft.key))
        if found is None:
            return None
        row = self._stored(found[0])
        if says_the_same(row.value, draft.value):
            return row
        raise EntryConflict(f"session {self._session!r}: the idempotency key {draft.key!r} is taken by row {row.seq}, which says something else")

    def _of_id(self, draft: Draft) -> Row | None:
        own = id_of(draft.value)
        if own is None or not self._may_be_taken(own):
            return None
        taken = named(self.connection, self.standing, own)
        if not taken:
            return None
        row = self._stored(taken[0][0])
        if row.value == draft.value:
            return row
        raise EntryConflict(f"session {self._session!r}: the id {own!r} is taken by row {row.seq}, which says something else; give the entry another id")

    def _may_be_taken(self, id: str) -> bool:
        if self._tail is None or id in self._tail:
            return True
        return (self._indexed is None or self._indexed.may_hold(id)) and is_indexed(self.connection, self.standing, id)

    def _stored(self, seq: int) -> Row:
        return msgspec.structs.replace(rows_between(self.connection, self.standing, seq, seq)[0], is_new=False)


def _kind_of(entry: Json) -> str | None:
    kind = entry.get("type") if type(entry) is dict else None
    return kind if type(kind) is str else None


class _Parents:
    """The parents of rows: those of this transaction at hand, the others in the database."""

    def __init__(self, connection: sqlite3.Connection, standing: Standing) -> None:
        self._connection = connection
        self.standing = standing
        self.fresh: dict[int, int] = {}

    def __getitem__(self, row: int) -> int:
        known = self.fresh.get(row)
        return known if known is not None else place_of(self._connection, self.standing, row)[0]

    def __setitem__(self, row: int, parent: int) -> None:
        self.fresh[row] = parent

    def __len__(self) -> int:
        return self.standing.seq + 2


class _Ids:
    """What ids stand for in the tree. `noted` is the id that the row which is just taken in has there."""

    def __init__(self, connection: sqlite3.Connection, standing: Standing) -> None:
        self._connection = connection
        self.standing = standing
        self.fresh: dict[str, int] = {}
        self.noted: str | None = None

    def get(self, name: str) -> int | None:
        standing = self.standing
        if name == standing.id and standing.node is not None:
            return standing.node
        known = self.fresh.get(name)
        if known is not None:
            return known
        return next((node for _, node in named(self._connection, standing, name) if node is not None), None)

    def __setitem__(self, name: str, row: int) -> None:
        self.fresh[name] = row
        self.noted = name
