"""Who a waiting row belongs to: a lock file beside the store that is held for as long as the process lives.

A number of a process would not do: it says nothing in another container, and is given again.
"""

from __future__ import annotations

import glob
import os
import sys
import uuid
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_MARK = "-run-"


class Ownership:
    """What one open store owns. The lock is taken when the first row has to wait."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None
        self._token = uuid.uuid4().hex

    def token(self) -> str:
        """The name of the lock, which is held from now on."""
        while self._handle is None:
            handle = os.open(self._file(self._token), os.O_CREAT | os.O_RDWR, 0o600)
            try:
                _lock(handle)
                if self._is_there(handle):  # nobody took it for a forgotten one between the two steps
                    self._handle = handle
            except OSError:
                pass
            if self._handle is None:
                os.close(handle)
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

    def _is_there(self, handle: int) -> bool:
        file = self._file(self._token)
        return file.exists() and os.fstat(handle).st_ino == file.stat().st_ino


def _remove_if_free(file: Path) -> bool:
    """A lock file is held by nobody, and gone now."""
    try:
        handle = os.open(file, os.O_RDWR)
    except FileNotFoundError:
        return True
    try:
        _lock(handle)
        file.unlink(missing_ok=True)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
