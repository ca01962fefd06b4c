"""What callers hand over, looked at before anything is done with it: one clear line, and nothing half done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from replayable.errors import StoreError
from replayable.store.rows import storable

# No session has so many rows; SQLite's numbers end a little beyond.
_MOST = 1 << 62


def text_of(value: Any, name: str) -> str:
    """A text of whole characters, one at least."""
    if not isinstance(value, str) or not value:
        raise StoreError(f"{name} is a string of one character at least, and not {_called(value)}")
    if storable(value) != value:
        raise StoreError(f"{name} holds half a character (a lone surrogate); give whole ones")
    return str.__str__(value)


def key_of(value: Any) -> str | None:
    """An idempotency key, or None; halves of characters are kept as their escapes."""
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        raise StoreError(f"the key is a string of one character at least, and not {_called(value)}")
    return str.__str__(value)


def words_of(value: Any, name: str) -> str:
    """A text, which may be empty."""
    if not isinstance(value, str):
        raise StoreError(f"{name} is a string, and not {_called(value)}")
    return value


def count_of(value: Any, name: str) -> int:
    """A whole number, within what a database can hold."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise StoreError(f"{name} is a whole number, and not {_called(value)}")
    return max(min(value, _MOST), -_MOST)


def maybe_count_of(value: Any, name: str) -> int | None:
    """A whole number, or None."""
    return None if value is None else count_of(value, name)


def path_of(value: Any, holder: str) -> Path:
    """The path of what lies in the file system."""
    if not isinstance(value, str | bytes | os.PathLike) or not (path := os.fspath(value)):
        raise StoreError(f"the path of {holder} is text or a pathlib.Path, and not {_called(value)}")
    try:
        has_nul = b"\0" in os.fsencode(path)
    except UnicodeEncodeError:
        raise StoreError(f"{path!r}: half a character (a lone surrogate) can be in no path") from None
    if has_nul:
        raise StoreError(f"{path!r}: a NUL character can be in no path")
    return Path(os.fsdecode(path))


def several(value: Any) -> Iterable[Any]:
    """Entries one after the other; one entry alone would be taken apart."""
    if isinstance(value, str | bytes | bytearray | memoryview | Mapping) or not isinstance(value, Iterable):
        raise StoreError(f"a list of entries is needed, and not {_called(value)}; one entry is given to append")
    return value


def _called(value: Any) -> str:
    return "an empty one" if value == "" else f"a value of type {type(value).__name__}"
