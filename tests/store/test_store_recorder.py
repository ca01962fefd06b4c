"""Failed attempts of a run: what is stored at once, what waits, and what becomes of it (openclaw storage specification 3)."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import replayable
from replayable.store import Recorder, Session, Store, StoreError

OpenStore = Callable[..., Store]

USER = {"role": "user", "content": "weather?"}
GOOD = {"role": "assistant", "content": [{"type": "text", "text": "12 C"}], "stopReason": "stop", "usage": {"input": 30, "output": 3}}
CALL = {"type": "toolCall", "id": "c1", "name": "weather", "arguments": {}}
RESULT = {"role": "toolResult", "toolCallId": "c1", "toolName": "weather", "isError": False, "content": [{"type": "text", "text": "12 C"}]}
ROUTE = {"role": "assistant", "api": "anthropic-messages", "provider": "anthropic", "model": "claude", "timestamp": 5}
ERROR = {"stopReason": "error", "errorMessage": "overloaded", "errorCode": 529}
USAGE = {"input": 10, "output": 2, "cost": {"total": 0.5}}
TEXT_ONLY = {**ROUTE, "content": [{"type": "text", "text": "It is"}], **ERROR, "usage": USAGE}
MIXED = {**ROUTE, "content": [{"type": "text", "text": "Let me"}, CALL], **ERROR, "usage": USAGE, "diagnostics": [1]}
FACT = {**ROUTE, "content": [CALL], "stopReason": "toolUse", "usage": USAGE}
REST = {**ROUTE, "content": [{"type": "text", "text": "Let me"}], **ERROR, "usage": {"input": 0, "output": 0, "cost": {"total": 0}}, "diagnostics": [1]}


@pytest.fixture
def session(store: Store) -> Session:
    return store.session("s")


def messages(session: Session) -> list[dict[str, Any]]:
    """The stored messages, without what a terminal error is stamped with."""
    found = [entry["message"] for entry in session.entries()]
    return [{key: value for key, value in each.items() if key not in {"idempotencyKey", "__openclaw"}} for each in found]


def recorded(session: Session, *said: dict[str, Any], outcome: Any, run: str = "r1") -> Recorder:
    recorder = Recorder(session, run)
    for message in said:
        recorder.record(message)
    recorder.settle(outcome)
    return recorder


# ---------------------------------------------------------------------------------------------- the worked cases
def test_case_1_the_words_of_an_attempt_that_was_made_good_are_not_stored(session: Session) -> None:
    recorded(session, USER, TEXT_ONLY, GOOD, outcome="recovered")
    assert [USER, GOOD] == messages(session)


def test_case_2_a_run_that_fails_stores_its_last_attempt_with_text_error_and_usage(session: Session) -> None:
    recorded(session, USER, TEXT_ONLY, outcome="failed")
    assert [USER, TEXT_ONLY] == messages(session)


def test_case_3_a_call_that_was_made_is_stored_without_the_error(session: Session) -> None:
    recorded(session, USER, MIXED, RESULT, GOOD, outcome="recovered")
    assert [USER, FACT, RESULT, GOOD] == messages(session)


def test_case_4_text_and_error_follow_where_the_run_fails_and_nothing_is_counted_twice(session: Session) -> None:
    recorded(session, USER, MIXED, RESULT, outcome="failed")
    assert [USER, FACT, RESULT, REST] == messages(session)
    assert 12 == sum(each["usage"]["input"] + each["usage"]["output"] for each in messages(session) if "usage" in each)


# ---------------------------------------------------------------------------------------------- what waits
def test_a_block_whose_type_is_no_word_is_a_fact_like_any_other(session: Session) -> None:
    odd = {**ROUTE, "content": [{"type": []}], **ERROR, "usage": USAGE}
    recorded(session, odd, outcome="recovered")
    assert [{**ROUTE, "content": [{"type": []}], "stopReason": "stop", "usage": USAGE}] == messages(session)


def test_an_outcome_that_is_misspelt_forgets_nothing(session: Session) -> None:
    recorder = Recorder(session, "r1")
    recorder.record(TEXT_ONLY)
    with pytest.raises(StoreError) as raised:
        recorder.settle("fail")  # type: ignore[arg-type]
    assert "run 'r1': outcome 'fail' is not known; choose 'recovered' or 'failed'" == str(raised.value)
    recorder.settle("failed")
    assert [TEXT_ONLY] == messages(session)


def test_a_newer_failure_takes_the_place_of_the_older(session: Session) -> None:
    second = {**TEXT_ONLY, "errorMessage": "still overloaded"}
    recorded(session, TEXT_ONLY, second, outcome="failed")
    assert [second] == messages(session)


def test_nothing_is_written_of_a_text_only_failure_until_the_run_is_settled(session: Session) -> None:
    recorder = Recorder(session)
    assert () == recorder.record(TEXT_ONLY)
    assert ([], TEXT_ONLY) == (session.entries(), recorder.waits)


@pytest.mark.parametrize(
    ("fields", "stop"),
    [
        ({"content": [{"type": "text", "text": "x"}, {"type": "image", "data": "AA==", "mimeType": "image/png"}]}, "stop"),
        ({"content": [{"type": "thinking", "thinking": "hm", "thinkingSignature": "s"}, CALL]}, "toolUse"),
        ({"content": [], "__openclaw": {"media": [{"path": "a.png"}]}}, "stop"),
        ({"content": "text", "openclawDelivery": {"mediaUrls": ["media/a.png"]}}, "stop"),
    ],
)
def test_what_has_happened_is_stored_at_once(fields: dict[str, Any], stop: str, session: Session) -> None:
    (row,) = Recorder(session).record({**TEXT_ONLY, **fields})
    content = fields["content"] if isinstance(fields["content"], list) else []
    kept = [block for block in content if block["type"] != "text"]
    assert {**ROUTE, **fields, "content": kept, "stopReason": stop, "usage": USAGE} == row.value["message"]


@pytest.mark.parametrize(
    "content", [[], "half", [{"type": "thinking", "thinking": "hm"}], [{"type": "text", "text": "x"}, {"type": "thinking", "thinking": "hm"}]]
)
def test_words_and_thoughts_are_no_facts(content: Any, session: Session) -> None:
    assert () == Recorder(session).record({**TEXT_ONLY, "content": content})


def test_a_turn_that_somebody_stopped_is_stored_like_any_other(session: Session) -> None:
    stopped = {**TEXT_ONLY, "stopReason": "aborted"}
    recorded(session, stopped, outcome="recovered")
    assert [stopped] == messages(session)


def test_what_waits_is_stored_without_secrets(open_store: OpenStore, path: Path) -> None:
    def redact(entry: Any) -> Any:
        entry["message"]["content"] = [{"type": "text", "text": "[secret]"}]
        return entry

    store = open_store(redact=redact)
    recorder = Recorder(store.session("s"))
    recorder.record(TEXT_ONLY)
    assert [{"type": "text", "text": "[secret]"}] == (recorder.waits or {})["content"]
    recorder.settle("failed")
    assert not any(b"It is" in file.read_bytes() for file in path.parent.iterdir())


# ---------------------------------------------------------------------------------------------- settling
def test_a_run_is_settled_once(session: Session) -> None:
    recorder = recorded(session, TEXT_ONLY, outcome="failed")
    assert None is recorder.settle("failed")
    assert 1 == len(session.entries())


def test_a_settled_run_takes_nothing_more(session: Session) -> None:
    with pytest.raises(StoreError, match="run 'r1' is settled; what comes later belongs to another run"):
        recorded(session, GOOD, outcome="recovered").record(GOOD)


def test_a_run_without_a_failure_has_nothing_to_settle(session: Session) -> None:
    assert None is recorded(session, USER, GOOD, outcome="failed").waits
    assert [USER, GOOD] == messages(session)


def test_the_last_error_is_stamped_with_its_run(session: Session) -> None:
    recorded(session, {**TEXT_ONLY, "__openclaw": {"x": 1}}, outcome="failed")
    message = session.entries()[0]["message"]
    assert ({"x": 1, "runId": "r1"}, "r1:terminal-error:") == (message["__openclaw"], message["idempotencyKey"][:18])


@pytest.mark.parametrize(
    "again",
    [
        {**TEXT_ONLY, "timestamp": 99},
        dict(reversed(TEXT_ONLY.items())),
        {**TEXT_ONLY, "usage": {"cost": {"total": 0.5}, "output": 2, "input": 10}},
    ],
)
def test_the_same_error_of_the_same_run_is_stored_once(again: dict[str, Any], session: Session) -> None:
    recorded(session, TEXT_ONLY, outcome="failed")
    recorded(session, again, outcome="failed")
    assert [TEXT_ONLY] == messages(session)


@pytest.mark.parametrize(("error", "run"), [("another", "r1"), ("overloaded", "r2")])
def test_another_error_of_the_run_or_the_same_of_another_run_is_a_row_of_its_own(error: str, run: str, session: Session) -> None:
    recorded(session, TEXT_ONLY, outcome="failed")
    recorded(session, {**TEXT_ONLY, "errorMessage": error}, outcome="failed", run=run)
    assert ["overloaded", error] == [message["errorMessage"] for message in messages(session)]


def test_a_run_whose_session_was_deleted_says_that_its_error_is_not_stored(session: Session) -> None:
    recorder = Recorder(session, "r1")
    recorder.record(TEXT_ONLY)
    session.delete()
    with pytest.raises(StoreError, match="run 'r1': failed to store its last error: session 's' was rebound"):
        recorder.settle("failed")
    assert [] == session.entries()


def test_the_error_of_the_run_is_told_with_the_one_of_the_store(session: Session) -> None:
    def agent() -> None:
        with Recorder(session) as recorder:
            recorder.record(TEXT_ONLY)
            session.delete()
            raise ConnectionError("the provider hung up")

    with pytest.raises(StoreError, match="was rebound") as told:
        agent()
    assert "the provider hung up" == str(told.value.__context__)


def test_a_run_ends_in_the_history_in_which_it_began(session: Session) -> None:
    recorder = Recorder(session, "r1")
    recorder.record(USER)
    session.delete()
    session.append_message(USER)
    with pytest.raises(StoreError, match="session 's' was deleted during run 'r1'"):
        recorder.record(GOOD)
    assert 1 == len(session.entries())


# ---------------------------------------------------------------------------------------------- as a context manager
def test_a_run_that_ends_well_forgets_its_failures(session: Session) -> None:
    with Recorder(session) as recorder:
        recorder.record(TEXT_ONLY)
        recorder.record(GOOD)
    assert [GOOD] == messages(session)


def test_a_run_that_ends_with_a_failure_has_failed(session: Session) -> None:
    with Recorder(session) as recorder:
        recorder.record(TEXT_ONLY)
    assert [TEXT_ONLY] == messages(session)


def test_a_run_that_raises_has_failed(session: Session) -> None:
    def agent() -> None:
        with Recorder(session) as recorder:
            recorder.record(TEXT_ONLY)
            recorder.record(GOOD)
            raise RuntimeError("out of ideas")

    with pytest.raises(RuntimeError, match="out of ideas"):
        agent()
    assert [GOOD, TEXT_ONLY] == messages(session)


# ---------------------------------------------------------------------------------------------- when the process is gone
def test_what_waits_is_stored_as_failed_when_the_session_is_opened_again(open_store: OpenStore, path: Path) -> None:
    first = open_store()
    Recorder(first.session("s"), "r1").record(TEXT_ONLY)
    first.close()
    assert [TEXT_ONLY] == messages(open_store().session("s"))
    assert [TEXT_ONLY] == messages(open_store().session("s"))
    assert [] == list(path.parent.glob("*-run-*"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_what_a_killed_process_left_waiting_is_stored_as_failed(open_store: OpenStore, path: Path) -> None:
    child = os.fork()
    if not child:
        with replayable.store.open(path) as store:
            recorder = Recorder(store.session("s"), "r1")
            recorder.record(MIXED)
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert [FACT, REST] == messages(open_store().session("s"))


def test_a_run_that_goes_on_elsewhere_is_left_alone(open_store: OpenStore) -> None:
    recorder = Recorder(open_store().session("s"), "r1")
    recorder.record(TEXT_ONLY)
    assert [] == open_store().session("s").entries()
    recorder.settle("failed")
    assert [TEXT_ONLY] == messages(open_store().session("s"))


# ---------------------------------------------------------------------------------------------- prompts
def test_context_of_the_runtime_is_kept_out_of_the_users_turn(session: Session) -> None:
    user, carrier = Recorder(session).prompt("It is noon.\n\nweather?", "weather?", attachments=[{"type": "image", "data": "AA=="}])
    assert [{"type": "text", "text": "weather?"}, {"type": "image", "data": "AA=="}] == user.value["message"]["content"]
    expected = {
        "type": "custom_message",
        "parentId": user.id,
        "customType": "openclaw.runtime-context",
        "content": "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nIt is noon.\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>",
        "display": False,
        "details": {"source": "openclaw-runtime-context"},
    }
    assert expected == {key: value for key, value in carrier.value.items() if key not in {"id", "timestamp"}}


def test_a_prompt_that_the_user_wrote_alone_has_no_context_beside_it(session: Session) -> None:
    assert 1 == len(Recorder(session).prompt("weather?")) == len(Recorder(session).prompt("weather?", "weather?"))


def test_people_are_shown_the_users_words_alone_and_the_model_both(session: Session) -> None:
    Recorder(session).prompt("It is noon.\n\nweather?", "weather?")
    assert 1 == len(session.display())
    assert [False, True] == [bool(each.meta and each.meta.is_context) for each in session.transcript().messages]


def test_an_input_from_another_session_says_so(session: Session) -> None:
    source = {"kind": "inter_session", "sourceSessionKey": " agent:main ", "sourceTool": "sessions_send", "sourceChannel": "", "other": 1}
    (row,) = Recorder(session).prompt("do it", provenance=source)
    assert {"kind": "inter_session", "sourceSessionKey": "agent:main", "sourceTool": "sessions_send"} == row.value["message"]["provenance"]
    prepared = replayable.prepare(session.export(), "anthropic/claude-opus-4-6")
    first_line = "[Inter-session message] sourceSession=agent:main sourceTool=sessions_send isUser=false"
    assert first_line == str(prepared.request["messages"][0]["content"]).split("\n", 1)[0]


@pytest.mark.parametrize("source", [None, {}, {"kind": "made-up"}, "inter_session", {"kind": 7}])
def test_a_provenance_that_says_nothing_is_not_stored(source: Any, session: Session) -> None:
    (row,) = Recorder(session).prompt("do it", provenance=source)
    assert "provenance" not in row.value["message"]


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="no links here")
def test_a_link_in_the_place_of_a_lock_is_neither_followed_nor_removed(open_store: OpenStore, path: Path, tmp_path: Path) -> None:
    open_store().close()
    link = path.with_name("sessions.db-run-forged")
    link.symlink_to(tmp_path / "elsewhere")
    Recorder(open_store().session("s")).record(TEXT_ONLY)
    assert (True, False) == (link.is_symlink(), (tmp_path / "elsewhere").exists())
