"""Broken session files, found and repaired: `examine` tells, `repair` puts a better file in the place of a damaged one."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from replayable.doctor.files import Disk, Files, State
from replayable.doctor.importing import Source
from replayable.doctor.lines import text_of
from replayable.doctor.mending import Repair, held
from replayable.doctor.report import Finding, Kind, Report
from replayable.doctor.screening import screened
from replayable.doctor.survey import Survey, survey
from replayable.errors import NotRepaired, ReadError
from replayable.formats.openclaw.spellings import VERSION
from replayable.report import Note

__all__ = ["Finding", "Kind", "NotRepaired", "Report", "Source", "examine", "files_in", "repair", "source"]

_DISK = Disk()


def examine(path: str | os.PathLike[str], files: Files = _DISK) -> Report:
    """What is damaged in a file: a session of openclaw or pi, or any JSONL of messages. Nothing is written.

    Raises ReadError where the file cannot be read, or no record in it."""
    place = _place(path)
    try:
        if not files.state(place).is_readable:
            raise ReadError(f"{place}: is a pipe or a device, no file")
        with files.read(place) as file:
            before = files.state_of(file)
            report = _examined(place, file)[0]
            _check_unchanged(place, before, files.state_of(file))
            return report
    except OSError as error:
        raise _unreadable(place, error) from None


def repair(path: str | os.PathLike[str], files: Files = _DISK) -> Report:
    """What was damaged in a file, after a better one was put in its place. A healthy file is not touched.

    Lines and messages that cannot be kept go to a side file, byte for byte. Raises ReadError as `examine` does, and NotRepaired where
    it cannot be done; then the file is as it was."""
    place = _place(path)
    try:
        with held(place, files) as file:
            before = files.state_of(file)
            report, found = _examined(place, file)
            if found is None or not found.findings:
                return report
            _check_unchanged(place, before, files.state_of(file))
            left = Repair(place, file, before, files).run(found)
    except OSError as error:
        raise _unreadable(place, error) from None
    return msgspec.structs.replace(report, repaired=True, side=left.side and str(left.side), backup=left.backup and str(left.backup))


@contextlib.contextmanager
def source(path: str | os.PathLike[str], files: Files = _DISK) -> Iterator[Source]:
    """The entries of a session file or of JSONL of messages for a store, whatever state and version it is in; the file stays as it is.

    Raises ReadError where it is neither."""
    place = _place(path)
    try:
        with Source(place, files) as found:
            yield found
    except OSError as error:
        raise _unreadable(place, error) from None


def files_in(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """The JSONL files in a folder and in those below it, in order; links are not followed."""
    for path in sorted(Path(folder).rglob("*.jsonl")):
        if path.is_file() and not path.is_symlink():
            yield path


# ---------------------------------------------------------------------------------------------- one file
def _place(path: str | os.PathLike[str]) -> Path:
    name = os.fspath(path)
    if not name.strip():
        raise ReadError("no file is named")
    if name.startswith("sqlite:"):
        raise ReadError(f"{name}: is a session in a database, not a file; `replayable store` reads those")
    return Path(name)


def _examined(path: Path, file: BinaryIO) -> tuple[Report, Survey | None]:
    """The report of an open file; with the survey if it did not look healthy at first sight."""
    text = text_of(file)
    healthy = screened(text.chunks) if text.encoding is None else None
    if healthy is not None:
        return Report(path=str(path), kind=healthy.kind, version=healthy.version, records=healthy.records, notes=_notes(healthy.version)), None
    found = survey(file, path)
    report = Report(path=str(path), kind=found.kind, version=found.version, records=found.records, findings=found.findings, notes=_notes(found.version))
    return report, found


def _notes(version: int | None) -> tuple[Note, ...]:
    if version is None or version <= VERSION:
        return ()
    return (Note(reason=f"session version {version} is newer than {VERSION}, the newest known here; looked at as {VERSION}"),)


def _check_unchanged(path: Path, before: State, after: State) -> None:
    if not after.is_same_content(before):
        raise ReadError(f"{path}: was written to while it was read; stop what writes to it and try again")


def _unreadable(path: Path, error: OSError) -> ReadError:
    if isinstance(error, FileNotFoundError):
        return ReadError(f"{path}: no such file")
    if isinstance(error, IsADirectoryError):
        return ReadError(f"{path}: a directory, not a file")
    return ReadError(f"{path}: cannot be read: {error.strerror or error}")
