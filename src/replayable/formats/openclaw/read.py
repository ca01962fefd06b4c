"""A session file of openclaw, or a bare list of its messages → Transcript. Total and lossless."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from replayable.formats.openclaw.envelope import Envelope
from replayable.formats.openclaw.fields import facts_of_fields
from replayable.formats.openclaw.messages import READERS_OF_ROWS, milliseconds, read_message
from replayable.formats.openclaw.others import DOUBTFUL, with_others
from replayable.formats.openclaw.spellings import BOUNDARIES, HEADER, NAME, ROUTE, ROW_TYPES, VERSION
from replayable.formats.openclaw.tree import tree_of
from replayable.model.facts import SUSPECT_TEXT
from replayable.model.settings import Settings
from replayable.model.transcript import Message, Route, Transcript
from replayable.model.values import Json, Raw
from replayable.records import Document, Record
from replayable.report import Note

_NO_SETTINGS = Settings()


def read(document: Document) -> Transcript:
    """The active branch from its newest compaction or reset on; all other entries are kept for writing."""
    value = document.value
    rows = value if type(value) is list else _inside(value)
    return _read_session(rows, document) if is_session(rows) else _read_list(rows, document)


def _inside(value: Json) -> list[Json]:
    """The list in something else: messages under that name, or a single entry or message."""
    messages = value.get("messages") if type(value) is dict else None
    return messages if type(messages) is list else [value]


def is_session(rows: list[Json]) -> bool:
    """Entries, not messages: the first row that is one or the other says it."""
    for row in rows:
        if type(row) is dict:
            if type(row.get("role")) is str:
                return False
            if type(kind := row.get("type")) is str and kind in ROW_TYPES:
                return True
    return False


def _read_list(rows: list[Json], document: Document) -> Transcript:
    scans = _scans(document, document.records, len(rows))
    read = [read_message(row, index, scan) for index, (row, scan) in enumerate(zip(rows, scans, strict=True))]
    messages = tuple([each for each in read if each is not None])
    unsent = tuple([index for index, each in enumerate(read) if each is None]) if len(messages) < len(read) else ()
    envelope = Envelope(document.value, None, rows, tuple(range(len(rows))), unsent, messages)
    return _understood(Transcript(messages, NAME, _settings(document.value, rows), "list", document.notes, envelope, _compacted_at(messages)))


def _settings(value: Json, rows: list[Json]) -> Settings:
    """What stands beside the messages in an object: no field of this format, but not to be lost unseen."""
    if type(value) is not dict or value.get("messages") is not rows or len(value) == 1:
        return _NO_SETTINGS
    return Settings(extra={key: item for key, item in value.items() if key != "messages" and item is not None})


def _scans(document: Document, records: tuple[Record, ...] | None, count: int) -> list[int]:
    """For each row, the fact that its text is suspect where it is."""
    if not document.suspect or records is None or len(records) != count:
        return [SUSPECT_TEXT if document.suspect else 0] * count
    return [SUSPECT_TEXT if record.suspect else 0 for record in records]


# ---------------------------------------------------------------------------------------------- session files
def _read_session(value: list[Json], document: Document) -> Transcript:
    place = next((index for index, row in enumerate(value) if type(row) is dict and row.get("type") == HEADER), None)
    header, records = None, document.records
    rows = value
    if place is not None:
        header, rows = value[place], value[:place] + value[place + 1 :]
        records = records[:place] + records[place + 1 :] if records is not None else None
    tree = tree_of(rows)
    notes = (*document.notes, *_notes_of_header(header, document), *(_note(remark.row, remark.words, records) for remark in tree.remarks))
    transcript = read_branch(rows, header, tree.path, _scans(document, records, len(rows)), value)
    return msgspec.structs.replace(transcript, notes=notes)


def read_branch(rows: list[Json], header: Raw | None, path: tuple[int, ...], scans: Sequence[int], value: Json) -> Transcript:
    """The transcript of a session of which the path to the end of the conversation is known.

    Rows that are not on the path are not looked at. `scans` has facts for each row, as `read_message` takes them; `value` is what
    is written while nobody has changed anything."""
    active = since_boundary(rows, path)
    messages, unsent = _read_rows(rows, active, scans)
    envelope = Envelope(value, header, rows, active, unsent, messages)
    return _understood(Transcript(messages, NAME, _NO_SETTINGS, "session", (), envelope, _compacted_at(messages), routes=_routes(rows, path)))


def _understood(transcript: Transcript) -> Transcript:
    """The transcript with messages of other formats read as those do."""
    for message in transcript.messages:
        if message.facts & DOUBTFUL:
            return with_others(transcript)
    return transcript


def since_boundary(rows: list[Json], path: tuple[int, ...]) -> tuple[int, ...]:
    """The rows from the newest compaction or reset on: it first, then what it kept, then what follows it."""
    for at in range(len(path) - 1, -1, -1):
        if rows[path[at]]["type"] in BOUNDARIES:
            kept = _kept_from(rows, path, at)
            return (path[at], *path[kept:at], *path[at + 1 :])
    return path


def _kept_from(rows: list[Json], path: tuple[int, ...], at: int) -> int:
    """The place in the path of the first row that a boundary keeps; its own where it keeps none before it."""
    boundary = rows[path[at]]
    first, number = boundary.get("firstKeptEntryId"), boundary.get("firstKeptEntryIndex")
    if type(first) is str:
        return next((place for place in range(at) if rows[path[place]].get("id") == first), at)
    if type(number) is int:  # version 1 counts all lines, the header too
        return next((place for place in range(at) if path[place] >= number - 1), at)
    return at


def _read_rows(rows: list[Json], active: tuple[int, ...], scans: Sequence[int]) -> tuple[tuple[Message, ...], tuple[int, ...]]:
    """The messages of the active rows, and the rows that gave none. A boundary among the kept ones is spent."""
    messages: list[Message] = []
    unsent: list[int] = []
    for place, index in enumerate(active):
        row = rows[index]
        kind = row["type"]
        if kind == "message":
            read = read_message(row["message"], index, scans[index], row.get("timestamp")) if "message" in row else None
        else:
            read = None if place and kind == "compaction" else _read_row(row, index, scans[index])
        if read is not None:
            messages.append(read)
        elif not place or kind not in BOUNDARIES:
            unsent.append(index)
    return tuple(messages), tuple(unsent)


def _read_row(row: Raw, index: int, scan: int) -> Message | None:
    """The message that a row is which holds none."""
    reader = READERS_OF_ROWS.get(row["type"])
    return None if reader is None or row.get("excludeFromContext") is True else reader(row, index, scan | facts_of_fields(row, ""), None)


def _compacted_at(messages: tuple[Message, ...]) -> float | None:
    """The time of the newest compaction; one without a readable time counts as 0 (openclaw storage specification 1.6)."""
    times = [(each.meta.timestamp or 0) if each.meta else 0 for each in messages if each.kind == "compaction"]
    return max(times, default=None)


def _routes(rows: list[Json], path: tuple[int, ...]) -> tuple[Route, ...]:
    """The routes that the session noted whenever they changed (openclaw 2026.9.6, `model-snapshot`)."""
    noted = (rows[index] for index in path if rows[index]["type"] == "custom")
    return tuple([_route(data) for row in noted if row.get("customType") == ROUTE and type(data := row.get("data")) is dict])


def _route(data: Raw) -> Route:
    provider, api, model = (value if type(value := data.get(key)) is str else None for key in ("provider", "modelApi", "modelId"))
    return Route(provider, api, model, milliseconds(data.get("timestamp")))


# ---------------------------------------------------------------------------------------------- notes
def _notes_of_header(header: Raw | None, document: Document) -> tuple[Note, ...]:
    line = document.records[0].line if document.records else None
    if header is None:
        return (Note(line=line, reason="the session has no readable header; read as it stands"),)
    version = header.get("version")
    if type(version) is int and version > VERSION:
        return (Note(line=line, reason=f"session version {version} is newer than {VERSION}, the newest known here; read as {VERSION}"),)
    return ()


def _note(row: int, words: str, records: tuple[Record, ...] | None) -> Note:
    if records is None:
        return Note(reason=f"entry {row}: {words}")
    return Note(line=records[row].line, offset=records[row].offset, reason=words)
