"""Statements that are written in SQLAlchemy Core, compiled once, and run on the driver's connection.

An append takes some 200 µs, of which nearly all is the disk's; executing through SQLAlchemy would add a third to it."""

from __future__ import annotations

import sqlite3
from functools import cached_property
from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.sql import ClauseElement

Value = str | int | bytes | None
Found = tuple[Any, ...]

_DIALECT = sqlite.dialect()


class Statement:
    """A statement whose parameters are given in the order in which they stand in it."""

    def __init__(self, clause: ClauseElement) -> None:
        self._clause = clause

    @cached_property
    def sql(self) -> str:
        """The text, with a question mark for each parameter."""
        return str(self._clause.compile(dialect=_DIALECT, compile_kwargs={"literal_binds": False, "render_postcompile": True}))

    def run(self, connection: sqlite3.Connection, *values: Value) -> sqlite3.Cursor:
        """The cursor after running it."""
        return connection.execute(self.sql, values)

    def all(self, connection: sqlite3.Connection, *values: Value) -> list[Found]:
        """All rows."""
        return connection.execute(self.sql, values).fetchall()

    def first(self, connection: sqlite3.Connection, *values: Value) -> Found | None:
        """The first row, or None."""
        found: Found | None = connection.execute(self.sql, values).fetchone()
        return found
