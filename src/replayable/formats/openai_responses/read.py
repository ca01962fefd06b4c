"""A history of OpenAI's Responses API → Transcript. Total and lossless: nothing is judged, nothing is left out.

The items of an assistant's turn that stand in a row (reasoning, message, calls) become one Message, so that the calls of a turn stand
together; its `raw` is the list of the items. Every other item is a Message of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from replayable.answers import held_in, maker_in
from replayable.formats.openai_responses.content import read_content
from replayable.formats.openai_responses.fields import CALLERS_RESULTS, NAME, OUTPUTS, ROLES
from replayable.formats.openai_responses.items import SAID, facts_of_item, opaque, read_result, read_said, read_server_result
from replayable.formats.openai_responses.reads import READS
from replayable.formats.openai_responses.settings_read import read_settings
from replayable.model.building import message, result_message, text_message
from replayable.model.facts import OWN_FIELD, SUSPECT_TEXT
from replayable.model.parts import Opaque, Part, Text
from replayable.model.transcript import Message, Meta, Transcript
from replayable.model.values import Json, Raw
from replayable.records import Document
from replayable.words import says_more

API = "openai-responses"


def read(document: Document) -> Transcript:
    """The transcript of a list of items, of a request, or of a single item."""
    value = document.value
    if type(value) is dict and ("input" in value or not ("role" in value or "type" in value)):
        return _read_request(value, document)
    entries = value if type(value) is list else [value]
    return Transcript(_read_entries(entries, document), NAME, notes=document.notes)


def _read_request(request: Raw, document: Document) -> Transcript:
    """`instructions` become the first message; other than text they stay among the settings."""
    instructions, given = request.get("instructions"), request.get("input")
    leading: tuple[Message, ...] = ()
    history = {"input"}
    if type(instructions) is str and instructions:
        history.add("instructions")
        scan = SUSPECT_TEXT if document.suspect else 0
        leading = (message("system", (Text(instructions),), None, instructions, None, scan),)
    settings = read_settings({key: value for key, value in request.items() if key not in history})
    return Transcript((*leading, *_read_input(given, document)), NAME, settings, "request", document.notes, request)


def _read_input(given: Json, document: Document) -> tuple[Message, ...]:
    """The messages of `input`, which may be the words of a user."""
    if type(given) is str:
        return (message("user", (Text(given),), 0, given, None, SUSPECT_TEXT if document.suspect else 0),)
    return _read_entries(given if type(given) is list else [] if given is None else [given], document)


def _read_entries(entries: list[Json], document: Document) -> tuple[Message, ...]:
    records = document.records
    if records is None or len(records) != len(entries):
        scan = SUSPECT_TEXT if document.suspect else 0
        return tuple(_messages((entry, scan) for entry in entries))
    return tuple(_messages((record.value, SUSPECT_TEXT if record.suspect else 0) for record in records))


def _messages(entries: Iterable[tuple[Json, int]]) -> list[Message]:
    """The messages of all items. What belongs to one turn of the assistant is gathered until something else comes."""
    out: list[Message] = []
    items: list[Json] = []
    parts: list[Part] = []
    facts = start = 0  # `start` is the index of the first of the items
    for index, (entry, scan) in enumerate(entries):
        own = scan | facts_of_item(entry) if type(entry) is dict else scan | OWN_FIELD
        said = _said(entry)
        if said is None:
            if items:
                out.append(message("assistant", tuple(parts), start, items, _maker_of(items), facts))
                items, parts, facts = [], [], 0
            out.append(_other(entry, index, own))
            continue
        if not items:
            start = index
        items.append(entry)
        parts += said
        facts |= own
    if items:
        out.append(message("assistant", tuple(parts), start, items, _maker_of(items), facts))
    return out


def _maker_of(items: list[Json]) -> Meta | None:
    """Who made a turn, where all of it stands in whole answers of one model."""
    makers = [maker_in(item, API) if type(item) is dict and "type" not in item else None for item in items]
    return makers[0] if all(maker == makers[0] for maker in makers) else None


def _said(entry: Json) -> tuple[Part, ...] | None:
    """The parts of an item of the assistant's; None for any other entry. Items of no known kind are taken for its own."""
    if type(entry) is not dict:
        return _answered(entry)
    kind = entry.get("type")
    if kind == "message":
        return read_said(entry) if entry.get("role") == "assistant" else None
    if type(kind) is str:
        reader = SAID.get(kind)
        if reader is not None:
            return (reader(entry),)
        if kind in OUTPUTS or kind in CALLERS_RESULTS:
            return None
        return (opaque(entry),) if entry.get("role") in (None, "assistant") else None
    if kind is not None:
        return None
    role = entry.get("role")
    return read_said(entry) if role == "assistant" else _referred(entry) or _answered(entry) if role is None else None


def _answered(entry: Json) -> tuple[Part, ...] | None:
    """The parts of all items in a whole answer that was stored in their place; None where some are not the assistant's."""
    held = held_in(entry, READS.answers)
    said = [_said(item) for item in held] if type(held) is list else [None]
    return None if None in said else tuple([part for parts in said for part in parts or ()])


def _referred(entry: Raw) -> tuple[Part, ...] | None:
    """A reference to a stored item need not say its type; it is told by the id, which is all that it holds."""
    return (Opaque("item_reference", entry, True, None, NAME),) if len(entry) == 1 and type(entry.get("id")) is str else None


def _other(entry: Json, origin: int, scan: int) -> Message:
    """The message of an item that is not the assistant's; an entry that is no item is kept whole, as an opaque part."""
    kind = entry.get("type") if type(entry) is dict else None
    if type(kind) is str and kind in OUTPUTS:
        return result_message(read_result(entry), origin, entry, scan)
    if type(kind) is str and kind in CALLERS_RESULTS:
        return message("user", (read_server_result(entry),), origin, entry, None, scan)
    role = entry.get("role") if type(entry) is dict else None
    if type(role) is not str:
        return message("", (opaque(entry),), origin, entry, None, scan)
    if kind not in (None, "message"):
        return message(role if role in ROLES else "", (opaque(entry),), origin, entry, None, scan)
    if role not in ROLES:
        return message(role, (opaque(entry),), origin, entry, None, scan)
    content = entry.get("content")
    if type(content) is str:
        return text_message(role, content, origin, entry, scan)
    parts = read_content(content)
    if not parts and says_more(entry, _FIELDS):
        parts = (Opaque("", entry, True, None, NAME),)
    return message(role, parts, origin, entry, None, scan)


_FIELDS = ("type", "role", "content")
