"""Store and recorder as state machines against plain models: lists, and the tree by which files are read."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import replayable
from replayable.errors import UnknownFormat
from replayable.formats.openclaw.tree import tree_of
from replayable.store import EntryConflict, Recorder, Session, StoreError

SESSIONS = st.sampled_from(["one", "two"])
IDS = st.sampled_from([f"e{number}" for number in range(8)])
TEXTS = st.sampled_from(["hello", "good day", ""])
KEYS = st.none() | st.sampled_from(["k1", "k2"])
SPOKEN = ("message", "custom_message", "branch_summary", "compaction", "reset")
KINDS = st.sampled_from([*SPOKEN, "label", "custom", "model_change", "mystery"])


class StoreMachine(RuleBasedStateMachine):
    """Every entry that was taken is there, in order; the conversation is that of the tree; keys and ids are taken once."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.mkdtemp()
        self.path = Path(self.folder, "sessions.db")
        self.store = replayable.store.open(self.path, durability="normal")
        self.model: dict[str, list[Any]] = {}
        self.keys: dict[tuple[str, str], int] = {}
        self.seen: dict[str, int] = {}

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    # ------------------------------------------------------------------------------------------ writing
    @rule(session=SESSIONS, kind=KINDS, id=st.none() | IDS, parent=st.none() | IDS | st.just("absent"), text=TEXTS, side=st.booleans(), key=KEYS)
    def append(self, *, session: str, kind: str, id: str | None, parent: str | None, text: str, side: bool, key: str | None) -> None:
        entry: dict[str, Any] = {"type": kind, "message": {"role": "user", "content": text}, "summary": text}
        entry |= {} if id is None else {"id": id}
        entry |= {} if parent == "absent" else {"parentId": parent}
        entry |= {"appendMode": "side"} if side else {}
        self.put(session, entry, key)

    @rule(session=SESSIONS, id=IDS, chosen=st.none() | IDS, append=st.none() | IDS)
    def choose_leaf(self, session: str, id: str, chosen: str | None, append: str | None) -> None:
        self.put(session, {"type": "leaf", "id": f"l-{id}", "targetId": chosen, "appendParentId": append}, None)

    @rule(session=SESSIONS, value=st.sampled_from([None, 3, "words", [1], {"role": "user", "content": "bare"}, {"type": "session", "id": "h"}]))
    def append_anything(self, session: str, value: Any) -> None:
        self.put(session, json.dumps(value), None)

    def put(self, session: str, given: Any, key: str | None) -> None:
        entry = json.loads(given) if isinstance(given, str) else given
        rows = self.model.get(session, [])
        assume(not _comes_too_late(rows, entry))
        expected = self.expected(session, rows, entry, key)
        if expected is None:
            try:
                self.store.session(session).append(given, key=key)
            except EntryConflict:
                return
            raise AssertionError("a conflict was not noticed")
        row = self.store.session(session).append(given, key=key)
        assert (expected, expected == len(rows)) == (row.seq, row.is_new)
        if row.is_new:
            self.model.setdefault(session, []).append(entry)
            if key is not None:
                self.keys[session, key] = row.seq

    def expected(self, session: str, rows: list[Any], entry: Any, key: str | None) -> int | None:
        """The seq that an entry gets, None where it is a conflict."""
        if key is not None and (session, key) in self.keys:
            seq = self.keys[session, key]
            return seq if _lasting(rows[seq]) == _lasting(entry) else None
        if _is_named(entry):
            for seq in range(len(rows) - 1, -1, -1):
                if _is_named(rows[seq]) and rows[seq]["id"] == entry["id"]:
                    return seq if rows[seq] == entry else None
        return len(rows)

    @rule(session=SESSIONS, number=st.integers(0, 70))
    def append_many(self, session: str, number: int) -> None:
        start = len(self.model.get(session, []))
        entries = [{"type": "message", "id": f"m{start}-{each}", "message": {"role": "user", "content": "many"}} for each in range(number)]
        self.store.session(session).extend(entries)
        if entries:
            self.model.setdefault(session, []).extend(entries)

    @rule(session=SESSIONS, tail=st.integers(0, 3))
    def rewrite(self, session: str, tail: int) -> None:
        assume(session in self.model)
        kept = [entry for number, entry in enumerate(self.model[session][-tail:] if tail else []) if isinstance(entry, dict) and "id" not in entry]
        before = self.store.session(session).generation
        self.store.session(session).rewrite(kept)
        assert before != self.store.session(session).generation
        self.forget(session)
        self.model[session] = kept

    @rule(session=SESSIONS)
    def delete(self, session: str) -> None:
        assume(session in self.model)
        self.store.delete(session)
        self.forget(session)
        del self.model[session]

    def forget(self, session: str) -> None:
        self.keys = {each: seq for each, seq in self.keys.items() if each[0] != session}

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = replayable.store.open(self.path, durability="normal", missing="refuse")

    # ------------------------------------------------------------------------------------------ reading
    @invariant()
    def entries_are_those_that_were_given(self) -> None:
        for session, rows in self.model.items():
            assert rows == self.store.session(session).entries()

    @invariant()
    def the_conversation_is_that_of_the_tree(self) -> None:
        for session, rows in self.model.items():
            expected = list(tree_of([_as_entry(row) for row in rows]).path)
            assert expected == [row.seq for row in self.store.session(session).active()]
            assert expected[-2:] == [row.seq for row in self.store.session(session).active(tail=2)]

    @invariant()
    def sessions_are_counted(self) -> None:
        counts = {
            name: (len(rows), sum(isinstance(row, dict) and row.get("type") == "compaction" for row in rows)) for name, rows in self.model.items() if rows
        }
        assert counts == {each.id: (each.entries, each.compactions) for each in self.store.sessions() if each.entries}

    @rule(session=SESSIONS)
    def transcribe(self, session: str) -> None:
        """What the model is shown is what it would be shown of the file."""
        assume(any(isinstance(row, dict) for row in self.model.get(session, [])))
        try:
            found = self.store.session(session).transcript()
        except UnknownFormat:  # there is nothing but messages of nobody's
            return
        expected = replayable.read(self.store.session(session).export(), found.format)
        assert [(each.raw, each.origin) for each in expected.messages] == [(each.raw, each.origin) for each in found.messages]
        assert (expected.format, expected.compacted_at) == (found.format, found.compacted_at)

    @rule(word=st.sampled_from(["hello", "day", "bare", "nothing"]))
    def search(self, word: str) -> None:
        expected = {(name, seq) for name, rows in self.model.items() for seq, row in enumerate(rows) if word in _said(row)}
        assert expected == {(hit.session, hit.seq) for hit in self.store.search(word, most=10_000)}


