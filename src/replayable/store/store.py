"""The store: opened, its sessions, and what concerns all of them."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from replayable.errors import StoreDamaged, StoreError, UnknownSession
from replayable.store import removal, searching, waiting
from replayable.store.arguments import count_of, several, text_of, words_of
from replayable.store.database import Database, Durability, check_settings
from replayable.store.draft import Redact
from replayable.store.loading import Loaded, load, load_file
from replayable.store.location import Missing, files_of, locate
from replayable.store.ownership import Ownership
from replayable.store.rows import Standing, all_standings, standing_of, storable
from replayable.store.searching import Hit
from replayable.store.session import Session

# Seconds for which a lock of another process is waited for, as openclaw waits.
_PATIENCE = 5.0


class Summary(msgspec.Struct, frozen=True, gc=False):
    """What a list of sessions says of one. Times are in ms since 1970; `updated` is that of the last entry."""

    id: str
    entries: int
    compactions: int
    created: int
    updated: int
    generation: str


def open(
    path: str | os.PathLike[str],
    *,
    durability: Durability = "full",
    redact: Redact | None = None,
    missing: Missing = "create",
    patience: float = _PATIENCE,
    clock: Callable[[], float] = time.time,
) -> Store:
    """The store in a file, which is made where it is missing (or refused, `missing="refuse"`).

    `durability`: "full" keeps what was appended even when the power fails, "normal" only when the program does. `redact` is given
    the value of every entry before it is stored and returns what may be. `patience`: seconds for which a lock of another process is
    waited for. `clock` gives seconds since 1970. Raises StoreError."""
    check_settings(durability, patience)
    for name, each in (("redact", redact or time.time), ("clock", clock)):
        if not callable(each):
            raise StoreError(f"{name} is a function, and not a value of type {type(each).__name__}")
    location = locate(path, missing)
    return Store(Database(location, durability, patience), redact, clock)


class Store:
    """Sessions in one file, for several threads and processes at once. Use it as a context manager, or close it."""

    def __init__(self, database: Database, redact: Redact | None, clock: Callable[[], float]) -> None:
        self.database = database
        self.redact = redact
        self.ownership = Ownership(database.path)
        self.ownership.sweep()
        self._clock = clock

    @property
    def path(self) -> Path:
        """The file."""
        return self.database.path

    @property
    def files(self) -> tuple[Path, ...]:
        """The file and those that SQLite keeps beside it while it is open; some may not be there."""
        return files_of(self.path)

    def now(self) -> int:
        """The time in ms since 1970."""
        try:
            return int(self._clock() * 1000)
        except (TypeError, ValueError, OverflowError):
            raise StoreError("the clock gave no number of seconds since 1970") from None

    # ------------------------------------------------------------------------------------------ sessions
    def session(self, id: str) -> Session:
        """The session of this id; its first entry makes it. What a run left waiting whose process is gone is settled as failed."""
        if not id or type(id) is not str or storable(id) != id:
            raise StoreError("a session's id is a string of one character at least, and of whole ones")
        waiting.settle_orphans(self, id)
        return Session(self, id)

    def sessions(self) -> list[Summary]:
        """All sessions, in the order in which they were made."""
        with self.database.reading() as connection:
            return [_summary(session, standing) for session, standing in all_standings(connection)]

    def summary(self, session: str) -> Summary:
        """What the list says of one session. Raises UnknownSession."""
        with self.database.reading() as connection:
            return _summary(session, self._known(connection, session))

    def __contains__(self, session: object) -> bool:
        with self.database.reading() as connection:
            return isinstance(session, str) and standing_of(connection, storable(session)) is not None

    def delete(self, session: str) -> None:
        """Removes a session with everything in it. Raises UnknownSession."""
        self.database.write(lambda connection: self._delete(connection, session))

    def _delete(self, connection: sqlite3.Connection, session: str) -> None:
        removal.remove(connection, self._known(connection, session).number)
        self.database.memory.clear()

    def _known(self, connection: sqlite3.Connection, session: str) -> Standing:
        standing = standing_of(connection, storable(words_of(session, "the session's id")))
        if standing is None:
            raise UnknownSession(f"{self.path}: has no session {session!r}")
        return standing

    def load(self, path: str | os.PathLike[str], *, session: str | None = None) -> Loaded:
        """What came of loading a session file: all of it or nothing. What was loaded before is not loaded again.

        The session is named by the file's header, else by the file. Raises StoreError for a file with a line that is no JSON, or one
        that changes meanwhile, and EntryConflict where the session has other entries."""
        return load_file(self, path, None if session is None else text_of(session, "the session's id"))

    def load_entries(self, session: str, entries: Iterable[tuple[str, Any]]) -> Loaded:
        """What came of loading entries (dicts or JSON text), each with the words for where it comes from. They are taken one by one,
        in one transaction: whatever the iteration raises leaves the store as it was."""
        return load(self, text_of(storable(words_of(session, "the session's id")), "the session's id"), several(entries))

    def search(self, words: str, *, session: str | None = None, most: int = 20) -> list[Hit]:
        """The entries in which all these words stand, in whatever order; the best first."""
        words_of(words, "what is searched for")
        named, most = None if session is None else storable(words_of(session, "the session's id")), count_of(most, "most")
        with self.database.reading() as connection:
            is_caught_up = not searching.behind(connection)
        while not is_caught_up:
            is_caught_up = self.database.write(searching.catch_up)
        with self.database.reading() as connection:
            return searching.search(connection, words, named, max(most, 0))

    # ------------------------------------------------------------------------------------------ the file
    def damage(self) -> tuple[str, ...]:
        """What is broken in the file, one sentence each; empty where it is intact. Takes as long as reading all of it."""
        try:
            with self.database.reading() as connection:
                words = [found[0] for found in connection.execute("PRAGMA integrity_check")]
                strays = [f"a row of {found[0]} belongs to no session" for found in connection.execute("PRAGMA foreign_key_check")]
        except StoreDamaged as error:  # so much that looking stops there
            return (str(error),)
        return tuple([word for word in words if word != "ok"] + strays)

    def close(self) -> None:
        """Closes the file. What was appended is there; using the store again raises StoreError."""
        self.ownership.release()
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Store {self.path}>"


def _summary(session: str, standing: Standing) -> Summary:
    return Summary(session, standing.seq + 1, standing.compactions, standing.created, standing.updated or standing.created, standing.generation)
