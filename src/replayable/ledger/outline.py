"""What a request says in the order in which a server reads it, as fingerprints: system, tools, then role and block by block.

Any body of any API can be outlined: the words for its places (`system`, `instructions`, `contents`, `parts` …) are known here, and what
is unknown is hashed with the rest. A fingerprint cannot be read back. Cache marks are no content, so they are counted apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b

import msgspec

from replayable import records
from replayable.ledger import sizes, words
from replayable.model.values import Json

_PRINT = 16  # bytes of a fingerprint

_encode_sorted = msgspec.json.Encoder(order="sorted").encode


class Field(msgspec.Struct, frozen=True, gc=False):
    """One field: `print` of its value as written, `loose` of what it says however the keys of its objects are ordered."""

    name: str
    print: bytes
    loose: bytes


class Block(msgspec.Struct, frozen=True, gc=False):
    """One block: the list that it stands in, its kind, its fields by name. `size` in bytes of JSON, `tokens` estimated."""

    place: str
    kind: str
    fields: tuple[Field, ...]
    size: int
    tokens: int


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One message or item. `fields` are those beside its blocks; the sizes are of the whole."""

    role: str
    fields: tuple[Field, ...]
    blocks: tuple[Block, ...]
    size: int
    tokens: int

    @property
    def is_instruction(self) -> bool:
        """It belongs to the system prompt."""
        return self.role in words.INSTRUCTORS


class Part(msgspec.Struct, frozen=True, gc=False):
    """Entries that stand together in the body. `piece` are their bytes where these are known to stay; `marks` has a number for each block
    that is marked: the index of its entry here, its own, and how many marks."""

    entries: tuple[Entry, ...]
    marks: tuple[tuple[int, int, int], ...]
    size: int
    tokens: int
    piece: bytes | None = None


class Outline(msgspec.Struct, frozen=True, gc=False):
    """A whole request. `key`: the name of its list of messages, `system_key`: of its system prompt. `is_partial`: the server keeps what came
    before."""

    key: str
    system_key: str
    system: Entry
    tools: tuple[Block, ...]
    parts: tuple[Part, ...]
    marks: tuple[tuple[int, int, int], ...] = ()  # of system (-2) and tools (-1)
    is_partial: bool = False

    @property
    def entries(self) -> list[Entry]:
        """All messages."""
        return [entry for part in self.parts for entry in part.entries]

    @property
    def weight(self) -> tuple[int, int]:
        """Bytes and tokens of the whole."""
        all_of_it: tuple[Entry | Block | Part, ...] = (self.system, *self.tools, *self.parts)
        return sum([each.size for each in all_of_it]), sum([each.tokens for each in all_of_it])


# ---------------------------------------------------------------------------------------------- a whole request
def outline_of(request: Mapping[str, Json]) -> Outline:
    """The outline of a request, which is one by its list of messages (see `history_key`)."""
    key = history_key(request) or ""
    history = request.get(key)
    entries = [{"role": "user", "content": history}] if isinstance(history, str) else history
    return _head(request, key, (part_of(entries if isinstance(entries, list) else []),))


def with_parts(request: Mapping[str, Json], pieces: Iterable[Part]) -> Outline:
    """The outline of a request whose list holds only its first messages, with those that follow."""
    first = outline_of(request)
    return msgspec.structs.replace(first, parts=(*first.parts, *pieces))


def without_end(outline: Outline) -> Outline:
    """The outline without its last message."""
    *parts, last = outline.parts
    return msgspec.structs.replace(outline, parts=(*parts, msgspec.structs.replace(last, entries=last.entries[:-1])))


def history_key(request: Mapping[str, Json]) -> str | None:
    """The key under which a request holds its messages; None: it is no request."""
    return next((key for key in words.HISTORY_KEYS if isinstance(request.get(key), list | str)), None)


def part_of(entries: list[Json], piece: bytes | None = None) -> Part:
    """The outline of messages or items. `piece`: their bytes."""
    made = [_entry(entry) for entry in entries]
    marks = tuple((index, block, number) for index, (_, marked) in enumerate(made) for block, number in marked)
    size, tokens = sum([entry.size for entry, _ in made]), sum([entry.tokens for entry, _ in made])
    return Part(tuple([entry for entry, _ in made]), marks, size, tokens, piece)


def _head(request: Mapping[str, Json], key: str, parts: tuple[Part, ...]) -> Outline:
    system_key = next((name for name in words.SYSTEM_KEYS if request.get(name) is not None), words.SYSTEM_KEYS[0])
    system, marked = _entry({"role": "system", "content": _unwrapped(request.get(system_key))})
    tools, marked_tools = _blocks("tools", _tools(request))
    marks = (*((-2, block, number) for block, number in marked), *((-1, block, number) for block, number in marked_tools))
    return Outline(key, system_key, system, tools, parts, marks, any(request.get(name) for name in words.KEPT_BY_SERVER))


