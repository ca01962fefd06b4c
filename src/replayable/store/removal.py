"""Removing the rows of a session."""

from __future__ import annotations

import sqlite3

import sqlalchemy as sa

from replayable.store.schema import ENTRIES, IDENTITIES, KEYS, ROUTES, SEARCHED, SESSIONS, STRIDE
from replayable.store.statement import Statement

_SESSION: sa.BindParameter[int] = sa.bindparam("session")
_ENTRIES = Statement(sa.delete(ENTRIES).where(ENTRIES.c.key.between(sa.bindparam("first"), sa.bindparam("last"))))
_WORDS = Statement(sa.text("DELETE FROM words WHERE rowid BETWEEN :first AND :last"))
_DERIVED = tuple(Statement(sa.delete(table).where(table.c.session == _SESSION)) for table in (IDENTITIES, KEYS, ROUTES, SEARCHED))
_RENEW = Statement(
    sa.update(SESSIONS).values(generation=sa.bindparam("to"), known=sa.literal_column("0"), header=sa.null()).where(SESSIONS.c.number == _SESSION)
)
_REMOVE = Statement(sa.delete(SESSIONS).where(SESSIONS.c.number == _SESSION))


def clear(connection: sqlite3.Connection, number: int, generation: str) -> None:
    """Removes the rows of a session, which is of another generation from now on. What waits for the end of a run stays."""
    _remove_rows(connection, number)
    for statement in _DERIVED:
        statement.run(connection, number)
    _RENEW.run(connection, generation, number)


def remove(connection: sqlite3.Connection, number: int) -> None:
    """Removes a session; what belongs to it goes with it."""
    _remove_rows(connection, number)
    _REMOVE.run(connection, number)


def _remove_rows(connection: sqlite3.Connection, number: int) -> None:
    first = number * STRIDE
    for statement in (_WORDS, _ENTRIES):
        statement.run(connection, first, first + STRIDE - 1)
