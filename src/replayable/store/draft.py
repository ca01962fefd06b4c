"""An entry as it will be stored: its very text, and the value that the text tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from replayable import formats, records
from replayable.errors import StoreError
from replayable.formats.openclaw.spellings import HEADER, ROW_TYPES
from replayable.model.values import Json, Raw
from replayable.plain import is_plain, plain

# Takes the value of an entry and returns what may be stored of it: the same, or one without secrets.
Redact = Callable[[Json], Json]

_IDENTIFIED = ROW_TYPES - {HEADER}
# What a later attempt to store the same may say otherwise.
_PASSING = frozenset({"id", "parentId", "timestamp"})


class Draft(msgspec.Struct, frozen=True, gc=False):
    """`key`: under which a second attempt is recognised, None where there is none."""

    value: Json
    data: bytes
    key: str | None = None


def draft_of(entry: Any, redact: Redact | None = None, key: str | None = None) -> Draft:
    """The draft of an entry: JSON text (`str`, `bytes`), of which every byte is kept, or a dict. Raises StoreError, ReadError.

    The key is the one given, else the `idempotencyKey` of the entry's message."""
    if redact is None and is_plain(entry, records.DEPTH):
        return Draft(entry, records.encode(entry), key if key is not None else _own_key(entry))
    value, data = _read(entry, "an entry") if isinstance(entry, str | bytes | bytearray | memoryview) else _written(entry)
    if redact is not None:
        value, data = _redacted(value, data, redact)
    if records.may_be_deep(data) and records.is_deeper(value, records.DEPTH):
        raise StoreError(f"the entry is nested deeper than {records.DEPTH} levels ({len(data)} bytes); such a history cannot be read again")
    return Draft(value, data, key if key is not None else _own_key(value))


def _written(entry: Any) -> tuple[Json, bytes]:
    value = plain(entry)
    return value, records.encode(value)


class NoJson(StoreError):
    """A text that was given as an entry and is no JSON."""


def _read(entry: str | bytes | bytearray | memoryview, what: str) -> tuple[Json, bytes]:
    """The value and the text, as it is but for the blanks around it; a text of several lines becomes one. Raises NoJson."""
    try:
        data = (entry.encode("utf-8", "surrogatepass") if isinstance(entry, str) else bytes(entry)).strip(b" \t\r\n")
        is_unicode = _is_unicode(data, isinstance(entry, str))
        value = records.decode(data)
    except (ValueError, RecursionError):
        raise NoJson(f"{what} is an object, or the JSON text of one, and what was given is no JSON text in UTF-8") from None
    return value, records.encode(value) if b"\n" in data or b"\r" in data or not is_unicode else data


def _is_unicode(data: bytes, is_from_words: bool) -> bool:
    """The text is UTF-8; words may hold lone surrogates, which are not. Raises UnicodeDecodeError for bytes that are not."""
    try:
        data.decode()
    except UnicodeDecodeError:
        if not is_from_words:
            raise
        return False
    return True


def one_entry(draft: Draft) -> Draft:
    """The draft of one entry. Raises StoreError for a list of messages, and for a whole request: nobody would be shown what is in it."""
    value = draft.value
    if type(value) is list and any(type(each) is dict and ("role" in each or "type" in each or "parts" in each) for each in value):
        raise StoreError("a list is no entry; hand the entries in it to extend")
    if type(value) is dict and "type" not in value and "role" not in value and any(type(value.get(key)) is list for key in HISTORY_KEYS):
        raise StoreError("a whole request is no entry; hand its messages to extend")
    return draft


HISTORY_KEYS = ("messages", "contents", "input")


def one_message(message: Any) -> dict[str, Json]:
    """A message as a plain object. Raises StoreError, ReadError."""
    said = _read(message, "a message")[0] if isinstance(message, str | bytes | bytearray | memoryview) else plain(message)
    if type(said) is not dict:
        raise StoreError(f"a message is an object, and not a value of type {type(said).__name__}")
    return said


def _redacted(value: Json, data: bytes, redact: Redact) -> tuple[Json, bytes]:
    before = records.encode(value)
    kept = plain(redact(value))
    if type(kept) is not type(value) or (type(value) is dict and type(value.get("message")) is dict and type(kept.get("message")) is not dict):
        raise StoreError("the redact function gave no entry back; it has to return what may be stored, with its message")
    after = records.encode(kept)
    return kept, data if after == before else after


def _own_key(value: Json) -> str | None:
    if type(value) is not dict or type(message := value.get("message")) is not dict:
        return None
    key = message.get("idempotencyKey")
    return key if type(key) is str and key else None


# ---------------------------------------------------------------------------------------------- what an entry is
def as_entry(value: Json) -> Json:
    """The entry that a value is: a bare message, of any format, is the entry of that message."""
    return {"type": "message", "message": value} if type(value) is dict and _is_bare(value) else value


def _is_bare(value: Raw) -> bool:
    """The value is a message, an item or a whole answer of some API, and no entry."""
    kind = value.get("type")
    if type(kind) is not str:
        return type(value.get("role")) is str or formats.is_of_an_api(value)
    if kind in ROW_TYPES:
        return kind in _OF_ITEMS_TOO and _is_item(value, kind)
    return "parentId" not in value and formats.is_of_an_api(value)


# What items of Responses, and messages of Anthropic, are called as well.
_OF_ITEMS_TOO = frozenset({"message", "compaction"})


def _is_item(value: Raw, kind: str) -> bool:
    if "parentId" in value:
        return False
    return "message" not in value and type(value.get("role")) is str if kind == "message" else "encrypted_content" in value


def id_of(value: Json) -> str | None:
    """The id by which other entries name this one; None where it has none. Ids of things that are no entries are their own affair."""
    if type(value) is not dict or type(own := value.get("id")) is not str or not own:
        return None
    if "parentId" in value:
        return own
    kind = value.get("type")
    return own if type(kind) is str and kind in _IDENTIFIED and not _is_bare(value) else None


def says_the_same(one: Json, other: Json) -> bool:
    """Two attempts to store the same: equal but for ids, place and times."""
    return bool(_lasting(one) == _lasting(other))


def _lasting(value: Json) -> Json:
    if type(value) is not dict:
        return value
    kept = {key: item for key, item in value.items() if key not in _PASSING}
    if type(message := kept.get("message")) is dict:
        kept["message"] = {key: item for key, item in message.items() if key != "timestamp"}
    return kept
