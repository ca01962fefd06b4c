"""Who a waiting row belongs to: a lock file beside the store that is held for as long as the process lives.

A number of a process would not do: it says nothing in another container, and is given again.
"""

from __future__ import annotations

import glob
import os
import sys
import uuid
from pathlib import Path

from replayable.errors import StoreError

if sys.platform == "win32":
    import msvcrt

    def _wait_for(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)

    def _try(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _wait_for(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)

    def _try(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_MARK = "-run-"
_OPEN = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)  # a link in this place is not ours


class Ownership:
    """What one open store owns. The lock is taken when the first row has to wait."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None
        self._token = uuid.uuid4().hex

    def token(self) -> str:
        """The name of the lock, which is held from now on. Raises StoreError where no lock can be had."""
        file = self._file(self._token)
        try:
            while self._handle is None:
                self._handle = _locked(file)
        except OSError as error:
            raise StoreError(f"{file}: {error.strerror}; a run needs a file beside the store that it can lock") from error
        return self._token

    def is_alive(self, token: str) -> bool:
        """The one who owns this lock still has its store open."""
        return token == self._token or not _remove_if_free(self._file(token))

    def sweep(self) -> None:
        """Removes the lock files of all who are not there any more."""
        for file in self._path.parent.glob(f"{glob.escape(self._path.name)}{_MARK}*"):
            _remove_if_free(file)

    def release(self) -> None:
        """Gives up the lock; what still waits is settled by whoever opens the session next."""
        if self._handle is not None:
            self._file(self._token).unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def _file(self, token: str) -> Path:
        return self._path.with_name(f"{self._path.name}{_MARK}{token}")


def _locked(file: Path) -> int | None:
    """The handle of the file, locked; None where somebody took it for a forgotten one between the two steps, and removed it."""
    handle = os.open(file, os.O_CREAT | _OPEN, 0o600)
    try:
        _wait_for(handle)
        if file.exists() and os.fstat(handle).st_ino == file.stat().st_ino:
            return handle
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _remove_if_free(file: Path) -> bool:
    """A lock file is held by nobody, and gone now."""
    try:
        handle = os.open(file, _OPEN)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        _try(handle)
        file.unlink(missing_ok=True)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
