"""Whatever callers hand over by mistake: an error of the package's own in one line, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import replayable
from replayable.errors import ReplayableError, StoreError
from replayable.store import Recorder, Session, Store, split_prompt

HALF = "\ud83d"
JUNK = st.one_of(
    st.sampled_from([None, True, 5, -1, 10**30, -(10**30), 1.5, float("nan"), "", HALF, "\0", b"\xff", [], [[]], {}, {1: 2}, object(), Ellipsis, set(), int]),
    st.text(max_size=3),
    st.integers(),
)
ENTRY = {"type": "message", "id": "a1", "parentId": None, "message": {"role": "user", "content": "Oslo?"}}

CALLS: dict[str, Callable[[Store, Session, Any], object]] = {
    "append": lambda _, session, junk: session.append(junk),
    "append, key": lambda _, session, junk: session.append({"type": "custom"}, key=junk),
    "append_message": lambda _, session, junk: session.append_message(junk),
    "append_message, key": lambda _, session, junk: session.append_message({"role": "user", "content": "x"}, key=junk),
    "extend": lambda _, session, junk: session.extend(junk),
    "extend, one": lambda _, session, junk: session.extend([{"type": "custom"}, junk]),
    "compact, summary": lambda _, session, junk: session.compact(junk, first_kept="a1", tokens_before=1),
    "compact, first_kept": lambda _, session, junk: session.compact("s", first_kept=junk, tokens_before=1),
    "compact, tokens_before": lambda _, session, junk: session.compact("s", first_kept="a1", tokens_before=junk),
    "compact, field": lambda _, session, junk: session.compact("s", first_kept="a1", tokens_before=1, details=junk),
    "branch": lambda _, session, junk: session.branch(junk),
    "rewrite": lambda _, session, junk: session.rewrite(junk),
    "rows, since": lambda _, session, junk: session.rows(since=junk),
    "rows, tail": lambda _, session, junk: session.rows(tail=junk),
    "rows, generation": lambda _, session, junk: session.rows(generation=junk),
    "entries, since": lambda _, session, junk: session.entries(since=junk),
    "active, tail": lambda _, session, junk: session.active(tail=junk),
    "session": lambda store, _, junk: store.session(junk),
    "summary": lambda store, _, junk: store.summary(junk),
    "in": lambda store, _, junk: junk in store,
    "delete": lambda store, _, junk: store.delete(junk),
    "load": lambda store, _, junk: store.load(junk),
    "load, session": lambda store, _, junk: store.load(store.path, session=junk),
    "load_entries": lambda store, _, junk: store.load_entries(junk, []),
    "load_entries, entries": lambda store, _, junk: store.load_entries("new", junk),
    "load_entries, one": lambda store, _, junk: store.load_entries("new", [("here", ENTRY), junk]),
    "search": lambda store, _, junk: store.search(junk),
    "search, session": lambda store, _, junk: store.search("oslo", session=junk),
    "search, most": lambda store, _, junk: store.search("oslo", most=junk),
    "Recorder": lambda _, __, junk: Recorder(junk),
    "Recorder, run": lambda _, session, junk: Recorder(session, junk),
    "record": lambda _, session, junk: Recorder(session).record(junk),
    "prompt": lambda _, session, junk: Recorder(session).prompt(junk),
    "prompt, visible": lambda _, session, junk: Recorder(session).prompt("x", junk),
    "prompt, model": lambda _, session, junk: Recorder(session).prompt("x", "x", model=junk),
    "prompt, wordless": lambda _, session, junk: Recorder(session).prompt("x", "x", wordless=junk),
    "prompt, attachments": lambda _, session, junk: Recorder(session).prompt("x", attachments=junk),
    "prompt, provenance": lambda _, session, junk: Recorder(session).prompt("x", provenance=junk),
    "settle": lambda _, session, junk: Recorder(session).settle(junk),
    "split_prompt": lambda _, __, junk: split_prompt(junk, junk, junk, junk),
}


@pytest.mark.parametrize("call", CALLS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(junk=JUNK)
def test_any_junk_is_taken_or_refused_in_one_line(open_store: Callable[..., Store], opened: dict[str, Store], call: str, junk: Any) -> None:
    store = opened.setdefault("store", opened.get("store") or open_store())
    session = store.session("s")
    session.rewrite([ENTRY])
    before, ids = session.rows(), {each.id for each in store.sessions()}
    error = _error_of(lambda: CALLS[call](store, session, junk))
    if error is not None:
        assert "\n" not in str(error).strip()
        assert (before, ids) == (session.rows(), {each.id for each in store.sessions()})
    if "new" in store:
        store.delete("new")


def _error_of(work: Callable[[], object]) -> ReplayableError | None:
    """What of the package's own was raised; anything else is the test's failure."""
    try:
        work()
    except ReplayableError as error:
        return error
    return None


@pytest.fixture
def opened() -> dict[str, Store]:
    return {}


@pytest.mark.parametrize(
    "settings",
    [{"durability": "ful"}, {"durability": 5}, {"missing": []}, {"patience": "5"}, {"patience": -1}, {"patience": float("nan")}, {"redact": 5}, {"clock": 5}],
    ids=str,
)
def test_settings_that_cannot_be_leave_no_file_behind(tmp_path: Path, settings: dict[str, Any]) -> None:
    with pytest.raises(StoreError, match=next(iter(settings))):
        replayable.store.open(tmp_path / "own" / "sessions.db", **settings)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("path", [None, 5, "", object(), b""], ids=lambda value: type(value).__name__)
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(StoreError, match="the path of a store"):
        replayable.store.open(path)


@pytest.mark.parametrize("kept", [None, 5, [], {}, "text", {"type": "message", "message": None}], ids=repr)
def test_a_redaction_that_gives_no_entry_back_stores_nothing(open_store: Callable[..., Store], kept: Any) -> None:
    session = open_store(redact=lambda _: kept).session("s")
    failed = {"role": "assistant", "content": "half", "stopReason": "error"}
    for store in (lambda: session.append(ENTRY), lambda: session.append_message(ENTRY["message"]), lambda: Recorder(session).record(failed)):
        with pytest.raises(StoreError, match="the redact function gave no entry back"):
            store()
    assert [] == session.rows()


@pytest.mark.parametrize("handed", [[ENTRY], {"messages": [ENTRY["message"]]}, {"model": "m", "input": []}, '{"contents": []}'], ids=str)
def test_what_holds_many_messages_is_no_entry(open_store: Callable[..., Store], handed: Any) -> None:
    session = open_store().session("s")
    with pytest.raises(StoreError, match="to extend"):
        session.append(handed)
    assert [] == session.rows()
