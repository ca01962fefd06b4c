"""A history of one JSON value, taken apart without decoding what nobody looks into.

The messages come as dicts of JSON slices (`msgspec.Raw`): a slice that a reader passes on is copied from the input to the
request, which costs a fraction of decoding it and encoding it again. Taken apart is only what is in order throughout: UTF-8
without lone surrogates or control characters, of a harmless depth. All else goes the ordinary way (`records`).
"""

from __future__ import annotations

import codecs

import msgspec
from msgspec import Raw

from replayable.model.values import Json
from replayable.records import DEPTH, Document, Handed, is_deeper, is_suspect

Entry = dict[str, Json]  # a message whose values are slices

# A shorter string costs less to decode than to pass on. (Texts that readers know by heart are shorter.)
LONG = 256

_QUOTE = ord('"')

# So many messages are looked at to tell a format, and so many bytes of contents that are no text.
_MANY = 64
_BULK = 1 << 20

# Bytes that are looked at in one go; more would leave the fast memory of the processor.
_CHUNK = 1 << 16

# With these bytes a string begins visibly as it stands.
_VISIBLE = frozenset(range(ord("!"), ord("~") + 1)) - frozenset(b'"\\')

_decode = msgspec.json.decode
_entries = msgspec.json.Decoder(list[dict[str, Raw]]).decode
_fields = msgspec.json.Decoder(dict[str, Raw]).decode


class Slices(msgspec.Struct, frozen=True, gc=False):
    """A history taken apart. `fields` are the other fields of a request, decoded; None for a bare list."""

    entries: list[Entry]
    fields: dict[str, Json] | None


def taken_apart(text: Handed, key: str) -> Slices | None:
    """The slices of a list of objects, or of a request with that list under a key; None for everything else. Whether they may be passed
    on is another question (`is_in_order`), asked once it is known that they are read."""
    data = text.data
    if data[:1] not in (b"[", b"{"):
        return None
    try:
        return Slices(_entries(data), None) if data[:1] == b"[" else _of_request(_fields(data), key)
    except (msgspec.MsgspecError, RecursionError):
        return None


def is_in_order(text: Handed) -> bool:
    """Whether all slices of a text can be passed on as they stand."""
    return not is_suspect(text.data) and _is_utf8(text.data)


def _of_request(fields: dict[str, Raw], key: str) -> Slices | None:
    history = fields.pop(key, None)
    return None if history is None else Slices(_entries(history), whole(fields))


def document(text: Handed, slices: Slices) -> Document:
    """What is known of the text as a whole: it is one JSON value with nothing to note. Its messages stay slices."""
    value = slices.entries if slices.fields is None else slices.fields
    return Document(value, None, (), text.given, text.data, False)


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    view, done, step = memoryview(data), 0, 1
    try:
        while step:
            _, step = codecs.utf_8_decode(view[done : done + _CHUNK], "strict", False)
            done += step
    except UnicodeDecodeError:
        return False
    return done == len(data)


def text_of(value: Raw) -> Json:
    """The slice itself where it is a long text that begins visibly, so that nobody needs to look into it; else its value."""
    if len(value) > LONG:
        start = memoryview(value)
        if start[0] == _QUOTE and start[1] in _VISIBLE:
            return value
    return _decode(value)


def object_of(text: str) -> dict[str, Json]:
    """The object that a text holds, its long strings as slices. Raises what msgspec raises."""
    return {key: text_of(value) if len(value) > LONG else _decode(value) for key, value in _fields(text).items()}


def whole(entry: Entry) -> dict[str, Json]:
    """The object, decoded. Raises RecursionError where it is nested deeper than what is read, and what msgspec raises."""
    values = {key: _decode(value) if type(value) is Raw else value for key, value in entry.items()}
    if any(type(value) in (dict, list) and is_deeper(value, DEPTH) for value in values.values()):
        raise RecursionError
    return values


def samples(slices: Slices, plain: frozenset[str]) -> list[dict[str, Json]] | None:
    """Messages that tell the format as all of them do: the first of each role and set of keys, and every one whose content is
    no text. None where a message has keys beyond the plain ones, or where few contents are text: then each may tell something."""
    seen: set[tuple[Json, ...]] = set()
    found: list[dict[str, Json]] = []
    bulk = 0
    for entry in slices.entries:
        role, content = entry.get("role"), entry.get("content")
        shape = (role and bytes(role), *entry)
        is_text = content is None or memoryview(content)[0] == _QUOTE
        bulk += 0 if is_text or content is None else len(content)
        if bulk > _BULK:
            return None
        if shape not in seen:
            if not plain.issuperset(entry):
                return None
            seen.add(shape)
            found.append(whole(entry))
        elif not is_text:
            if len(found) > _MANY:
                return None
            found.append(whole(entry))
    return found
