"""What goes into a session, and what is refused."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import pytest

from replayable.errors import ReadError
from replayable.store import EntryConflict, Store, StoreError

OpenStore = Callable[..., Store]


def message(id: str, text: str = "hello", parent: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"type": "message", "id": id, "parentId": parent, "message": {"role": "user", "content": text, **fields}}


def test_an_entry_comes_back_as_it_was_given(store: Store) -> None:
    given = {"type": "message", "id": "a", "parentId": None, "unknown": {"deep": [1, 2.5, None, True, "é\n\u0001"]}, "message": {"role": "user", "content": ""}}
    store.session("s").append(given)
    assert [given] == store.session("s").entries()


def test_text_is_kept_to_the_byte(store: Store) -> None:
    given = b'{ "type":"custom", "id" :"a","parentId":null, "n":1.0e0, "t":"\\u00e9", "t":2 }'
    row = store.session("s").append(given)
    assert given == row.data == store.session("s").rows()[0].data


def test_text_of_several_lines_becomes_one_line(store: Store) -> None:
    assert b'{"type":"x","id":"a"}' == store.session("s").append('{\n  "type": "x",\n  "id": "a"\n}\n').data


def test_an_object_that_tells_its_fields_is_an_entry(store: Store) -> None:
    class Role(enum.StrEnum):
        USER = "user"

    store.session("s").append({"type": "message", "message": {"role": Role.USER, "content": ("a", "b")}})
    assert [{"type": "message", "message": {"role": "user", "content": ["a", "b"]}}] == store.session("s").entries()


def test_a_lone_surrogate_is_stored(store: Store) -> None:
    store.session("s").append(message("a", "\ud83d"))
    assert "\ud83d" == store.session("s").entries()[0]["message"]["content"]


def test_ids_and_keys_with_half_a_character_work_like_others(store: Store) -> None:
    session, odd = store.session("s"), "id \ud83d"
    session.append(message("a"))
    first = session.append(message(odd, parent="a"), key=odd)
    session.append(message("c", parent="a"))
    session.append(message("b", parent=odd))
    assert [0, 1, 3] == [row.seq for row in session.active()]
    assert (1, False) == ((again := session.append(message(odd, parent="a"))).seq, again.is_new)
    assert (first.seq, False) == ((again := session.append(message("other"), key=odd)).seq, again.is_new)
    with pytest.raises(EntryConflict):
        session.append(message(odd, "else"))


@pytest.mark.parametrize("kind", [{"type": "mystery", "x": 1}, {"type": ["x"], "id": ["y"]}, {"no": "type"}, ["a", "list"], "a string in JSON", 7, None])
def test_an_entry_of_no_known_kind_is_kept_and_is_no_part_of_the_conversation(kind: Any, store: Store) -> None:
    session = store.session("s")
    session.append(message("a"))
    session.append(kind if not isinstance(kind, str) else f'"{kind}"')
    session.append(message("b", parent="a"))
    assert [message("a"), kind, message("b", parent="a")] == session.entries()
    assert [0, 2] == [row.seq for row in session.active()]


def test_rows_are_numbered_without_gaps_in_each_session(store: Store) -> None:
    one, other = store.session("one"), store.session("other")
    assert [0, 0, 1, 1] == [session.append(message(id)).seq for session, id in ((one, "a"), (other, "a"), (one, "b"), (other, "b"))]


def test_several_entries_are_stored_together_or_not_at_all(store: Store) -> None:
    session = store.session("s")
    session.append(message("a"))
    with pytest.raises(EntryConflict):
        session.extend([message("b"), message("a", "something else")])
    assert ["a"] == [entry["id"] for entry in session.entries()]


# ---------------------------------------------------------------------------------------------- once and again
def test_the_same_entry_again_gives_the_row_it_has(store: Store) -> None:
    session = store.session("s")
    first = session.append(message("a"))
    again = session.append(dict(reversed(message("a").items())))
    assert (first.seq, first.data, True, False) == (again.seq, again.data, first.is_new, again.is_new)
    assert 1 == len(session.entries())


def test_another_entry_under_the_same_id_is_refused(store: Store) -> None:
    session = store.session("s")
    session.append(message("a"))
    with pytest.raises(EntryConflict, match="session 's': the id 'a' is taken by row 0, which says something else; give the entry another id"):
        session.append(message("a", "bye"))


def test_an_id_is_known_when_it_is_far_back(store: Store) -> None:
    session = store.session("s")
    session.extend([message(f"m{number}") for number in range(300)])
    assert (5, False) == ((row := session.append(message("m5"))).seq, row.is_new)
    with pytest.raises(EntryConflict):
        session.append(message("m299", "else"))


def test_the_same_message_under_the_same_key_is_stored_once(store: Store) -> None:
    session = store.session("s")
    first = session.append_message({"role": "user", "content": "hi", "timestamp": 1}, key="k")
    again = session.append_message({"content": "hi", "timestamp": 2, "role": "user"}, key="k")
    assert (first.seq, first.id, False) == (again.seq, again.id, again.is_new)


def test_another_message_under_the_same_key_is_refused(store: Store) -> None:
    session = store.session("s")
    session.append_message({"role": "user", "content": "hi"}, key="k")
    with pytest.raises(EntryConflict, match="the idempotency key 'k' is taken by row 0, which says something else"):
        session.append_message({"role": "user", "content": "bye"}, key="k")


def test_a_message_may_bring_its_key_along(store: Store) -> None:
    session = store.session("s")
    session.append(message("a", idempotencyKey="k"))
    assert not session.append(message("b", idempotencyKey="k")).is_new
    assert store.session("other").append(message("b", idempotencyKey="k")).is_new


# ---------------------------------------------------------------------------------------------- entries that are made
def test_a_message_gets_an_entry_that_hangs_on_the_end(store: Store) -> None:
    session = store.session("s")
    first = session.append_message({"role": "user", "content": "hi"})
    second = session.append_message({"role": "assistant", "content": []})
    assert [
        {"type": "message", "id": first.id, "parentId": None, "timestamp": "2026-01-01T00:00:00.000Z", "message": {"role": "user", "content": "hi"}},
        {"type": "message", "id": second.id, "parentId": first.id, "timestamp": "2026-01-01T00:00:00.000Z", "message": {"role": "assistant", "content": []}},
    ] == session.entries()


def test_a_message_behind_a_bare_one_names_no_parent(store: Store) -> None:
    session = store.session("s")
    session.append({"role": "user", "content": "hi"})
    assert "parentId" not in session.append_message({"role": "assistant", "content": []}).value
    assert [0, 1] == [row.seq for row in session.active()]


def test_a_compaction_is_counted_with_its_entry(store: Store) -> None:
    session = store.session("s")
    session.extend([message("a"), message("b", parent="a")])
    row = session.compact("they said hello", first_kept="b", tokens_before=900, details={"x": 1})
    assert {"summary": "they said hello", "firstKeptEntryId": "b", "tokensBefore": 900, "details": {"x": 1}, "parentId": "b"}.items() <= row.value.items()
    assert (3, 1) == ((summary := store.summary("s")).entries, summary.compactions)


@pytest.mark.parametrize("act", [lambda session: session.branch("nowhere"), lambda session: session.compact("s", first_kept="nowhere", tokens_before=0)])
def test_an_entry_that_is_not_there_cannot_be_named(act: Callable[[Any], Any], store: Store) -> None:
    session = store.session("s")
    session.append(message("a"))
    with pytest.raises(StoreError, match="session 's': has no entry 'nowhere'"):
        act(session)
    assert 1 == len(session.entries())


# ---------------------------------------------------------------------------------------------- secrets
def test_secrets_are_taken_out_before_anything_is_stored(open_store: OpenStore) -> None:
    def redact(entry: Any) -> Any:
        entry["message"]["content"] = entry["message"]["content"].replace("sk-123", "[secret]")
        return entry

    session = open_store(redact=redact).session("s")
    given = message("a", "the key is sk-123")
    session.append(given)
    session.extend(['{"id":"b","type":"message","message":{"role":"user","content":"sk-123"}}'])
    session.append_message({"role": "user", "content": "sk-123"})
    assert ["the key is [secret]", "[secret]", "[secret]"] == [entry["message"]["content"] for entry in session.entries()]
    assert "the key is sk-123" == given["message"]["content"]


def test_text_in_which_there_is_no_secret_is_kept_to_the_byte(open_store: OpenStore) -> None:
    given = b'{ "type":"message", "message": {"role":"user"} }'
    assert given == open_store(redact=lambda entry: entry).session("s").append(given).data


def test_an_entry_is_not_stored_where_secrets_could_not_be_taken_out(open_store: OpenStore) -> None:
    def redact(entry: Any) -> Any:
        raise RuntimeError("no idea")

    session = open_store(redact=redact).session("s")
    with pytest.raises(RuntimeError, match="no idea"):
        session.append(message("a"))
    assert [] == session.entries()


# ---------------------------------------------------------------------------------------------- what is refused
@pytest.mark.parametrize("given", ["", "hello", "{", "{} {}", b'{"a":"\xff"}', b"\xff\xfe{\x00}\x00", "[" * 2000])
def test_text_that_is_no_json_is_refused(given: str | bytes, store: Store) -> None:
    with pytest.raises(StoreError, match=r"^an entry is an object, or the JSON text of one, and what was given is no JSON text in UTF-8$"):
        store.session("s").append(given)
    with pytest.raises(StoreError, match=r"^a message is an object, or the JSON text of one, and what was given is no JSON text in UTF-8$"):
        store.session("s").append_message(given)
    assert [] == store.sessions()


def test_what_is_nested_too_deep_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="nested deeper than 200 levels"):
        store.session("s").append("[" * 201 + "]" * 201)
    deep: dict[str, Any] = {}
    deep["x"] = deep
    with pytest.raises(ReadError, match="nested too deep, or holds itself"):
        store.session("s").append(deep)


def test_what_was_given_is_neither_kept_nor_handed_out(store: Store) -> None:
    session, given = store.session("s"), message("a")
    row = session.append(given)
    given["message"]["content"] = "changed"
    row.value["message"]["content"] = "changed"
    assert [message("a")] == session.entries()


@pytest.mark.parametrize("id", ["", 7, None, "half \ud83d"])
def test_a_session_has_a_name(id: Any, store: Store) -> None:
    with pytest.raises(StoreError, match="a session's id is a string of one character at least, and of whole ones"):
        store.session(id)


def test_a_write_inside_a_write_is_refused(store: Store) -> None:
    session = store.session("s")
    with pytest.raises(StoreError, match="written to from inside another write"):
        session.write(lambda _: session.append(message("a")))
