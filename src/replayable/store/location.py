"""Where a store lies: a regular file of its own, for its owner alone, on a disk that can hold one safely."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Literal, get_args

import msgspec

from replayable.errors import StoreError
from replayable.store.arguments import path_of

Missing = Literal["create", "refuse"]
Journal = Literal["WAL", "DELETE"]

_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700
_OTHERS = 0o077
_SIDECARS = ("-wal", "-shm", "-journal")

# File systems that several machines may share: the memory that WAL shares between processes does not reach from one to another
# (sqlite.org/wal.html, 2026-11). SSHFS does not even keep locks.
_SHARED = frozenset({"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "9p", "virtiofs", "afs", "ceph", "lustre", "glusterfs", "fuse.glusterfs"})
_LOCKLESS = frozenset({"fuse.sshfs", "sshfs"})


class Location(msgspec.Struct, frozen=True):
    """The file of a store. `journal`: how its changes are kept until they are in the file."""

    path: Path
    journal: Journal


def locate(path: str | os.PathLike[str], missing: Missing) -> Location:
    """The location of a store; a file that is missing is made, or refused. Raises StoreError for one that cannot hold a store."""
    if not isinstance(missing, str) or missing not in get_args(Missing):
        raise StoreError(f"missing={missing!r} is not known; choose {' or '.join(map(repr, get_args(Missing)))}")
    place = Path(os.path.abspath(path_of(path, "a store")))  # noqa: PTH100 - a link must stay one, to be seen
    try:
        journal = _journal(place)
        if not os.path.lexists(place):
            _make(place, missing)
        _check(place)
        _check_sidecars(place)
    except OSError as error:
        raise StoreError(f"{error.filename or place}: {error.strerror}; a store needs a file that can be read and written") from error
    return Location(place, journal)


def files_of(path: Path) -> tuple[Path, ...]:
    """The file of a store, and those that SQLite may keep beside it."""
    return (path, *(path.with_name(path.name + ending) for ending in _SIDECARS))


def _make(path: Path, missing: Missing) -> None:
    if missing == "refuse":
        raise StoreError(f"{path}: no such store")
    _make_folder(path.parent)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE_FILE))
    except FileExistsError:
        return  # another process was faster
    sync_folder(path.parent)


def _make_folder(folder: Path) -> None:
    """A folder that is there keeps its mode; what has to be made is the owner's alone."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(_PRIVATE_FOLDER, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Makes a new name in a folder durable, where the system lets a folder be opened."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check(path: Path) -> None:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise StoreError(f"{path}: is a symbolic link; name the file itself")
    if not stat.S_ISREG(found.st_mode):
        raise StoreError(f"{path}: is no regular file")
    if found.st_nlink > 1:
        raise StoreError(f"{path}: has {found.st_nlink} hard links, and changes would not be safe under each of its names; copy it")


def keep_private(path: Path) -> None:
    """Takes the rights of all others from a file that its owner has open; the files beside it follow its mode."""
    found = path.stat()
    if found.st_mode & _OTHERS and hasattr(os, "geteuid") and found.st_uid == os.geteuid():
        for file in files_of(path):
            if file.exists():
                file.chmod(stat.S_IMODE(file.stat().st_mode) & ~_OTHERS)


def _check_sidecars(path: Path) -> None:
    for sidecar in files_of(path)[1:]:
        if sidecar.is_symlink():
            raise StoreError(f"{sidecar}: is a symbolic link; a store's files lie side by side")


# ---------------------------------------------------------------------------------------------- file systems
def _journal(path: Path) -> Journal:
    kind = _file_system(path)
    if kind in _LOCKLESS:
        raise StoreError(f"{path}: lies on {kind}, which keeps no locks; a store needs a disk of this machine")
    return "DELETE" if kind in _SHARED or str(path).startswith("\\\\") else "WAL"


def _file_system(path: Path) -> str | None:
    """The name of the file system that a path lies on; None where the system does not tell it."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return None
    return file_system_of(str(path.parent.resolve()), mounts)


def file_system_of(folder: str, mounts: str) -> str | None:
    """The type of the mount that a folder lies on, by the text of Linux's `mountinfo` (proc_pid_mountinfo(5)); the last one on a place counts."""
    best, kind = "", None
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        fields = before.split()
        if len(fields) < 5 or not after:
            continue
        point = fields[4].replace("\\040", " ")
        if _is_within(folder, point) and len(point) >= len(best):
            best, kind = point, after.split()[0]
    return kind


def _is_within(folder: str, point: str) -> bool:
    return folder == point or folder.startswith(point.rstrip("/") + "/")
