"""The database of a store: opened with care, read by many, written by one at a time.

Several processes may have it open. A write is one `BEGIN IMMEDIATE` transaction, so that two writers wait for each other instead
of failing half-way; a read is one snapshot.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, TypeVar, get_args

import sqlalchemy as sa
from sqlalchemy import event

from replayable.errors import ForeignStore, StoreError
from replayable.store.faults import faults_told, told
from replayable.store.location import Location, keep_private
from replayable.store.rows import Memory
from replayable.store.schema import APPLICATION, VERSION

T = TypeVar("T")

Durability = Literal["full", "normal"]

# Small enough that the log is soon written over instead of growing, which costs a third of an append; in pages of 4 KiB.
_CHECKPOINT_AFTER = 250
_LOG_LIMIT = 64 * 1024 * 1024  # bytes that the log file keeps after it was emptied
_READERS = 8
_LONGEST = 1_000_000  # seconds; SQLite counts milliseconds in 32 bits
_REMEMBERED = 500  # sessions, of some 20 KiB each
_RETRY = 0.01  # seconds between attempts to switch the journal while others read


class Database:
    """An open database. `timeout` is in seconds: how long a lock of another process is waited for."""

    def __init__(self, location: Location, durability: Durability, timeout: float) -> None:
        check_settings(durability, timeout)
        self.path = location.path
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._engine = sa.create_engine(
            sa.URL.create("sqlite", database=str(location.path)),
            connect_args={"timeout": timeout, "isolation_level": None, "check_same_thread": False},
            poolclass=sa.QueuePool,
            pool_size=_READERS,
            max_overflow=-1,
            pool_reset_on_return=None,
        )
        event.listen(self._engine, "connect", _settings(durability))
        try:
            with faults_told(self.path):
                self._prepare(location, timeout)
                self._held = self._engine.raw_connection()
                self._writer: sqlite3.Connection = self._held.driver_connection  # type: ignore[assignment]
                self._control = self._writer.cursor()  # for what every write needs; a cursor of its own each time costs more than some of it
        except BaseException:
            self._engine.dispose()
            raise
        self._place = str(self.path)
        self._file = _file_of(self._place)
        self._version_seen: tuple[int] | None = None
        # What this store appended last, by session, for as long as nobody else has written: saves an append a fifth of its work.
        self.memory: dict[str, Memory] = {}

    # ------------------------------------------------------------------------------------------ reading and writing
    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work gives, inside a transaction that is committed at its end, or rolled back where anything is raised."""
        self._check()
        with self._lock:
            connection, execute = self._writer, self._control.execute
            if connection.in_transaction:
                raise StoreError(f"{self.path}: written to from inside another write; finish that first")
            try:
                execute("BEGIN IMMEDIATE")
                version = execute("PRAGMA data_version").fetchone()
                if version != self._version_seen or len(self.memory) > _REMEMBERED:
                    self._forget(version)
                done = work(connection)
                execute("COMMIT")
            except BaseException as error:
                self._broken_off(connection, error)
                raise
        return done

    def write_alone(self, statement: Callable[[sqlite3.Connection], T]) -> T:
        """What the statement gives, which is a transaction of its own."""
        self._check()
        with self._lock:
            if self._writer.in_transaction:
                raise StoreError(f"{self.path}: written to from inside another write; finish that first")
            try:
                return statement(self._writer)
            except BaseException as error:
                self._broken_off(self._writer, error)
                raise

    def _broken_off(self, connection: sqlite3.Connection, error: BaseException) -> None:
        """Takes back what was not committed. Raises the error in the words of a store where it is the database's."""
        self.memory.clear()
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.ProgrammingError):
            raise told(error, self.path) from error

    def _forget(self, version: tuple[int]) -> None:
        """Forgets what is remembered of sessions: another connection has written since, or there are many of them."""
        self.memory.clear()
        self._version_seen = version

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection on one snapshot of the database."""
        self._check()
        with faults_told(self.path):
            held = self._engine.raw_connection()
            connection: sqlite3.Connection = held.driver_connection  # type: ignore[assignment]
            try:
                connection.execute("BEGIN")
                try:
                    yield connection
                finally:
                    connection.execute("ROLLBACK")
            finally:
                held.close()

    def close(self) -> None:
        """Closes all connections; the log is emptied into the file by the last process that does so."""
        with self._lock:
            if self._process == os.getpid():
                self._held.close()
                self._engine.dispose()
            self._process = -1

    def _check(self) -> None:
        """Raises StoreError where what is open is not what lies at the path."""
        if self._process != os.getpid():
            words = "is closed" if self._process == -1 else "was opened by the process that this one was forked from; open it anew"
            raise StoreError(f"{self.path}: the store {words}")
        if _file_of(self._place) != self._file:
            raise StoreError(f"{self.path}: the file was deleted or replaced while it was open; open it anew")

    # ------------------------------------------------------------------------------------------ opening
    def _prepare(self, location: Location, timeout: float) -> None:
        with self._engine.connect() as connection:
            raw: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
            version = self._version(raw)
            keep_private(self.path)
            _choose_journal(raw, location, timeout)
            if version < VERSION:
                self._migrate(connection, raw)

    def _version(self, connection: sqlite3.Connection) -> int:
        """The version of the tables, 0 for an empty file. Raises ForeignStore for what is not ours or too new."""
        application, version = (_pragma(connection, name) for name in ("application_id", "user_version"))
        if application != APPLICATION:
            tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if application or version or tables:
                raise ForeignStore(f"{self.path}: is a database of another program; choose another file")
        elif version > VERSION:
            raise ForeignStore(f"{self.path}: has tables of version {version}, and this version of replayable knows {VERSION}; update it")
        return int(version)

    def _migrate(self, connection: sa.Connection, raw: sqlite3.Connection) -> None:
        from replayable.store.migrations import run

        with connection.begin():  # Alembic leaves a transaction alone that SQLAlchemy knows of
            raw.execute("BEGIN IMMEDIATE")
            if (version := self._version(raw)) < VERSION:  # unless another process was faster
                run(connection, raw, version, self.path)


def check_settings(durability: Durability, timeout: float) -> None:
    """Raises StoreError for settings that no database can have, before anything is made."""
    if not isinstance(durability, str) or durability not in get_args(Durability):  # SQLite takes any word, and keeps less than was wanted
        raise StoreError(f"durability={durability!r} is not known; choose {' or '.join(map(repr, get_args(Durability)))}")
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 <= timeout <= _LONGEST:
        raise StoreError(f"patience={timeout!r} is no number of seconds from 0 to {_LONGEST}")


def _settings(durability: Durability) -> Any:
    """Sets up each new connection."""

    def set_up(connection: sqlite3.Connection, _: object) -> None:
        for setting in (
            f"synchronous = {durability.upper()}",
            "foreign_keys = ON",
            "trusted_schema = OFF",
            f"wal_autocheckpoint = {_CHECKPOINT_AFTER}",
            f"journal_size_limit = {_LOG_LIMIT}",
            "checkpoint_fullfsync = ON",  # macOS: to the disk, not only to its cache
            *(("fullfsync = ON",) if durability == "full" else ()),
        ):
            connection.execute(f"PRAGMA {setting}")

    return set_up


def _choose_journal(connection: sqlite3.Connection, location: Location, timeout: float) -> None:
    """Switches the journal; while others hold the file SQLite refuses at once, so it is tried again until the time is over."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            chosen = _pragma(connection, f"journal_mode = {location.journal}")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY)
    if chosen.upper() != location.journal:
        raise StoreError(f"{location.path}: the journal stays {chosen!r} where {location.journal} is needed; a store needs a disk of this machine")


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _file_of(path: str) -> tuple[int, int] | None:
    """Which file lies at a path; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - once for each write: half the time of Path.stat
    except OSError:
        return None
    return found.st_dev, found.st_ino
