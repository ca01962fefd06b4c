"""What comes out of a session: whole, the end of it, what is new, the conversation as it goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import replayable
from replayable.store import HistoryRewritten, Session, Store, StoreError, UnknownSession

SESSIONS = Path(__file__).parent.parent / "handed" / "sessions"
PI = ("pi-large.jsonl", "pi-before-compaction.jsonl")


def message(id: str, parent: str | None = None, text: str = "hello", role: str = "user") -> dict[str, Any]:
    return {"type": "message", "id": id, "parentId": parent, "message": {"role": role, "content": text}}


@pytest.fixture
def session(store: Store) -> Session:
    session = store.session("s")
    session.extend([message("a"), message("b", "a"), message("c", "b"), message("d", "c")])
    return session


def ids(rows: list[Any]) -> list[str]:
    return [row["id"] if isinstance(row, dict) else row.id for row in rows]


def test_a_session_that_is_not_there_has_no_entries(store: Store) -> None:
    assert ([], [], None) == ((none := store.session("none")).entries(), none.active(), none.generation)
    assert "none" not in store


@pytest.mark.parametrize("read", ["transcript", "display", "export", "delete"])
def test_what_needs_a_session_says_that_there_is_none(read: str, store: Store, path: Path) -> None:
    with pytest.raises(UnknownSession, match=f"{path}: has no session 'none'"):
        getattr(store.session("none"), read)()


@pytest.mark.parametrize(("tail", "expected"), [(0, []), (1, ["d"]), (3, ["b", "c", "d"]), (9, ["a", "b", "c", "d"]), (-1, [])])
def test_the_end_of_a_session_can_be_read_alone(tail: int, expected: list[str], session: Session) -> None:
    assert expected == ids(session.entries(tail=tail)) == ids(session.active(tail=tail))


def test_a_reader_goes_on_from_where_it_was(session: Session) -> None:
    last, generation = session.rows()[-1].seq, session.generation
    session.append(message("e", "d"))
    assert ["e"] == ids(session.rows(since=last, generation=generation))
    assert [] == session.rows(since=last + 1, generation=generation)
    assert ["e"] == ids(session.rows(since=0, tail=1))


def test_appending_does_not_disturb_a_reader(session: Session) -> None:
    generation = session.generation
    session.append(message("e", "d"))
    session.branch("a")
    session.compact("s", first_kept="a", tokens_before=1)
    assert generation == session.generation


def test_a_reader_notices_that_the_history_was_replaced(session: Session) -> None:
    generation = session.generation
    session.rewrite([message("x")])
    assert ["x"] == ids(session.entries())
    with pytest.raises(HistoryRewritten, match="session 's': its rows were replaced since; read it from the beginning"):
        session.rows(since=2, generation=generation)
    assert ["x"] == ids(session.rows(generation=session.generation))


def test_a_replaced_history_starts_afresh(session: Session) -> None:
    session.append_message({"role": "user", "content": "hi"}, key="k")
    session.rewrite([message("a", text="other")])
    assert session.append_message({"role": "user", "content": "else"}, key="k").is_new
    assert [0, 1] == [row.seq for row in session.active()]


def test_a_history_that_cannot_be_replaced_stays(session: Session) -> None:
    generation = session.generation
    with pytest.raises(StoreError):
        session.rewrite([message("x"), "{"])
    with pytest.raises(StoreError):
        session.rewrite([message("x"), message("x", text="else")])
    assert (["a", "b", "c", "d"], generation) == (ids(session.entries()), session.generation)


def test_a_session_is_removed_with_everything_in_it(session: Session, store: Store) -> None:
    store.search("hello")
    session.delete()
    assert ([], [], []) == (session.entries(), store.sessions(), store.search("hello"))
    session.append(message("a"))
    assert ["a"] == ids(session.entries())


# ---------------------------------------------------------------------------------------------- branches
def test_the_conversation_goes_on_from_where_it_is_told_to(session: Session) -> None:
    session.branch("b")
    assert ["a", "b"] == ids(session.active())
    row = session.append_message({"role": "assistant", "content": "other"})
    assert (["a", "b", row.id], "b") == (ids(session.active()), row.value["parentId"])


def test_the_conversation_can_begin_anew(session: Session) -> None:
    session.branch(None)
    assert ([], ()) == (session.active(), session.transcript().messages)
    session.append(message("n"))
    assert ["n"] == ids(session.active())


def test_an_entry_that_hangs_further_back_opens_a_branch(session: Session) -> None:
    session.append(message("e", "a"))
    assert ["a", "e"] == ids(session.active())
    session.append(message("f", "e"))
    session.append(message("g", "d"))
    assert ["a", "b", "c", "d", "g"] == ids(session.active())
    assert [["d", "g"], ["c", "d", "g"]] == [ids(session.active(tail=tail)) for tail in (2, 3)]


def test_bookkeeping_beside_the_conversation_does_not_end_it(session: Session) -> None:
    session.append({"type": "label", "id": "l", "parentId": "b", "targetId": "b", "label": "here"})
    assert ["a", "b", "c", "d"] == ids(session.active())
    session.append(message("e", "l"))
    assert ["a", "b", "c", "d", "e"] == ids(session.active())


# ---------------------------------------------------------------------------------------------- transcripts
def words(transcript: replayable.Transcript) -> list[tuple[str, int | None]]:
    return [(json.dumps(each.raw), each.origin) for each in transcript.messages]


def test_the_transcript_is_that_of_the_file(session: Session) -> None:
    session.branch("b")
    session.append(message("e", "b", "other"))
    assert words(replayable.read(session.export())) == words(session.transcript())


def test_odd_rows_in_a_long_session_are_read_as_each_for_itself(session: Session) -> None:
    texts = {100: '"a bell \\u0007"', 257: '"half \\ud800"', 258: '"a raw\ttab"', 511: '"\\u007f \x7f"'}
    lines = [
        f'{{"type":"message","id":"x{n}","parentId":{json.dumps(f"x{n - 1}" if n else None)},"message":{{"role":"user","content":{texts.get(n, n)}}}}}'
        for n in range(600)
    ]
    session.extend(lines)
    read = session.transcript()
    assert [message.facts for message in replayable.read(session.export()).messages] == [message.facts for message in read.messages]
    assert [message.raw for message in read.messages] == [json.loads(line, strict=False)["message"] for line in lines]


@pytest.mark.parametrize("kept", ["a", "c", "nowhere"])
def test_after_a_compaction_the_transcript_begins_with_it(kept: str, session: Session) -> None:
    session.append(
        {"type": "compaction", "id": "k", "parentId": "d", "timestamp": "2026-01-01T00:00:00Z", "summary": "s", "firstKeptEntryId": kept, "tokensBefore": 9}
    )
    session.append(message("e", "k"))
    expected = replayable.read(session.export())
    assert words(expected) == words(session.transcript())
    assert ["compaction"] == [each.kind for each in session.transcript().messages][:1]
    assert {"a": 6, "c": 4, "nowhere": 2}[kept] == len(expected.messages)
    assert expected.compacted_at == session.transcript().compacted_at


@pytest.mark.parametrize("kept", ["a", "c", "nowhere"])
def test_the_routes_from_before_a_compaction_are_still_known(kept: str, session: Session) -> None:
    def note(id: str, parent: str, model: str) -> dict[str, Any]:
        return {
            "type": "custom",
            "id": id,
            "parentId": parent,
            "customType": "model-snapshot",
            "data": {"provider": "openai", "modelId": model, "timestamp": 1},
        }

    session.branch("a")
    session.extend([note("r1", "a", "gpt-4.1"), message("n", "r1"), note("r2", "n", "gpt-5"), note("r3", "a", "on another branch")])
    session.branch("r2")
    session.extend([{"type": "compaction", "id": "k", "parentId": "r2", "summary": "s", "firstKeptEntryId": kept, "tokensBefore": 9}, message("e", "k")])
    expected = replayable.read(session.export())
    assert ["gpt-4.1", "gpt-5"] == [route.model for route in expected.routes]
    assert (expected.routes, words(expected)) == (session.transcript().routes, words(session.transcript()))


def test_after_a_reset_the_transcript_is_what_follows(session: Session) -> None:
    session.append({"type": "reset", "id": "r", "parentId": "d", "reason": "new"})
    session.append(message("e", "r", "anew"))
    session.append(message("f", "b", "from before the reset"))
    assert [(json.dumps(message("e", text="anew")["message"]), 5), (json.dumps(message("f", text="from before the reset")["message"]), 6)] == words(
        session.transcript()
    )
    assert words(replayable.read(session.export())) == words(session.transcript())


def test_messages_of_another_format_are_read_as_such(store: Store) -> None:
    chat = [
        {"role": "user", "content": "weather?"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "w", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "12 C"},
    ]
    store.session("s").extend(chat)
    assert ("openai-chat", chat) == ((transcript := store.session("s").transcript()).format, [each.raw for each in transcript.messages])


def test_what_people_are_shown_leaves_out_what_only_models_see(session: Session) -> None:
    session.append({"type": "custom_message", "id": "x", "parentId": "d", "customType": "openclaw.runtime-context", "content": "hidden", "display": False})
    assert ["hello"] * 4 == [each["content"][0]["text"] if isinstance(each["content"], list) else each["content"] for each in session.display()]


# ---------------------------------------------------------------------------------------------- files
@pytest.mark.parametrize("name", PI)
def test_a_session_file_goes_in_and_comes_out_the_same(name: str, store: Store) -> None:
    given = (SESSIONS / name).read_bytes()
    loaded = store.load(SESSIONS / name)
    session = store.session(loaded.session)
    assert [json.loads(line) for line in given.splitlines()] == session.entries()
    assert given == session.export()
    expected = replayable.read(given)
    assert expected.messages == session.transcript().messages
    assert expected.routes == session.transcript().routes


def test_a_session_without_a_header_gets_one_for_its_file(session: Session) -> None:
    header, *rest = session.export().splitlines()
    assert {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00.000Z", "cwd": ""} == json.loads(header)
    assert session.entries() == [json.loads(line) for line in rest]


@pytest.mark.parametrize("order", [1, -1])
def test_bare_messages_among_entries_are_entries_in_the_file(order: int, store: Store) -> None:
    bare = {"role": "user", "content": "bare"}
    store.session("s").extend([message("a"), bare][::order])
    header, *lines = [json.loads(line) for line in store.session("s").export().splitlines()]
    assert ("session", [message("a"), {"type": "message", "message": bare}][::order]) == (header["type"], lines)
    assert words(replayable.read(store.session("s").export())) == words(store.session("s").transcript())
    assert [message("a"), bare][::order] == store.session("s").entries()


def test_messages_are_exported_without_a_header(store: Store) -> None:
    store.session("s").append({"role": "user", "content": "hi"})
    assert b'{"role":"user","content":"hi"}\n' == store.session("s").export()


def test_reading_line_by_line_stops_where_the_history_is_replaced(session: Session) -> None:
    session.extend([message(f"m{number}", "d") for number in range(2000)])
    lines = session.lines()
    next(lines)
    session.rewrite([message("x")])
    with pytest.raises(HistoryRewritten):
        list(lines)


def test_the_sessions_are_listed_in_the_order_in_which_they_were_made(session: Session, store: Store) -> None:
    store.session("r").append(message("a"))
    session.append(message("e", "d"))
    assert [("s", 5), ("r", 1)] == [(each.id, each.entries) for each in store.sessions()]
    assert {1_767_225_600_000} == {time for each in store.sessions() for time in (each.created, each.updated)}


def test_bare_messages_are_shown_to_people_too(store: Store) -> None:
    store.session("s").append({"role": "user", "content": "hi"})
    assert ["hi"] == [each["content"] for each in store.session("s").display()]