def _as_entry(row: Any) -> Any:
    return {"type": "message", "message": row} if isinstance(row, dict) and "type" not in row and "role" in row else row


def _is_named(entry: Any) -> bool:
    kinds = {*SPOKEN, "label", "custom", "model_change", "leaf"}
    return isinstance(entry, dict) and bool(entry.get("id")) and ("parentId" in entry or entry["type"] in kinds)


def _comes_too_late(rows: list[Any], entry: Any) -> bool:
    """A row has named this id already: in a file it would count, a store has decided by then."""
    names = {row.get(key) for row in rows if isinstance(row, dict) for key in ("parentId", "targetId", "appendParentId")}
    known = any(_is_named(row) and row["id"] == entry["id"] for row in rows) if _is_named(entry) else True
    return not known and entry["id"] in names


def _lasting(entry: Any) -> Any:
    return {key: value for key, value in entry.items() if key not in {"id", "parentId", "timestamp"}} if isinstance(entry, dict) else entry


def _said(row: Any) -> str:
    """Where the words of these entries stand."""
    entry = _as_entry(row)
    return f"{entry.get('message', {}).get('content')} {entry.get('summary')}" if isinstance(entry, dict) else ""


class RecorderMachine(RuleBasedStateMachine):
    """Runs of one session: what is stored, what waits, and what is counted."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.mkdtemp()
        self.path = Path(self.folder, "sessions.db")
        self.store = replayable.store.open(self.path, durability="normal")
        self.session: Session = self.store.session("s")
        self.recorders: dict[str, Recorder] = {}
        self.waiting: dict[str, str] = {}
        self.rows: list[str] = []
        self.used = 0
        self.number = 0

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    def recorder(self, run: str) -> Recorder:
        return self.recorders.setdefault(run, Recorder(self.session, run))

    @rule(run=st.sampled_from(["r1", "r2"]), has_call=st.booleans())
    def fail(self, run: str, has_call: bool) -> None:
        self.number += 1
        blocks: list[Any] = [{"type": "text", "text": "half"}, *([{"type": "toolCall", "id": "c", "name": "f", "arguments": {}}] if has_call else [])]
        failed = {"role": "assistant", "content": blocks, "stopReason": "error", "errorMessage": f"error {self.number}", "usage": {"input": 10}}
        rows = self.recorder(run).record(failed)
        assert has_call == bool(rows)
        self.waiting[run] = f"error {self.number}" + ("" if has_call else " used 10")
        self.rows += ["call used 10"] if has_call else []

    @rule(run=st.sampled_from(["r1", "r2"]))
    def succeed(self, run: str) -> None:
        self.recorder(run).record({"role": "assistant", "content": [{"type": "text", "text": "good"}], "stopReason": "stop", "usage": {"input": 10}})
        self.rows.append("good used 10")

    @rule(run=st.sampled_from(["r1", "r2"]), outcome=st.sampled_from(["failed", "recovered"]))
    def settle(self, run: str, outcome: Any) -> None:
        if run in self.recorders:
            self.recorders.pop(run).settle(outcome)
            waited = self.waiting.pop(run, None)
            self.rows += [waited] if waited is not None and outcome == "failed" else []

    @rule()
    def open_again(self) -> None:
        """As if the process had died: everything that waits has failed."""
        self.store.close()
        self.store = replayable.store.open(self.path, durability="normal")
        self.session = self.store.session("s")
        self.recorders = {}
        self.rows += [waited for _, waited in sorted(self.waiting.items())]
        self.waiting = {}

    @rule(run=st.sampled_from(["r1", "r2"]))
    def a_settled_run_stays_settled(self, run: str) -> None:
        recorder = Recorder(self.session, f"{run}-settled")
        recorder.settle("recovered")
        try:
            recorder.record({"role": "user", "content": "late"})
        except StoreError:
            return
        raise AssertionError("a settled run took a message")

    @invariant()
    def what_is_stored_is_what_happened(self) -> None:
        found = [_told(entry["message"]) for entry in self.session.entries()]
        assert sorted(self.rows) == sorted(found)

    @invariant()
    def what_waits_is_the_newest_failure(self) -> None:
        for run, recorder in self.recorders.items():
            waits = recorder.waits
            assert self.waiting.get(run) == (None if waits is None else _told(waits))


def _told(message: dict[str, Any]) -> str:
    said = message.get("errorMessage") or ("call" if message["stopReason"] == "toolUse" else "good")
    return said + (f" used {message['usage']['input']}" if message["usage"]["input"] else "")


TestStore = StoreMachine.TestCase
TestStore.settings = settings(max_examples=max(12, settings().max_examples // 8), stateful_step_count=25)
TestRecorder = RecorderMachine.TestCase
TestRecorder.settings = settings(max_examples=max(10, settings().max_examples // 8), stateful_step_count=20)
