"""An entry that goes straight on from the last row of its session, as nearly all do: stored by one statement, which is a transaction of its own.

What is remembered of the session may be out of date. Then the statement stores nothing: its row is there already where others have
appended, and the session has another generation, or none, where they have replaced or removed its rows.
"""

from __future__ import annotations

import sqlite3

import msgspec
import sqlalchemy as sa

from replayable.model.values import Json
from replayable.store.appending import UNINDEXED
from replayable.store.draft import Draft
from replayable.store.rows import Memory, storable
from replayable.store.schema import ENTRIES, SESSIONS
from replayable.store.statement import Statement

_COLUMNS = [column.name for column in ENTRIES.columns if column.computed is None]
_INSERT = Statement(
    sa.insert(ENTRIES).from_select(
        _COLUMNS,
        sa.select(*[sa.bindparam(name) for name in _COLUMNS])
        .select_from(SESSIONS)
        .where(SESSIONS.c.number == sa.bindparam("session"), SESSIONS.c.generation == sa.bindparam("as_remembered")),
    )
)


def goes_on(memory: Memory, draft: Draft) -> bool:
    """The draft is a message with a new id that hangs on the last row, in which the conversation ends."""
    entry, last = draft.value, memory.standing
    if draft.key is not None or type(entry) is not dict or entry.get("type") != "message" or "message" not in entry or "appendMode" in entry:
        return False
    if last.id is None or entry.get("parentId") != last.id or not last.seq == last.node == last.leaf == last.tip:
        return False
    return last.seq + 1 - last.known < UNINDEXED and _is_new(memory, entry.get("id"))


def _is_new(memory: Memory, id: Json) -> bool:
    if type(id) is not str or not id or memory.ids is None or memory.indexed is None:
        return False
    return id not in memory.ids and not memory.indexed.may_hold(id)


def store_next(connection: sqlite3.Connection, memory: Memory, draft: Draft, now: int) -> Memory | None:
    """What is to be remembered once a draft that goes on is stored; None where it is not, because the session is not as it is remembered.
    `now` is in ms since 1970."""
    last, id = memory.standing, draft.value["id"]
    seq = last.seq + 1
    row = msgspec.structs.replace(last, seq=seq, id=id, node=seq, leaf=seq, tip=seq, updated=now)
    place = (seq, last.seq, row.run, row.boundary, seq, seq, row.reset, row.compactions)
    try:
        stored = _INSERT.run(connection, row.base + seq, storable(id), *place, now, draft.data.decode(), row.number, row.generation)
    except sqlite3.IntegrityError:
        return None
    if stored.rowcount != 1 or memory.ids is None:
        return None
    memory.ids.add(id)
    return Memory(row, memory.ids, memory.indexed)
