"""What went wrong with a database, as one clear line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from replayable.errors import StoreBusy, StoreDamaged, StoreError

# SQLite's primary result codes (sqlite.org/rescode.html): the low byte of the extended ones.
_BUSY = (5, 6)
_DAMAGED = (11, 26)
_WORDS = {
    8: (StoreError, "cannot be written: it is read-only"),
    10: (StoreError, "the disk reported an error"),
    13: (StoreError, "there is no room left on the disk"),
    14: (StoreError, "cannot be opened"),
    23: (StoreError, "access was denied"),
}


@contextmanager
def faults_told(path: Path) -> Iterator[None]:
    """Raises a StoreError with the path in place of what the database raises."""
    from sqlalchemy.exc import DBAPIError

    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # ours
    except sqlite3.Error as error:
        raise told(error, path) from error
    except DBAPIError as error:
        raise told(error.orig, path) from error


def told(error: BaseException | None, path: Path) -> StoreError:
    """The error in our words."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _BUSY:
        return StoreBusy(f"{path}: another process keeps the store locked; try again when it is done")
    if code in _DAMAGED:
        return StoreDamaged(f"{path}: is no database or a damaged one ({error}); put a copy of it in its place")
    kind, words = _WORDS.get(code, (StoreError, "the database refused"))
    return kind(f"{path}: {words} ({error}); nothing was changed")
