"""A history of Gemini's generateContent → Transcript. Total and lossless: nothing is judged, nothing is left out."""

from __future__ import annotations

import msgspec

from replayable.answers import held_in, maker_in
from replayable.formats.gemini.fields import facts_of_entry
from replayable.formats.gemini.parts_read import opaque, read_part, read_parts
from replayable.formats.gemini.reads import READS
from replayable.formats.gemini.settings_read import read_settings
from replayable.formats.gemini.spelling import NAME, spelled
from replayable.model.building import message
from replayable.model.facts import ODD_FIELD, OWN_FIELD, SUSPECT_TEXT
from replayable.model.parts import Part
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json, Raw
from replayable.records import Document

API = "google-generative-ai"

# "function" is the SDK's older word for "tool"; the API takes both up to Gemini 3.5 (provider-contracts: gemini-role-tool, 2026-07).
ROLES = {"user": "user", "model": "assistant", "function": "tool", "tool": "tool"}


def read(document: Document) -> Transcript:
    """The transcript of a list of contents, of a request, or of a single content."""
    value = document.value
    if type(value) is dict and ("contents" in value or ("role" not in value and "parts" not in value)):
        return _read_request(value, document)
    entries = value if type(value) is list else [value]
    return Transcript(_read_entries(entries, document), NAME, notes=document.notes)


def _read_request(request: Raw, document: Document) -> Transcript:
    """The system instruction becomes the first message; the envelope keeps its spelling. One that says nothing stays among the settings."""
    key = spelled(request, "systemInstruction")
    system, entries = request.get(key), request.get("contents")
    history = {"contents", key} if system else {"contents"}
    settings = read_settings({name: value for name, value in request.items() if name not in history})
    leading = (_read_system(system, document),) if system else ()
    listed = entries if type(entries) is list else [] if entries is None else [entries]
    return Transcript((*leading, *_read_entries(listed, document)), NAME, settings, "request", document.notes, key)


def _read_system(system: Json, document: Document) -> Message:
    """Text, a content, a part, or (in the SDK) a list of these."""
    scan = SUSPECT_TEXT if document.suspect else 0
    scan |= facts_of_entry({**system, "role": "user"}) if type(system) is dict else ODD_FIELD
    listed = system if type(system) is list else [system]
    parts: tuple[Part, ...] = tuple([part for each in listed for part in _read_instruction(each)])
    return message("system", parts, None, system, None, scan)


def _read_instruction(value: Json) -> tuple[Part, ...]:
    return read_parts(value["parts"]) if type(value) is dict and "parts" in value else read_part(value)


def _read_entries(entries: list[Json], document: Document) -> tuple[Message, ...]:
    records = document.records
    if records is None or len(records) != len(entries):
        scan = SUSPECT_TEXT if document.suspect else 0
        return tuple([read_message(entry, index, scan) for index, entry in enumerate(entries)])
    return tuple([read_message(record.value, index, SUSPECT_TEXT if record.suspect else 0) for index, record in enumerate(records)])


def read_message(entry: Json, origin: int, scan: int) -> Message:
    """The message that a content is; one without a role is the user's, and so is a mere text (the SDK takes both)."""
    if type(entry) is str:
        return message("user", read_part(entry), origin, entry, None, scan | ODD_FIELD)
    role = _role_of(entry) if type(entry) is dict else None
    if type(role) is not str:
        return _read_answer(entry, origin, scan) or message("", (opaque(entry),), origin, entry, None, scan)
    return message(ROLES.get(role, role), read_parts(entry.get("parts")), origin, entry, None, scan | facts_of_entry(entry))


def _role_of(entry: Raw) -> Json:
    """The stored role. "If not set, the service will default to 'user'" (google-genai 3.6.1, 2026-11)."""
    role = entry.get("role")
    return "user" if "parts" in entry and (role is None or role == "") else role


def _read_answer(entry: Json, origin: int, scan: int) -> Message | None:
    """The message in a whole answer that was stored in its place."""
    held = held_in(entry, READS.answers)
    if type(held) is not dict:
        return None
    return msgspec.structs.replace(read_message(held, origin, scan | OWN_FIELD), raw=entry, meta=maker_in(entry, API))
