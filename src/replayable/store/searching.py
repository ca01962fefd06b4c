"""Searching the words of messages. The index is caught up when somebody searches: an append does not wait for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import msgspec
import sqlalchemy as sa

from replayable import records
from replayable.model.values import Json, Raw
from replayable.rules.text.characters import well_formed
from replayable.store.draft import as_entry
from replayable.store.rows import Standing, all_standings, texts_between
from replayable.store.schema import SEARCHED, STRIDE
from replayable.store.spaceless import apart, asked, together
from replayable.store.statement import Statement

_AT_ONCE = 1000  # rows that are taken in under one lock

_BEFORE = Statement(sa.select(SEARCHED.c.session, SEARCHED.c.before))
_SET_BEFORE = Statement(sa.text("INSERT OR REPLACE INTO searched (session, before) VALUES (:session, :before)"))
_ADD = Statement(sa.text("INSERT INTO words (rowid, text) VALUES (:key, :text)"))
# The brackets around what was found; the dots where words are left out; at most so many words.
_EXCERPT = "snippet(words, 0, '[', ']', '…', 24)"
_FIND = Statement(
    sa.text(
        f"SELECT sessions.id, entries.seq, entries.id, {_EXCERPT} FROM words JOIN entries ON entries.key = words.rowid "
        "JOIN sessions ON sessions.number = entries.session WHERE words MATCH :words AND (:session IS NULL OR sessions.id = :named) "
        "ORDER BY words.rank, words.rowid LIMIT :most"
    )
)


class Hit(msgspec.Struct, frozen=True, gc=False):
    """An entry in which all the words stand. `excerpt`: some of its words, what was found in brackets."""

    session: str
    seq: int
    id: str | None
    excerpt: str


def search(connection: sqlite3.Connection, words: str, session: str | None, most: int) -> list[Hit]:
    """The entries in which all the words stand, the best first. The index has to be caught up before."""
    query = asked(well_formed(words))
    hits = _FIND.all(connection, query, session, session, most) if query else []
    return [Hit(session, seq, id, together(excerpt)) for session, seq, id, excerpt in hits]


def behind(connection: sqlite3.Connection) -> list[tuple[Standing, int]]:
    """The sessions of which rows are not in the index yet, each with the first of them."""
    before: dict[int, int] = dict(_BEFORE.all(connection))
    found = ((standing, before.get(standing.number, 0)) for _, standing in all_standings(connection))
    return [(standing, first) for standing, first in found if first <= standing.seq]


def catch_up(connection: sqlite3.Connection) -> bool:
    """Takes the words of some rows into the index, so many that others who write need not wait for long; whether that were all."""
    left = _AT_ONCE
    for standing, first in behind(connection):
        last = min(standing.seq, first + left - 1)
        for seq, text in enumerate(texts_between(connection, standing, first, last), first):
            words = well_formed("\n".join(words_of(records.decode(text))))  # the index holds whole characters only
            if words:
                _ADD.run(connection, standing.number * STRIDE + seq, apart(words))
        _SET_BEFORE.run(connection, standing.number, last + 1)
        left -= last + 1 - first
        if left <= 0:
            return False
    return True


# ---------------------------------------------------------------------------------------------- the words of an entry
_FIELDS = ("summary", "label", "name", "command", "output", "thinking", "reasoning", "reasoning_content", "refusal", "errorMessage")
# What a call is given and a result gives back: words are wherever a string is.
_ARGUMENTS = ("arguments", "input", "args", "response", "json")
# Where the words of a message stand, in whatever format.
_NESTED = (
    *("content", "parts", "summary", "output", "tool_calls", "function", "function_call", "functionCall", "functionResponse"),
    *("toolUse", "toolResult", "reasoningContent", "reasoningText", "choices", "candidates", "message"),
    *_ARGUMENTS,
)


def words_of(value: Json) -> Iterator[str]:
    """What an entry says: texts, reasoning, arguments and results of calls, summaries and labels; no data of images."""
    entry = as_entry(value)
    if type(entry) is not dict:
        return
    if type(entry.get("message")) is dict:
        yield from _own(entry)
        entry = entry["message"]
    yield from _said(entry)


def _own(entry: Raw) -> Iterator[str]:
    yield from (entry[field] for field in _FIELDS if type(entry.get(field)) is str)


def _said(value: Json) -> Iterator[str]:
    if type(value) is str:
        yield value
    elif type(value) is list:
        for item in value:
            yield from _said(item)
    elif type(value) is dict:
        if type(value.get("text")) is str:
            yield value["text"]
        yield from _own(value)
        for key in _NESTED:
            if key in _ARGUMENTS:
                yield from _strings(value.get(key))
            elif key in value and not (key in _FIELDS and type(value[key]) is str):
                yield from _said(value[key])


def _strings(value: Json) -> Iterator[str]:
    """All strings in a value."""
    if type(value) is str:
        yield value
    elif type(value) is dict or type(value) is list:
        for item in value.values() if type(value) is dict else value:
            yield from _strings(item)
