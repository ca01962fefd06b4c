"""A session file or a file of messages, also a damaged one or one of an old version → entries for a store. The file is not touched.

Messages go in bare, as a store keeps them: each hangs on the one before."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from replayable import records
from replayable.doctor.files import Files
from replayable.doctor.lines import lines, text_of
from replayable.doctor.mending import check_alone, texts_of
from replayable.doctor.screening import screened
from replayable.doctor.survey import Survey, survey
from replayable.errors import ReadError
from replayable.formats.openclaw.spellings import HEADER, VERSION
from replayable.model.values import Json
from replayable.projection.migration import migrated, naming, version_of

# An entry with where it comes from, as a store takes it.
Entries = Iterator[tuple[str, Any]]


class Source:
    """One file to be imported, which may have several names. Use it as a context manager; `entries` reads it from the beginning each time.

    Entries of version 1 get ids that are made of the path and the session, so that a second import finds those of the first."""

    def __init__(self, path: Path, files: Files) -> None:
        self.path = path
        self.files = files
        if not (state := files.state(path)).is_regular:
            check_alone(path, state)
        self._file = files.read(path)
        self._before = files.state_of(self._file)
        self._damage = self._looked_at()

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def session(self) -> str:
        """The id in the header, else the name of the file."""
        header = self._header()
        return next((name for key in ("id", "sessionId") if type(name := (header or {}).get(key)) is str and name), self.path.stem)

    def entries(self) -> Entries:
        """The entries, repaired and of the newest version, one by one. Raises ReadError at the end where the file was written to meanwhile."""
        header = self._header()
        old = header is not None and version_of(header) < VERSION
        yield from self._migrated() if old else self._texts()
        if not self.files.state_of(self._file).is_same_content(self._before):
            raise ReadError(f"{self.path}: was written to while it was read; stop what writes to it and try again")

    def _texts(self) -> Iterator[tuple[str, bytes]]:
        for number, text in enumerate(_lines_of(self._file, self._damage), 1):
            yield f"{self.path}, entry {number}", text

    def _migrated(self) -> Iterator[tuple[str, Json]]:
        name = naming(os.path.realpath(self.path), self.session)
        values = (records.decode(text) for text in _lines_of(self._file, self._damage))
        for number, entry in enumerate(migrated(values, name), 1):
            yield f"{self.path}, entry {number}", entry

    def _header(self) -> Json:
        first = records.decode(next(_lines_of(self._file, self._damage)))
        return first if type(first) is dict and first.get("type") == HEADER else None

    def _looked_at(self) -> Survey | None:
        """The survey of a file that is not surely healthy. Raises ReadError where there is neither a session nor a message in it."""
        text = text_of(self._file)
        healthy = screened(text.chunks) if text.encoding is None else None
        found = survey(self._file, self.path) if healthy is None else None
        kind = healthy.kind if healthy is not None else found.kind if found is not None else "lines"
        if kind not in ("session", "messages"):
            raise ReadError(f"{self.path}: is neither a session file nor JSONL of messages, so it has no entries to import")
        return found


def _lines_of(file: BinaryIO, found: Survey | None) -> Iterator[bytes]:
    """The lines of the file as they would stand after a repair."""
    if found is not None:
        return texts_of(file, found, [])
    return (line.text for line in lines(text_of(file).chunks))
