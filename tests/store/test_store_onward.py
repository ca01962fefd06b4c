"""Entries that go straight on, one by one, end where all at once do, whatever others did meanwhile."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replayable.store import EntryConflict, Store

OpenStore = Callable[..., Store]


def message(id: str, parent: str | None, text: str = "hello", **fields: Any) -> dict[str, Any]:
    return {"type": "message", "id": id, "parentId": parent, **fields, "message": {"role": "user", "content": text}}


def line(count: int, prefix: str = "x") -> list[dict[str, Any]]:
    return [message(f"{prefix}{number}", f"{prefix}{number - 1}" if number else None) for number in range(count)]


def rows(path: Path, session: str) -> list[tuple[Any, ...]]:
    """All that is kept of each row, but for its session and its time."""
    connection = sqlite3.connect(path)
    found = connection.execute(
        "SELECT seq, entries.id, node, parent, run, boundary, leaf, tip, reset, compactions, data FROM entries "
        "JOIN sessions ON sessions.number = entries.session WHERE sessions.id = ? ORDER BY key",
        (session,),
    ).fetchall()
    connection.close()
    return found


def ids(store: Store) -> list[Any]:
    return [row.id for row in store.session("s").rows()]


@pytest.mark.parametrize(
    "between",
    [
        [],
        [{"type": "compaction", "id": "c", "parentId": "x99", "summary": "s", "firstKeptEntryId": "x98", "tokensBefore": 1}],
        [{"type": "reset", "id": "c", "parentId": "x99"}],
        [message("c", "x50")],
        [message("c", "x99", appendMode="side")],
        [{"type": "label", "id": "c", "parentId": "x99", "targetId": "x1", "label": "here"}],
        [{"type": "leaf", "id": "c", "parentId": "x99", "targetId": "x7"}],
        [{"role": "user", "content": "bare"}],
        [{"type": "message", "id": "c", "parentId": "x99"}],
    ],
)
def test_one_by_one_gives_the_rows_of_all_at_once(between: list[Any], store: Store, path: Path) -> None:
    after = [message("y0", "c"), message("y1", "y0"), message("y2", "y1"), message("y3", "x99"), message("y4", "y3"), message("y5", "gone")]
    entries = [*line(100), *between, *after]
    store.session("s").extend(entries)
    for entry in entries:
        store.session("one").append(entry)
    assert rows(path, "s") == rows(path, "one")


def test_two_stores_that_take_turns_go_on_from_each_other(open_store: OpenStore, path: Path) -> None:
    both = open_store(), open_store()
    for number, entry in enumerate(line(150)):
        both[number // 3 % 2].session("s").append(entry)
    open_store().session("all").extend(line(150))
    assert rows(path, "s") == rows(path, "all")


def test_what_another_store_has_taken_first_is_stored_behind_it(open_store: OpenStore) -> None:
    one, other = open_store(), open_store()
    for entry in line(3):
        one.session("s").append(entry)
    other.session("s").append(message("theirs", "x2"))
    assert one.session("s").append(message("ours", "x2")).seq == 4
    assert one.session("s").append(message("theirs", "x2")).is_new is False
    with pytest.raises(EntryConflict):
        one.session("s").append(message("theirs", "x2", "other words"))
    assert ids(other) == ["x0", "x1", "x2", "theirs", "ours"]


def test_a_session_that_another_store_has_replaced_goes_on_as_it_is_now(open_store: OpenStore) -> None:
    one, other = open_store(), open_store()
    for entry in line(5):
        one.session("s").append(entry)
    other.session("s").rewrite(line(2, "z"))
    assert one.session("s").append(message("x5", "x4")).seq == 2
    assert ids(one) == ["z0", "z1", "x5"]


def test_a_session_that_another_store_has_removed_begins_anew(open_store: OpenStore) -> None:
    one, other = open_store(), open_store()
    for entry in line(5):
        one.session("s").append(entry)
    other.delete("s")
    assert one.session("s").append(message("x5", "x4")).seq == 0
    assert ids(one) == ["x5"]
    assert one.damage() == ()


def test_an_entry_that_is_there_already_is_found_however_far_back(store: Store) -> None:
    for entry in line(300):
        store.session("s").append(entry)
    assert [store.session("s").append(entry).seq for entry in line(300)] == list(range(300))
