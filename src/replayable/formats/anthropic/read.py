"""A history of Anthropic's Messages API → Transcript. Total and lossless: nothing is judged, nothing is left out."""

from __future__ import annotations

from replayable.facts.anthropic_fields import MESSAGE_FIELDS
from replayable.formats.anthropic.blocks import read_blocks
from replayable.formats.anthropic.fields import API, NAME, facts_of_fields
from replayable.formats.anthropic.settings_read import read_settings
from replayable.model.building import message
from replayable.model.facts import ODD_FIELD, SUSPECT_TEXT
from replayable.model.parts import Opaque
from replayable.model.transcript import Message, Meta, Transcript
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
    if type(system) is list:
        scan |= facts_of_fields(system)
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
        return message("", (Opaque(_type_of(entry), entry, True, None, NAME),), origin, entry, None, scan)
    content = entry.get("content")
    parts = () if content == "" and role == "assistant" else read_blocks(content)
    if type(content) is list:
        scan |= facts_of_fields(content)
    if not MESSAGE_FIELDS.issuperset(entry):
        return message(role, parts, origin, entry, _read_meta(entry), scan | ODD_FIELD)
    return message(role, parts, origin, entry, None, scan)


def _type_of(entry: Json) -> str:
    kind = entry.get("type") if type(entry) is dict else None
    return kind if type(kind) is str else ""


def _read_meta(entry: Raw) -> Meta | None:
    """What a whole response, stored as a message, says of where it came from."""
    model = entry.get("model")
    if type(model) is not str:
        return None
    response_id, stop = entry.get("id"), entry.get("stop_reason")
    return Meta(
        api=API,
        model=model,
        response_id=response_id if type(response_id) is str else None,
        stop_reason=stop if type(stop) is str else None,
        usage=entry.get("usage"),
    )
