"""Who a waiting row belongs to: a lock file beside the store that is held for as long as the process lives.

A number of a process would not do: it says nothing in another container, and is given again.
"""

from __future__ import annotations

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


class Ownership:
    """What one open store owns. The lock is taken when the first row has to wait."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None
        self._token = uuid.uuid4().hex

    def token(self) -> str:
        """The name of the lock, which is held from now on."""
        if self._handle is None:
            self._handle = os.open(self._file(self._token), os.O_CREAT | os.O_RDWR, 0o600)
            _lock(self._handle)
        return self._token

    def is_alive(self, token: str) -> bool:
        """The one who owns this lock still has its store open."""
        if token == self._token:
            return True
        try:
            handle = os.open(self._file(token), os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            _lock(handle)
        except OSError:
            return True
        finally:
            os.close(handle)
        return False

    def forget(self, token: str) -> None:
        """Removes the lock file of one who is not there any more."""
        self._file(token).unlink(missing_ok=True)

    def release(self) -> None:
        """Gives up the lock; what still waits is settled by whoever opens the session next."""
        if self._handle is not None:
            self.forget(self._token)
            os.close(self._handle)
            self._handle = None

    def _file(self, token: str) -> Path:
        return self._path.with_name(f"{self._path.name}-run-{token}")
