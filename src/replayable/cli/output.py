"""Where a payload goes: standard output, or a file that is replaced as a whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

import click


def check_output(out: str | None, record: Iterable[Path]) -> None:
    """Raises a usage error where the output would take the place of one of the files that hold the stored history, or that may."""
    if out is not None and out != "-" and any(_is_same(Path(out), file) for file in record):
        raise click.UsageError(f"{out}: this is the stored history, which stays the record; choose another file for -o")


def _is_same(path: Path, file: Path) -> bool:
    """Both are names of one file, also of one that is not there now."""
    return os.path.realpath(path) == os.path.realpath(file) or (path.exists() and file.exists() and path.samefile(file))


def write_output(out: str | None, payload: bytes) -> None:
    """Writes the payload to standard output (None, `-`) or to a file. Raises OSError."""
    if out is None or out == "-":
        _to_standard_output(payload)
    else:
        _to_file(Path(out), payload)


def _to_standard_output(payload: bytes) -> None:
    sys.stdout.buffer.write(payload)
    if sys.stdout.isatty() and not payload.endswith(b"\n"):
        sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()


def _to_file(path: Path, payload: bytes) -> None:
    path = Path(os.path.realpath(path))  # a link stays a link
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None and not stat.S_ISREG(mode):
        path.write_bytes(payload)  # a pipe or a device cannot be replaced; a directory raises
        return
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        _fill(beside, payload, mode)
        beside.replace(path)
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    _sync_directory(path.parent)


def _fill(path: Path, payload: bytes, mode: int | None) -> None:
    with path.open("xb") as file:
        if mode is not None:
            path.chmod(stat.S_IMODE(mode))
        file.write(payload)
        file.flush()
        os.fsync(file.fileno())


def _sync_directory(directory: Path) -> None:
    """Makes the new name durable, where the system lets a directory be opened."""
    try:
        handle = os.open(directory, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
