"""Entries of session files of version 1 and 2 → version 3 (openclaw storage specification 2.1).

Version 1 had no ids: its entries followed each other, and a compaction named the first entry that it kept by its place. Version 2
had another name for custom messages. What is of version 3 already comes back as the very same objects.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator

from replayable.formats.openclaw.spellings import HEADER, VERSION
from replayable.model.values import Json, Raw

# The id of the entry at a place: 0-based, the header counts.
Naming = Callable[[int], str]

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def migrated(entries: Iterable[Json], name: Naming) -> Iterator[Json]:
    """The entries as version 3 has them, one by one. The header comes first; without one they are of the newest version."""
    version, previous = VERSION, None
    for place, entry in enumerate(entries):
        if type(entry) is not dict:
            yield entry
        elif entry.get("type") == HEADER:
            version = version_of(entry)
            yield entry if version >= VERSION else {**entry, "version": VERSION}
        else:
            new = entry if version >= 2 else _linked(entry, name(place), previous, name)
            previous = new.get("id")
            yield new if version >= VERSION else _renamed(new)


def naming(source: str, session: str) -> Naming:
    """The names that the entries of a session of version 1 get: the same for each import of the same file."""
    seed = hashlib.sha256(f"{source}\0{session}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return lambda place: f"{seed}-{_base_36(place)}"


def version_of(header: Raw) -> int:
    """The version of a session file; a header that says none is of the first."""
    version = header.get("version")
    return version if type(version) is int else 1


def _linked(entry: Raw, own: str, previous: Json, name: Naming) -> Raw:
    new = {**entry, "id": own, "parentId": previous}
    first = new.pop("firstKeptEntryIndex", None)
    if type(first) is int and entry.get("type") == "compaction":
        new["firstKeptEntryId"] = name(first)
    elif first is not None:
        new["firstKeptEntryIndex"] = first
    return new


def _renamed(entry: Raw) -> Raw:
    message = entry.get("message")
    if type(message) is not dict or message.get("role") != "hookMessage":
        return entry
    return {**entry, "message": {**message, "role": "custom", "customType": message.get("customType", "hook")}}


def _base_36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits
