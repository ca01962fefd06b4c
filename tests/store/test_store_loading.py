"""Session files into a store: whole or not at all, and what was there before only once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import replayable
from replayable.formats.openclaw.tree import tree_of
from replayable.store import EntryConflict, Loaded, Store, StoreError

HEADER = {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/"}


def message(id: str, parent: str | None, text: str = "hello") -> dict[str, Any]:
    return {"type": "message", "id": id, "parentId": parent, "message": {"role": "user", "content": text}}


ENTRIES = [HEADER, message("a", None), message("b", "a"), message("c", "b")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "name.jsonl"


def fill(file: Path, entries: list[Any]) -> Path:
    file.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return file


def test_a_session_is_named_by_its_header(store: Store, file: Path) -> None:
    assert Loaded("s1", 0, 4) == store.load(fill(file, ENTRIES))


@pytest.mark.parametrize(("header", "name"), [({"type": "session", "sessionId": "old"}, "old"), ({"type": "session"}, "name"), (message("a", None), "name")])
def test_a_session_is_named_by_its_file_where_the_header_does_not_do_it(header: Any, name: str, store: Store, file: Path) -> None:
    assert name == store.load(fill(file, [header])).session


def test_a_session_can_be_given_a_name(store: Store, file: Path) -> None:
    assert Loaded("mine", 0, 4) == store.load(fill(file, ENTRIES), session="mine")


def test_loading_again_adds_nothing(store: Store, file: Path) -> None:
    store.load(fill(file, ENTRIES))
    assert Loaded("s1", 4, 0) == store.load(file)
    assert ENTRIES == store.session("s1").entries()


def test_a_file_that_has_grown_adds_what_is_new(store: Store, file: Path) -> None:
    store.load(fill(file, ENTRIES))
    grown = [*ENTRIES, message("d", "c")]
    assert Loaded("s1", 4, 1) == store.load(fill(file, grown))
    assert grown == store.session("s1").entries()


def test_a_file_with_another_history_is_refused(store: Store, file: Path) -> None:
    store.load(fill(file, ENTRIES))
    with pytest.raises(EntryConflict, match=r"name.jsonl, line 3: session 's1' has another entry in this place; load the file under another session id"):
        store.load(fill(file, [HEADER, message("a", None), message("x", "a"), message("c", "b")]))
    with pytest.raises(EntryConflict, match="session 's1': has 4 entries, more than the 2 that are to be loaded"):
        store.load(fill(file, ENTRIES[:2]))
    assert ENTRIES == store.session("s1").entries()


def test_a_damaged_file_is_refused_with_the_place_of_the_damage(store: Store, file: Path) -> None:
    fill(file, ENTRIES)
    file.write_bytes(file.read_bytes() + b'{"type":"mess')
    with pytest.raises(
        StoreError, match=r"name.jsonl, line 5: no JSON text in UTF-8; the doctor saves what can be read of damaged files \(doctor FILE --into STORE\)$"
    ):
        store.load(file)
    assert [] == store.sessions()


DOCUMENT = "import takes JSONL, an entry or a message a line, and this is one JSON document"
MANY = "each line holds a conversation of its own; import takes one session a file, an entry or a message a line"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('[{"role":"user","content":"hi"}]', DOCUMENT + "; put each message on a line (jq -c '.[]' FILE), or hand the messages to Session.extend"),
        ('[\n  {"role": "user", "content": "hi"}\n]\n', DOCUMENT + "; put each message on a line (jq -c '.[]' FILE), or hand the messages to Session.extend"),
        ('{"messages":[{"role":"user"}]}\n', DOCUMENT + "; put each message on a line (jq -c '.messages[]' FILE), or hand the messages to Session.extend"),
        ('{\n"contents": []\n}', DOCUMENT + "; put each message on a line (jq -c '.contents[]' FILE), or hand the messages to Session.extend"),
        ('{\n"role": "user"\n}', DOCUMENT),
        ('{"messages":[{"role":"user"}]}\n{"messages":[]}\n', MANY),
        ('[{"role":"user"}]\n[{"role":"user"}]\n', MANY),
    ],
)
def test_json_that_is_no_jsonl_is_refused_with_what_to_do(content: str, words: str, store: Store, file: Path) -> None:
    file.write_text(content)
    with pytest.raises(StoreError) as caught:
        store.load(file)
    assert (f"{file}: {words}", []) == (str(caught.value), store.sessions())


def test_lines_of_other_json_are_kept(store: Store, file: Path) -> None:
    file.write_text("5\n[1]\n[]\n")
    assert [5, [1], []] == store.session(store.load(file).session).entries()


def test_a_store_is_not_loaded_into_itself(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match=r"sessions.db: is the store itself"):
        store.load(path)


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file_is_refused(content: bytes, store: Store, file: Path) -> None:
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"name.jsonl: holds no entries"):
        store.load(file)


def test_a_file_that_is_not_there_is_refused(store: Store, file: Path) -> None:
    with pytest.raises(StoreError, match=r"name.jsonl: cannot be read: No such file or directory"):
        store.load(file)


def test_a_file_that_is_written_to_meanwhile_is_refused(open_store: Any, file: Path) -> None:
    def append(entry: Any) -> Any:
        with file.open("a", encoding="utf-8") as end:
            end.write("\n")
        return entry

    store = open_store(redact=append)
    with pytest.raises(StoreError, match=r"name.jsonl: was written to while it was read; stop what writes it and try again"):
        store.load(fill(file, ENTRIES))
    assert [] == store.sessions()


def test_entries_can_be_loaded_one_by_one(store: Store) -> None:
    assert Loaded("s", 0, 4) == store.load_entries("s", ((f"entry {number}", entry) for number, entry in enumerate(ENTRIES)))


def test_whatever_stops_the_loading_leaves_the_store_as_it_was(store: Store) -> None:
    def entries() -> Iterator[tuple[str, Any]]:
        yield "the first", ENTRIES[0]
        raise RuntimeError("the source is gone")

    with pytest.raises(RuntimeError, match="the source is gone"):
        store.load_entries("s", entries())
    assert [] == store.sessions()


# ---------------------------------------------------------------------------------------------- damaged trees
def test_ids_that_were_given_twice_are_kept(store: Store, file: Path) -> None:
    entries = [HEADER, message("a", None, "one"), message("a", None, "two"), message("b", "a")]
    store.load(fill(file, entries))
    assert entries == store.session("s1").entries()
    assert [2, 3] == [row.seq for row in store.session("s1").active()]


SHUFFLED = {
    "a parent comes later": [message("b", "a"), message("a", None), message("c", "b")],
    "a leaf comes before its target": [message("a", None), {"type": "leaf", "id": "l", "targetId": "b"}, message("b", "a"), message("c", "l")],
    "parents in a circle": [message("a", "c"), message("b", "a"), message("c", "b"), message("d", "c")],
    "a circle in the middle": [message("a", None), message("b", "d"), message("c", "b"), message("d", "c"), message("e", "d")],
    "a compaction before its history": [
        {"type": "compaction", "id": "k", "parentId": "b", "summary": "s", "firstKeptEntryId": "b", "tokensBefore": 1},
        message("a", None),
        message("b", "a"),
        message("c", "k"),
    ],
    "an id given twice, the second time too late": [message("b", "a"), message("a", None, "one"), message("a", "b", "two"), message("c", "a")],
}


@pytest.mark.parametrize("name", SHUFFLED)
def test_a_file_that_lost_its_order_is_read_from_the_store_as_from_the_file(name: str, store: Store, file: Path) -> None:
    rows = SHUFFLED[name]
    store.load(fill(file, [HEADER, *rows]))
    session = store.session("s1")
    assert [place + 1 for place in tree_of(rows).path] == [row.seq for row in session.active()]
    assert [(each.raw, each.origin) for each in replayable.read(file).messages] == [(each.raw, each.origin) for each in session.transcript().messages]