def _unwrapped(system: Json) -> Json:
    """The blocks of a system prompt that is written as a message."""
    if not isinstance(system, dict):
        return system
    return next((system[key] for key in words.BLOCK_KEYS if key in system), [system])


def _tools(request: Mapping[str, Json]) -> list[Json]:
    config = request.get("toolConfig")
    found = [request.get("tools"), request.get("functions"), config.get("tools") if isinstance(config, dict) else None]
    return [tool for tools in found if isinstance(tools, list) for tool in tools]


# ---------------------------------------------------------------------------------------------- messages and blocks
Marked = list[tuple[int, int]]  # the index of a block, and how many marks stand on it


def _entry(value: Json) -> tuple[Entry, Marked]:
    if not isinstance(value, dict):
        value = {"content": [value]}
    blocks, marked = list[Block](), Marked()
    for place in words.BLOCK_KEYS:
        if place in value:
            more, marks = _blocks(place, _listed(value[place]))
            marked += [(len(blocks) + index, number) for index, number in marks]
            blocks += more
    role = value.get("role", value.get("type", "user"))
    rest = {name: item for name, item in value.items() if name not in words.BESIDE_CONTENT}
    fields = _fields(rest) if rest else ()
    own = len(records.encode(rest)) if rest else 0
    size, tokens = own + sum([block.size for block in blocks]), sizes.tokens_of(rest, own) + sum([block.tokens for block in blocks])
    return Entry(words.known_role(role), _with_role(role, fields), tuple(blocks), size, tokens), marked


def _with_role(role: Json, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """The fields with a role that is no known word, so that two such roles differ."""
    return fields if words.known_role(role) == role else (*fields, *_fields({"role": role}))


def _listed(content: Json) -> list[Json]:
    """The blocks of a content; a text is one block of it, however it is written."""
    if isinstance(content, list):
        return content
    return [] if content is None else [content]


def _blocks(place: str, values: Iterable[Json]) -> tuple[tuple[Block, ...], Marked]:
    """The blocks, and the marks on them; a mark that is a block of its own counts for the one before."""
    blocks, marked = list[Block](), Marked()
    for value in values:
        if isinstance(value, dict) and words.MARK_BLOCK in value:
            marked.append((len(blocks) - 1, 1))
            continue
        bare, marks = _unmarked(value)
        if marks:
            marked.append((len(blocks), marks))
        blocks.append(_block(place, bare))
    return tuple(blocks), marked


def _block(place: str, value: Json) -> Block:
    if isinstance(value, str):
        value = {"type": "text", "text": value}
    if not isinstance(value, dict):
        value = {"other": value}
    fields = {name: item for name, item in _flat(value) if name != "type"}
    size = len(records.encode(value))
    return Block(place, words.kind_of(value), _fields(fields), size, sizes.tokens_of(value, size))


def _flat(value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
    """The fields of a block; those of an object that only wraps them are its own."""
    for name, item in value.items():
        if name in words.WRAPPERS and isinstance(item, dict):
            yield from ((f"{name}.{inner}", each) for inner, each in item.items())
        else:
            yield name, item


def _unmarked(value: Json) -> tuple[Json, int]:
    """The value without cache marks, on it or on the blocks within it, and how many there were."""
    if not isinstance(value, dict):
        return value, 0
    marks = int(value.get(words.MARK) is not None)
    bare = {name: item for name, item in value.items() if name != words.MARK} if words.MARK in value else value
    for name in words.HOLDERS.intersection(bare):
        held = bare[name]
        if isinstance(held, str) and name == "content":
            bare = {**bare, name: [{"type": "text", "text": held}]}
        elif isinstance(held, list):
            inner = [_unmarked(each) for each in held]
            marks += sum(number for _, number in inner)
            bare = {**bare, name: [each for each, _ in inner]}
        elif isinstance(held, dict):
            within, number = _unmarked(held)
            marks += number
            bare = {**bare, name: within}
    return bare, marks


# ---------------------------------------------------------------------------------------------- fingerprints
def _fields(values: Mapping[str, Json]) -> tuple[Field, ...]:
    """The fields, without those that say nothing."""
    return tuple([_field(name, values[name]) for name in sorted(values) if values[name] is not None])


def _field(name: str, value: Json) -> Field:
    strict = _print(records.encode(value))
    said = _said(name, value)
    return Field(name, strict, strict if said is None else _print(_sorted(said)))


def _said(name: str, value: Json) -> Json:
    """What a value says, where that can be written in several ways; else None."""
    if isinstance(value, dict | list):
        return value
    if isinstance(value, str) and name.rpartition(".")[2] == "arguments":
        try:
            return records.decode(value.encode())
        except (ValueError, RecursionError):
            return None
    return None


def _sorted(value: Json) -> bytes:
    try:
        return _encode_sorted(value)
    except (ValueError, OverflowError, msgspec.MsgspecError):
        return json.dumps(value, sort_keys=True, default=str).encode()


def _print(data: bytes) -> bytes:
    return blake2b(data, digest_size=_PRINT).digest()
