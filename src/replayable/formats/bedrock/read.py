"""A history of Bedrock's Converse → Transcript. Total and lossless: nothing is judged, nothing is left out."""

from __future__ import annotations

import msgspec

from replayable.answers import held_in
from replayable.formats.bedrock.blocks import opaque, read_blocks
from replayable.formats.bedrock.fields import NAME, facts_of_blocks, facts_of_entry
from replayable.formats.bedrock.reads import READS
from replayable.formats.bedrock.settings_read import read_settings
from replayable.model.building import message
from replayable.model.facts import ODD_FIELD, OWN_FIELD, SUSPECT_TEXT
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json, Raw
from replayable.records import Document


def read(document: Document) -> Transcript:
    """The transcript of a list of messages, of a request, or of a single message."""
    value = document.value
    if type(value) is dict and ("messages" in value or "role" not in value):
        return _read_request(value, document)
    entries = value if type(value) is list else [value]
    return Transcript(_read_entries(entries, document), NAME, notes=document.notes)


def _read_request(request: Raw, document: Document) -> Transcript:
    """`system` becomes the first message. One that says nothing stays among the settings, where it changes nothing."""
    system, entries = request.get("system"), request.get("messages")
    history = {"messages", "system"} if system else {"messages"}
    settings = read_settings({key: value for key, value in request.items() if key not in history})
    leading = (_read_system(system, document),) if system else ()
    listed = entries if type(entries) is list else [] if entries is None else [entries]
    return Transcript((*leading, *_read_entries(listed, document)), NAME, settings, "request", document.notes)


def _read_system(system: Json, document: Document) -> Message:
    scan = SUSPECT_TEXT if document.suspect else 0
    scan |= facts_of_blocks(system) if type(system) is list else ODD_FIELD
    return message("system", read_blocks(system), None, system, None, scan)


def _read_entries(entries: list[Json], document: Document) -> tuple[Message, ...]:
    records = document.records
    if records is None or len(records) != len(entries):
        scan = SUSPECT_TEXT if document.suspect else 0
        return tuple([read_message(entry, index, scan) for index, entry in enumerate(entries)])
    return tuple([read_message(record.value, index, SUSPECT_TEXT if record.suspect else 0) for index, record in enumerate(records)])


def read_message(entry: Json, origin: int, scan: int) -> Message:
    """The message that an entry of the list is; one without a role is kept whole, as an opaque part."""
    if type(entry) is not dict or type(role := entry.get("role")) is not str:
        return _read_answer(entry, origin, scan) or message("", (opaque(entry),), origin, entry, None, scan)
    return message(role, read_blocks(entry.get("content")), origin, entry, None, scan | facts_of_entry(entry))


def _read_answer(entry: Json, origin: int, scan: int) -> Message | None:
    """The message in a whole answer that was stored in its place."""
    held = held_in(entry, READS.answers)
    return msgspec.structs.replace(read_message(held, origin, scan | OWN_FIELD), raw=entry) if type(held) is dict else None
