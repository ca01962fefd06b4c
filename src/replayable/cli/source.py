"""The input of a command: its bytes, and whether they hold one conversation or one a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from replayable.salvage import database_of

# The keys under which the request of an API holds its history.
HISTORY_KEYS = ("messages", "input", "contents")

_BOM = b"\xef\xbb\xbf"


class Source(msgspec.Struct, frozen=True):
    """What a FILE argument named: `name` as it is shown, `record` the files that it was read from, none for standard input. `holds` "one": a
    session of a store, which is one conversation whatever its lines look like."""

    name: str
    record: tuple[Path, ...]
    data: bytes
    holds: Literal["one", "any"] = "any"


class Line(msgspec.Struct, frozen=True):
    """One line with a conversation of its own. `number` is 1-based, `offset` in bytes."""

    number: int
    offset: int
    data: bytes


def read_source(file: str) -> Source:
    """The bytes of a file, or of standard input for `-`. Raises OSError, and a usage error for an empty input."""
    path = None if file == "-" else Path(file)
    data = sys.stdin.buffer.read() if path is None else path.read_bytes()
    name = "standard input" if path is None else file
    if not data.strip():
        raise click.UsageError(f"{name}: the input is empty")
    return Source(name, () if path is None else (path,), data)


def conversations(data: bytes) -> tuple[Line, ...]:
    """The lines of a JSONL text that holds one conversation a line; empty for any other text.

    The first line decides that is a conversation (a request, or a list of messages), or an entry or message of one; what else stands
    before it (a comment, a record of another kind) is passed over. A single line is no such text, nor is a database."""
    lines = _lines(data)
    if len(lines) < 2 or database_of(data) is not None:
        return ()
    for position, line in enumerate(lines):
        value = _decoded(line.data)
        if _is_conversation(value):
            return lines if position == 0 or _decoded(data) is None else ()
        if _is_entry(value):
            return ()
    return ()


def _lines(data: bytes) -> tuple[Line, ...]:
    found, offset = list[Line](), 0
    for number, line in enumerate(data.removeprefix(_BOM).split(b"\n"), start=1):
        if line.strip():
            found.append(Line(number, offset, line))
        offset += len(line) + 1
    return tuple(found)


def _decoded(data: bytes) -> Any:
    """The JSON value of a text, None where it is none; `json`, because it reads lone surrogates too."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _is_entry(value: Any) -> bool:
    """One message, item or entry of a session."""
    return isinstance(value, Mapping) and ("role" in value or "type" in value)


def _is_conversation(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(isinstance(value.get(key), list | str) for key in HISTORY_KEYS)
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)
