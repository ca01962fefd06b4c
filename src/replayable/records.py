"""Bytes → records and notes: the one place where JSON is decoded.

Lenient: what can be read is read, what cannot is noted; nothing is written. (The deeper salvage of damaged files is the
doctor's.)
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from replayable.model import Json
from replayable.report import Note


class Record(msgspec.Struct, frozen=True, gc=False):
    """One line of a JSONL text, decoded. `line` is 1-based, `offset` in bytes. `suspect`: it may hold lone surrogates or
    control characters."""

    value: Json
    line: int
    offset: int
    suspect: bool


class Document(msgspec.Struct, frozen=True, gc=False):
    """A history as it was handed over, decoded.

    `value` is the one JSON value, or for JSONL the list of the records' values; `records` are None unless it is JSONL.
    `given` tells what came: Python objects, a `str`, or bytes (a file's too); `data` are its bytes (UTF-8), None for objects.
    `suspect`: some string in it may hold lone surrogates or control characters; always true for objects."""

    value: Json
    records: tuple[Record, ...] | None
    notes: tuple[Note, ...]
    given: Literal["objects", "str", "bytes"]
    data: bytes | None
    suspect: bool


def load(history: Any) -> Document:
    """The document of a history: a list, a dict, JSON or JSONL text, or a path.

    Raises ReadError where no record can be read."""
    raise NotImplementedError
