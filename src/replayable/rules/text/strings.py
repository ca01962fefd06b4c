"""Mends every string of a message: in its parts, in keys and values at any depth, and in what it was read from.

A mend is a function from text to text that returns the very same text where nothing is wrong. Ids of calls are left alone, also
where they stand in what was read: they are the id rule's, which keeps them apart from each other and gives results the same.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

from replayable.model.building import edited, with_parts
from replayable.model.facts import CALL
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes
from replayable.signatures import reasoning_signature, stored_item, text_mark, text_signature

Mend = Callable[[str], str]

_FIELDS: dict[type, tuple[str, ...]] = {
    Text: ("text", "signature", "cache"),
    Reasoning: ("text", "signature", "redacted", "field", "cache"),
    ToolCall: ("name", "arguments", "partial", "signature", "item", "cache"),
    ToolResult: ("name", "cache"),
    Media: ("name", "url", "media_type", "data", "file_id", "detail", "cache"),
    ServerCall: ("id", "name", "cache"),
    ServerResult: ("call_id", "cache"),
    Opaque: ("kind", "cache"),
}
_WORDS = "text/plain"


def repaired(rule: str, message: Message, mend: Mend, reason: str) -> tuple[Message, Changes]:
    """The message with all its strings mended, and a change for each part that was; the message itself where none was."""
    if _is_message_clean(message, mend):
        return message, ()
    mend = _sparing(_ids(message.parts), mend)
    parts = tuple(_mended_part(part, mend) for part in message.parts)
    changes = tuple(_change(rule, message, old, new, reason) for old, new in zip(message.parts, parts, strict=True) if new is not old)
    raw = mended(message.raw, mend)
    if not changes and raw is message.raw:
        return message, ()
    beside = Change(rule=rule, loss="none", origin=message.origin, reason=f"a field beside the content held {reason}")
    return edited(with_parts(message, parts), raw=raw), changes or (beside,)


def mended(value: Json, mend: Mend) -> Json:
    """The JSON value with every string in it mended, keys too; they stay distinct. The same value where nothing was wrong."""
    if type(value) is str:
        return mend(value)
    if is_clean(value, mend):
        return value
    return _rebuilt(value, mend)


def _is_message_clean(message: Message, mend: Mend) -> bool:
    """Nothing is wrong with what the message was read from, nor with arguments that were text in it."""
    if message.raw is None or not is_clean(message.raw, mend):
        return False
    if not message.facts & CALL:
        return True
    return all(_is_as_read(part) or is_clean(part.arguments, mend) for part in message.parts if type(part) is ToolCall)


def _is_as_read(call: ToolCall) -> bool:
    """The arguments are the very object in `raw`, and need no second look."""
    return call.raw is not None and (call.raw.get("input") is call.arguments or call.raw.get("arguments") is call.arguments)


def is_clean(value: Json, mend: Mend) -> bool:
    """Whether no string in the value needs mending. One look at all strings together is several times faster than one at each; a line feed keeps them apart."""
    text = "\n".join(_strings(value))
    return mend(text) is text or all(mend(each) is each for each in _strings(value))


def _strings(value: Json) -> list[str]:
    """Every string of a JSON value, keys too. Walks with a list, so that depth is no matter."""
    found, pending = list[str](), [value]
    while pending:
        each = pending.pop()
        kind = type(each)
        if kind is str:
            found.append(each)
        elif kind is dict:
            pending.extend(each)
            pending.extend(each.values())
        elif kind is list:
            pending.extend(each)
    return found


def _rebuilt(value: Json, mend: Mend) -> Json:
    """A copy of the value, container by container, with its strings mended on the way."""
    root, pending = [value], list[Any]()
    pending.append(root)

    def fresh(item: Json) -> Json:
        if type(item) is str:
            return mend(item)
        if type(item) is not dict and type(item) is not list:
            return item
        copy = item.copy()
        pending.append(copy)
        return copy

    while pending:
        container = pending.pop()
        if type(container) is list:
            container[:] = map(fresh, container)
        else:
            items = [(key, fresh(item)) for key, item in container.items()]
            container.clear()
            container.update(zip(_distinct([key for key, _ in items], mend), (item for _, item in items), strict=True))
    return root[0]


def _distinct(keys: list[Json], mend: Mend) -> list[Json]:
    """The keys mended; one that another key has already gets a number."""
    mended_keys = [mend(key) if type(key) is str else key for key in keys]
    taken = {new for old, new in zip(keys, mended_keys, strict=True) if new is old}
    numbers: dict[Json, int] = {}
    for index, (old, new) in enumerate(zip(keys, mended_keys, strict=True)):
        if new is old:
            continue
        key = new
        while key in taken:
            numbers[new] = numbers.get(new, 1) + 1
            key = f"{new}_{numbers[new]}"
        taken.add(key)
        mended_keys[index] = key
    return mended_keys


def _ids(parts: tuple[Part, ...]) -> frozenset[str]:
    """The ids of calls and results as they may stand in what was read: whole, and each half of those that hold two."""
    named = [part.id if isinstance(part, ToolCall) else part.call_id for part in parts if isinstance(part, ToolCall | ToolResult)]
    return frozenset(id for name in named if name for id in (name, *name.split("|")))


def _sparing(ids: frozenset[str], mend: Mend) -> Mend:
    """The mend, for all texts but these."""
    if all(mend(id) is id for id in ids):
        return mend
    return lambda text: text if text in ids else mend(text)


def _mended_part(part: Part, mend: Mend) -> Part:
    fields: dict[str, Any] = {}
    for field in (*_FIELDS[type(part)], "raw"):
        old = getattr(part, field)
        new = _mended_signature(old, mend) if field == "signature" else mended(old, mend)
        if new is not old:
            fields[field] = new
    if type(part) is ToolResult:
        inner = tuple(_mended_part(each, mend) for each in part.parts)
        if any(new is not old for old, new in zip(part.parts, inner, strict=True)):
            fields["parts"] = inner
    if type(part) is Media and "data" not in fields and "raw" in fields and (data := _mended_words(part, mend)) != part.data:
        fields["data"] = data
    return edited(part, **fields) if fields else part


def _mended_signature(signature: str | None, mend: Mend) -> Json:
    r"""The signature; in one that is the JSON text of an object such characters are spelled out (`\u0000`)."""
    mark, item = text_mark(signature), stored_item(signature)
    told = text_signature(mended(mark.id, mend), mended(mark.phase, mend))
    if told != text_signature(mark.id, mark.phase):
        return told
    clean = mended(item, mend)
    return mended(signature, mend) if clean is item else reasoning_signature(clean)


def _mended_words(part: Media, mend: Mend) -> str | None:
    """The data of a document that was given as text: its words mended, in base64 again."""
    if part.media_type != _WORDS or part.data is None:
        return part.data
    try:
        words = b64decode(part.data, validate=True).decode("utf-8", "surrogatepass")
    except ValueError:
        return part.data
    return b64encode(mend(words).encode("utf-8", "surrogatepass")).decode("ascii")


def _change(rule: str, message: Message, before: Part, after: Part, reason: str) -> Change:
    return Change(rule=rule, loss="none", origin=message.origin, reason=f"it held {reason}", before=[_told(before)], after=[_told(after)])


def _told(part: Part) -> Json:
    r"""The part in notation, halves of characters spelled out (`\ud83d`): a report must be writable as UTF-8."""
    return mended(part_as_json(part), spelled_out)


def spelled_out(text: str) -> str:
    """The text with halves of characters in ASCII, so that it can be written as UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
