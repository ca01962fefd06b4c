"""Session files into a store. A file that was loaded before adds only what it has grown by."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from replayable import records
from replayable.errors import EntryConflict, StoreError
from replayable.formats.openclaw.spellings import HEADER
from replayable.model.values import Json
from replayable.store.appending import Appender
from replayable.store.arguments import path_of
from replayable.store.draft import HISTORY_KEYS, Draft, NoJson, draft_of
from replayable.store.replanting import replant
from replayable.store.rows import rows_between, storable

if TYPE_CHECKING:
    from replayable.store.store import Store


class Loaded(msgspec.Struct, frozen=True):
    """What came of loading: the id of the session, how many entries were there before, and how many are new."""

    session: str
    known: int
    added: int


def load_file(store: Store, path: str | os.PathLike[str], session: str | None) -> Loaded:
    """Loads a session file: all of it or nothing. The session is named by its header, else by the file.

    Raises StoreError for a file that cannot be read to its end, or that changes while it is read."""
    place = path_of(path, "a session file")
    try:
        if place.samefile(store.path):  # closing it a second time would drop the locks on it
            raise StoreError(f"{place}: is the store itself")
        with place.open("rb") as file:
            before = _fingerprint(file.fileno())
            first = next(_lines(file, place), None)
            if first is None:
                raise StoreError(f"{place}: holds no entries")
            if (words := _misfit(first[1], file)) is not None:
                raise StoreError(f"{place}: {words}")
            file.seek(0)
            name = session or _name_of(first[1]) or place.stem
            return load(store, name, _watched(_lines(file, place), file.fileno(), before, place))
    except OSError as error:
        raise StoreError(f"{place}: cannot be read: {error.strerror}") from error


def load(store: Store, session: str, entries: Iterable[tuple[str, Any]]) -> Loaded:
    """Loads the entries of a session in one transaction, each with where it comes from, for errors.

    What the session has must be what the entries begin with; only the rest is added. Raises EntryConflict where it is not. Whatever
    the iteration raises leaves the store as it was."""
    session = storable(session)
    return store.database.write(lambda connection: _load(store, Appender(connection, session, store.now(), store.database.memory), session, entries))


def _load(store: Store, appender: Appender, session: str, entries: Iterable[tuple[str, Any]]) -> Loaded:
    known, count = appender.standing.seq + 1, 0
    stored = _stored(appender)
    for where, entry in _placed(entries):
        draft = _draft(entry, store, where)
        if count < known:
            _compare(next(stored), draft, session, where)
        else:
            appender.add(draft)
        count += 1
    if count < known:
        raise EntryConflict(
            f"session {session!r}: has {known} entries, more than the {count} that are to be loaded; load them under another session id (--session)"
        )
    if appender.has_turned():
        replant(appender.connection, appender.standing)
        store.database.memory.clear()
    return Loaded(session, known, count - known)


def _placed(entries: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    for each in entries:
        if not isinstance(each, tuple | list) or len(each) != 2:
            raise StoreError("each entry to be loaded comes with the words for where it is from: (words, entry)")
        yield each[0], each[1]


def _draft(entry: Any, store: Store, where: str) -> Draft:
    try:
        return draft_of(entry, store.redact)
    except NoJson:
        raise StoreError(f"{where}: no JSON text in UTF-8; the doctor saves what can be read of damaged files (doctor FILE --into STORE)") from None
    except StoreError as error:
        raise StoreError(f"{where}: {error}") from None


def _stored(appender: Appender) -> Iterator[bytes]:
    for seq in range(appender.standing.seq + 1):
        yield rows_between(appender.connection, appender.standing, seq, seq)[0].data


def _compare(stored: bytes, draft: Draft, session: str, where: str) -> None:
    if stored != draft.data and records.decode(stored) != draft.value:
        raise EntryConflict(f"{where}: session {session!r} has another entry in this place; load the file under another session id (--session)")


# ---------------------------------------------------------------------------------------------- files
def _misfit(first: bytes, file: BinaryIO) -> str | None:
    """Why a file is refused that is JSON and yet no JSONL of entries; mostly its first line says that it is none of those."""
    opening = _value_of(first)
    if type(opening) is dict and _key_of_history(opening) is None:
        return None
    file.seek(0)
    whole = _value_of(file.read())
    if type(whole) is list or type(whole) is dict:
        each = "[]" if type(whole) is list else _key_of_history(whole)
        way = "" if each is None else _WAY.format(each)
        return f"import takes JSONL, an entry or a message a line, and this is one JSON document{way}"
    is_many = type(opening) is dict or (type(opening) is list and any(type(each) is dict for each in opening))
    return _MANY if is_many else None


_MANY = "each line holds a conversation of its own; import takes one session a file, an entry or a message a line"
_WAY = "; put each message on a line (jq -c '.{}' FILE), or hand the messages to Session.extend"


def _key_of_history(value: Json) -> str | None:
    """Where a whole request holds its messages; None for what is an entry or a message."""
    if type(value) is not dict or "type" in value or "role" in value:
        return None
    return next((f"{key}[]" for key in HISTORY_KEYS if type(value.get(key)) is list), None)


def _value_of(text: bytes) -> Json:
    """The value of a JSON text, None where it is none."""
    try:
        return records.decode(text)
    except (ValueError, RecursionError):
        return None


def _lines(file: Iterable[bytes], path: Path) -> Iterator[tuple[str, bytes]]:
    for number, line in enumerate(file, 1):
        text = line.strip()
        if text:
            yield f"{path}, line {number}", text


def _watched(lines: Iterator[tuple[str, bytes]], handle: int, before: tuple[int, ...], path: Path) -> Iterator[tuple[str, bytes]]:
    """The lines; raises StoreError at their end where the file is not what it was at the beginning."""
    yield from lines
    if _fingerprint(handle) != before:
        raise StoreError(f"{path}: was written to while it was read; stop what writes it and try again")


def _fingerprint(handle: int) -> tuple[int, ...]:
    found = os.fstat(handle)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _name_of(text: bytes) -> str | None:
    """The id in a header; very old headers call it otherwise (openclaw storage specification 2.1)."""
    header = _value_of(text)
    if type(header) is not dict or header.get("type") != HEADER:
        return None
    return next((value for key in ("id", "sessionId") if type(value := header.get(key)) is str and value), None)
