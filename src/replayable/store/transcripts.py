"""The rows of a session → what its model is shown. Only the rows since the newest compaction or reset are read."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa

from replayable import formats, records
from replayable.errors import UnknownFormat
from replayable.formats.openclaw.read import is_session, read_branch
from replayable.model.facts import EMPTY, OPAQUE, OTHER_ROLE, SUSPECT_TEXT
from replayable.model.transcript import Transcript
from replayable.model.values import Json
from replayable.records import Document
from replayable.store.draft import as_entry
from replayable.store.rows import Row, Standing, named, place_of, rows_between, runs_to, seqs_of, texts_between, texts_of
from replayable.store.schema import ENTRIES, ROUTES
from replayable.store.statement import Statement

_IDENTIFIED = Statement(sa.select(ENTRIES.c.key).where(ENTRIES.c.key.between(sa.bindparam("first"), sa.bindparam("last")), ENTRIES.c.id.is_not(None)))
_ROUTES = Statement(sa.select(ROUTES.c.seq).where(ROUTES.c.session == sa.bindparam("session")).order_by(ROUTES.c.seq))

# So many rows are looked at for whether a session consists of entries or of messages in some format.
_FIRST = 8
_PART = 512


def holds_entries(connection: sqlite3.Connection, standing: Standing) -> bool:
    """The session consists of entries, be it with bare messages among them, not of the messages or items of some other format."""
    if standing.header is not None or _IDENTIFIED.first(connection, standing.base, standing.base + standing.seq) is not None:
        return True
    first = [records.decode(text) for text in texts_between(connection, standing, 0, _FIRST - 1)]
    return is_session([value for value in first if as_entry(value) is value]) or _are_of_many_formats(connection, standing)


def _are_of_many_formats(connection: sqlite3.Connection, standing: Standing) -> bool:
    """Among the rows are messages that the format does not understand which all of them are read in, and another does."""
    judged = [formats.verdicts(part) for part in _parts(connection, standing)]
    try:
        wanted = formats.chosen(tuple(map(_all_of, zip(*judged, strict=True))))
    except UnknownFormat:
        return any(as_entry(value) is not value for part in _parts(connection, standing) for value in part)
    read = (wanted.read(Document(part, None, (), "objects", None, False)) for part in _parts(connection, standing))
    doubtful = (message.raw for transcript in read for message in transcript.messages if message.facts & (OPAQUE | OTHER_ROLE | EMPTY))
    return any(_is_of_another(item, wanted.name) for raw in doubtful for item in (raw if type(raw) is list else [raw]))


def _all_of(said: tuple[bool | None, ...]) -> bool | None:
    """What a format says of several parts of a list."""
    return False if False in said else True if True in said else None


def _is_of_another(message: Json, format: str) -> bool:
    said: dict[str, bool | None] = dict(zip(formats.NAMES, formats.verdicts([message]), strict=True))
    own, others = said.pop(format), said.values()
    return any(others) if own is None else own is False and any(verdict is not False for verdict in others)


def _parts(connection: sqlite3.Connection, standing: Standing) -> Iterator[list[Json]]:
    for first in range(0, standing.seq + 1, _PART):
        yield [records.decode(text) for text in texts_between(connection, standing, first, first + _PART - 1)]


def as_line(row: Row) -> bytes:
    """The text of a row as it stands in a session file: that of a bare message as the entry of that message."""
    if row.id is None:
        value = row.value
        if as_entry(value) is not value:
            return b'{"type":"message","message":' + row.data + b"}"
    return row.data


def transcript_of(connection: sqlite3.Connection, standing: Standing) -> Transcript:
    """The transcript of a session."""
    if not holds_entries(connection, standing):
        document = records.load(b"\n".join(texts_between(connection, standing, 0, standing.seq)))
        return formats.recognised(document.value, None).read(document)
    if standing.leaf < 0:
        return _read(connection, standing, [])
    runs = runs_to(connection, standing, standing.leaf, _beginning(connection, standing))
    runs = [*_earlier_routes(connection, standing, runs[0][0]), *runs]
    return _read(connection, standing, runs)


def _earlier_routes(connection: sqlite3.Connection, standing: Standing, before: int) -> list[tuple[int, int]]:
    """The rows on the way to this one that note the route of the session."""
    parent = place_of(connection, standing, before)[0]
    seqs = [seq for (seq,) in _ROUTES.all(connection, standing.number)] if parent >= 0 else []
    runs = runs_to(connection, standing, parent) if seqs else []
    return [(seq, seq) for first, last in runs for seq in seqs if first <= seq <= last]


def _beginning(connection: sqlite3.Connection, standing: Standing) -> int | None:
    """A row on the way, such that what the model is shown is not before it; None where it is not known."""
    boundary = place_of(connection, standing, standing.leaf)[2]
    if boundary < 0:
        return None
    entry = rows_between(connection, standing, boundary, boundary)[0].value
    first = entry.get("firstKeptEntryId")
    if type(first) is str:
        return min((seq for seq, node in named(connection, standing, first) if node is not None), default=boundary)
    return None if type(entry.get("firstKeptEntryIndex")) is int else boundary


def _read(connection: sqlite3.Connection, standing: Standing, runs: list[tuple[int, int]]) -> Transcript:
    """The transcript of the rows on the way to the end. Places are counted as in a file, without its header."""
    header, value, seqs = None, list[Json](), list(seqs_of(runs))
    if standing.header is not None:
        header = rows_between(connection, standing, standing.header, standing.header)[0].value
        value.append(header)
        seqs = [seq - (seq > standing.header) for seq in seqs]
    with _collected_later():
        entries, suspects = records.decode_each(texts_of(connection, standing, runs))
        told = [entry if "parentId" in entry else as_entry(entry) for entry in entries]
        rows = told if seqs == list(range(len(seqs))) else _in_places(seqs, told)
        return read_branch(rows, header, tuple(seqs), _scans(seqs, suspects), value + entries)


@contextmanager
def _collected_later() -> Iterator[None]:
    """Keeps the garbage collector from going through all values several times while they are being made: none of them is garbage
    yet, and in a long session that takes as long as decoding it."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _in_places(seqs: list[int], entries: list[Json]) -> list[Json]:
    """A list in which each entry stands in its place; None in all others."""
    rows: list[Json] = [None] * (max(seqs) + 1)
    for seq, entry in zip(seqs, entries, strict=True):
        rows[seq] = entry
    return rows


def _scans(seqs: list[int], suspects: list[int]) -> Sequence[int]:
    """For each place, the fact that its text may hold odd characters where it may."""
    scans = [0] * (max(seqs, default=-1) + 1)
    for place in suspects:
        scans[seqs[place]] = SUSPECT_TEXT
    return scans
