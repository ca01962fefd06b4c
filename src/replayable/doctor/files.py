"""What the doctor does with files. It is handed over as an argument, so that a test can let any of it fail."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec


class State(msgspec.Struct, frozen=True, gc=False):
    """A file as the system knows it. Times in nanoseconds, `mode` as in `stat`."""

    device: int
    inode: int
    size: int
    modified: int
    mode: int
    links: int

    @property
    def is_readable(self) -> bool:
        """It has an end: a file or a folder, or a link that may lead to one. Pipes and devices are never read."""
        return stat.S_ISREG(self.mode) or stat.S_ISLNK(self.mode) or stat.S_ISDIR(self.mode)

    @property
    def is_regular(self) -> bool:
        """It is a file, no folder, link or device."""
        return stat.S_ISREG(self.mode)

    def is_same_content(self, other: State) -> bool:
        """The file is the same, and nobody wrote to it in between."""
        return (self.device, self.inode, self.size, self.modified) == (other.device, other.inode, other.size, other.modified)


class Files(Protocol):
    """The file layer. Every method raises OSError."""

    def state(self, path: Path) -> State:
        """The state of what is at the path itself, be it a link."""
        ...

    def state_of(self, file: BinaryIO) -> State:
        """The state of an open file."""
        ...

    def read(self, path: Path) -> BinaryIO:
        """The file, opened for reading."""
        ...

    def named(self, folder: Path, start: str) -> list[Path]:
        """What is in a folder under names that start so."""
        ...

    def hold(self, file: BinaryIO) -> None:
        """Keeps other programs that ask from writing to it as long as it is open."""
        ...

    def create(self, path: Path) -> BinaryIO:
        """A new file that only its owner may read, opened for writing; nothing may be there yet."""
        ...

    def dress(self, file: BinaryIO, state: State) -> None:
        """Gives an open file the permissions of another."""
        ...

    def sync(self, file: BinaryIO) -> None:
        """Returns when all of it is on the disk."""
        ...

    def keep(self, path: Path, backup: Path) -> None:
        """Puts the file at the path also at `backup`, where nothing may be yet."""
        ...

    def replace(self, new: Path, path: Path) -> None:
        """Puts the file `new` in the place of another, in one step, durably."""
        ...

    def remove(self, path: Path) -> None:
        """Takes a file away."""
        ...

    def stamp(self) -> str:
        """The process and the time in milliseconds, for names of files."""
        ...


class Disk:
    """The file system."""

    def state(self, path: Path) -> State:
        return _state(path.lstat())

    def state_of(self, file: BinaryIO) -> State:
        return _state(os.fstat(file.fileno()))

    def read(self, path: Path) -> BinaryIO:
        return path.open("rb")

    def named(self, folder: Path, start: str) -> list[Path]:
        return [path for path in folder.iterdir() if path.name.startswith(start)]

    def hold(self, file: BinaryIO) -> None:
        with contextlib.suppress(ImportError):  # no such thing on Windows
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def create(self, path: Path) -> BinaryIO:
        return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")

    def dress(self, file: BinaryIO, state: State) -> None:
        os.fchmod(file.fileno(), stat.S_IMODE(state.mode))

    def sync(self, file: BinaryIO) -> None:
        file.flush()
        os.fsync(file.fileno())

    def keep(self, path: Path, backup: Path) -> None:
        """A second name for the file: what a late writer still appends is in it, too. A copy where the file system has only one."""
        try:
            os.link(path, backup)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            self._copy(path, backup)

    def _copy(self, path: Path, backup: Path) -> None:
        with path.open("rb") as old, self.create(backup) as new:
            try:
                while chunk := old.read(1 << 20):
                    write_all(new, chunk)
                self.dress(new, self.state_of(old))
                self.sync(new)
            except BaseException:
                backup.unlink(missing_ok=True)
                raise

    def replace(self, new: Path, path: Path) -> None:
        new.replace(path)
        _sync_folder(path.parent)

    def remove(self, path: Path) -> None:
        path.unlink()

    def stamp(self) -> str:
        return f"{os.getpid()}-{time.time_ns() // 1_000_000}"


def write_all(file: BinaryIO, text: bytes) -> None:
    """Writes all of the text; a file may take it in several goes."""
    rest = memoryview(text)
    while rest:
        taken = file.write(rest)
        if not taken:
            raise OSError(errno.EIO, "nothing more can be written")
        rest = rest[taken:]


_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS, errno.EXDEV})


def _state(found: os.stat_result) -> State:
    return State(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_mode, found.st_nlink)


def _sync_folder(folder: Path) -> None:
    """Makes a new name durable, where the system lets a folder be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
