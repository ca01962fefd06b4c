"""What can be wrong with a request as JSON text: strings that no JSON can hold, and its size in bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from replayable.contracts.refusal import Found, Place, Refusal
from replayable.model.values import Json
from replayable.on_demand import pattern

_encode = msgspec.json.Encoder().encode
_SURROGATE = pattern("[\ud800-\udfff]")


class Body(msgspec.Struct, frozen=True):
    """What an API says of a body that it cannot read, and of one of more than `limit` bytes."""

    unreadable: Refusal
    too_large: Refusal | None = None
    limit: int = 0


def check_body(payload: Json, body: Body, length: int | None) -> list[Found]:
    """Strings with lone surrogates, or too many bytes. Encoding once is the cheapest way to see both.

    `length`: the bytes of the text from which a strict decoder read it; it has no lone surrogates then, and takes no more without white space."""
    if type(payload) is not dict or (length is not None and (body.too_large is None or length <= body.limit)):
        return []
    try:
        size = _size(payload)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return _lone_surrogates(payload, body.unreadable)
    return [Found(body.too_large, ())] if body.too_large is not None and size > body.limit else []


def _size(payload: dict[str, Json]) -> int:
    """The bytes of the body. Message by message: one large buffer costs three times as much."""
    messages = payload.get("messages")
    if type(messages) is not list:
        return len(_encode(payload))
    rest = {key: value for key, value in payload.items() if key != "messages"}
    return len(_encode(rest)) + sum(map(len, map(_encode, messages))) + len(messages) + len(',"messages":[]')


def _lone_surrogates(payload: Json, refusal: Refusal) -> list[Found]:
    columns, found, before = _columns(payload), list[Found](), 0
    for place, text in _strings(payload):
        count = len(_SURROGATE.findall(text))
        if count:
            char = columns[before] if before < len(columns) else 0
            found.append(Found(refusal, place, {"column": char + 1, "char": char}))
            before += count
    return found


def column_of(payload: Json, place: Place) -> int:
    """The 1-based column of the JSON text, without white space, in which the value at `place` ends; 0 where there is no text."""
    try:
        return len(json.dumps(_until(payload, place), ensure_ascii=False, separators=(",", ":")).rstrip("]}")) + 1
    except (TypeError, ValueError, RecursionError):
        return 0


def _until(value: Json, place: Place) -> Json:
    """The value without what follows upon `place`."""
    if not place:
        return value
    key, below = place[0], place[1:]
    if type(value) is list:
        return [*value[: int(key)], _until(value[int(key)], below)]
    kept: dict[str, Json] = {}
    for name, item in dict(value).items():
        kept[name] = _until(item, below) if name == key else item
        if name == key:
            break
    return kept


def _columns(payload: Json) -> list[int]:
    """Where in the JSON text the lone surrogates stand, 0-based."""
    try:
        text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return []
    return [match.start() for match in _SURROGATE.finditer(text)]


class _Link(msgspec.Struct, frozen=True, gc=False):
    """A key with those above it, so that a place is spelled out only where it is needed."""

    key: str | int
    above: _Link | None


def _strings(payload: Json) -> Iterator[tuple[Place, str]]:
    """Every string in the order of the JSON text, keys included (a key stands at the place of its value)."""
    stack: list[tuple[_Link | None, object]] = [(None, payload)]
    while stack:
        link, value = stack.pop()
        if type(value) is str:
            if not value.isascii():
                yield _place(link), value
        elif type(value) is dict:
            for key, item in reversed(value.items()):
                below = _Link(key, link)
                stack.append((below, item))
                stack.append((below, key))
        elif type(value) is list or type(value) is tuple:
            stack.extend((_Link(index, link), value[index]) for index in reversed(range(len(value))))


def _place(link: _Link | None) -> Place:
    keys: list[str | int] = []
    while link is not None:
        keys.append(link.key)
        link = link.above
    return tuple(reversed(keys))
