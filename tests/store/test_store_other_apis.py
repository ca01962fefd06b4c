"""Messages of every API in a store: kept as they are, and prepared as the bare list of them is."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import replayable
from replayable.store import Recorder, Session, Store

QUESTION = {"role": "user", "content": "Oslo?"}
HISTORIES: dict[str, list[Any]] = {
    "openai-chat": [
        QUESTION,
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "12"},
    ],
    "anthropic": [
        QUESTION,
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "weather", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "12"}]},
    ],
    "bedrock": [
        {"role": "user", "content": [{"text": "Oslo?"}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "weather", "input": {}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "12"}]}}]},
    ],
    "gemini": [
        {"role": "user", "parts": [{"text": "Oslo?"}]},
        {"role": "model", "parts": [{"functionCall": {"id": "c1", "name": "weather", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "weather", "response": {"output": "12"}}}]},
    ],
    "openai-responses": [
        QUESTION,
        {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "12"},
    ],
    "openclaw": [
        QUESTION,
        {"role": "assistant", "content": [{"type": "toolCall", "id": "c1", "name": "weather", "arguments": {}}], "stopReason": "toolUse"},
        {"role": "toolResult", "toolCallId": "c1", "toolName": "weather", "content": [{"type": "text", "text": "12"}], "isError": False},
    ],
}
SENT = {"messages": HISTORIES["anthropic"]}
TARGETS = (
    "anthropic/claude-opus-4-6",
    "amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "google/gemini-3-pro",
    "openai/gpt-5",
    "mistral/mistral-large-latest",
    "vllm/any-model",
)
RICH = Path(__file__).parent.parent / "rich_requests"
KEYS = {"openai-chat": "messages", "anthropic": "messages", "bedrock": "messages", "gemini": "contents", "openai-responses": "input"}
# Whole answers, as programs append them in place of the message in them.
ANSWERS: dict[str, Any] = {
    "openai-chat": {
        "id": "x",
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "12."}}],
    },
    "anthropic": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-4-6", "content": [{"type": "text", "text": "12."}]},
    "bedrock": {"output": {"message": {"role": "assistant", "content": [{"text": "12."}]}}, "stopReason": "end_turn"},
    "gemini": {"candidates": [{"content": {"role": "model", "parts": [{"text": "12."}]}, "finishReason": "STOP"}]},
    "openai-responses": {
        "id": "resp_1",
        "object": "response",
        "output": [{"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "12.", "annotations": []}]}],
    },
}


def append_bare(session: Session, message: Any) -> None:
    session.append(message)


def append_as_entry(session: Session, message: Any) -> None:
    session.append_message(message)


def record(session: Session, message: Any) -> None:
    with Recorder(session) as recorder:
        recorder.record(message)


WAYS = (append_bare, append_as_entry, record)


def rich(name: str) -> list[Any]:
    """The history of a request that holds every kind of message and field of its API."""
    found: list[Any] = json.loads((RICH / f"{name}.json").read_text())[KEYS[name]]
    return found


def told(prepared: replayable.Prepared) -> tuple[object, ...]:
    return prepared.request, prepared.changes, prepared.problems, prepared.ids


def with_call(messages: list[Any], name: str) -> list[Any]:
    """The messages with another id of their call."""
    found: list[Any] = json.loads(json.dumps(messages).replace('"c1"', f'"{name}"'))
    return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", HISTORIES)
def test_a_session_of_messages_is_read_in_their_format(open_store: Callable[..., Store], name: str, way: Callable[[Session, Any], None]) -> None:
    session = open_store().session("s")
    for message in HISTORIES[name]:
        way(session, message)
    prepared = replayable.prepare(session.export(), "anthropic/claude-opus-4-6")
    assert (SENT, ()) == (prepared.request, prepared.changes)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", KEYS)
def test_a_session_is_prepared_as_the_list_of_its_messages(open_store: Callable[..., Store], name: str, way: Callable[[Session, Any], None]) -> None:
    session, messages = open_store().session("s"), rich(name)
    for message in messages:
        way(session, message)
    exported = session.export()
    for target in TARGETS:
        assert told(replayable.prepare(messages, target, source=name)) == told(replayable.prepare(exported, target))


@pytest.mark.parametrize("name", KEYS)
def test_messages_beside_entries_are_prepared_as_the_list_of_them(open_store: Callable[..., Store], name: str) -> None:
    session, messages = open_store().session("s"), rich(name)
    session.extend([*messages, {"type": "session_info", "id": "i1", "parentId": None, "name": "Oslo"}])
    for target in TARGETS:
        assert told(replayable.prepare(messages, target, source=name)) == told(replayable.prepare(session.export(), target))


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_answer_is_the_message_in_it(open_store: Callable[..., Store], name: str, way: Callable[[Session, Any], None]) -> None:
    session = open_store().session("s")
    for message in (*HISTORIES[name], ANSWERS[name], {"role": "user", "content": "Thanks."}):
        way(session, message)
    prepared = replayable.prepare(session.export(), "anthropic/claude-opus-4-6")
    assert {
        "messages": [*HISTORIES["anthropic"], {"role": "assistant", "content": [{"type": "text", "text": "12."}]}, {"role": "user", "content": "Thanks."}]
    } == _as_blocks(prepared.request)
    assert {"wrapped-message"} >= {change.rule for change in prepared.changes if change.loss != "none"}


def _as_blocks(request: dict[str, Any]) -> dict[str, Any]:
    """The request with the assistant's words in blocks."""
    spoken = [
        {**m, "content": [{"type": "text", "text": m["content"]}]} if m["role"] == "assistant" and isinstance(m["content"], str) else m
        for m in request["messages"]
    ]
    return {**request, "messages": spoken}


@pytest.mark.parametrize("way", WAYS)
def test_messages_of_several_apis_keep_their_calls(open_store: Callable[..., Store], way: Callable[[Session, Any], None]) -> None:
    store = open_store()
    for pair in permutations(HISTORIES, 2):
        session = store.session("-".join(pair))
        for place, name in enumerate(pair):
            for message in with_call(HISTORIES[name], f"c{place}"):
                way(session, message)
        prepared = replayable.prepare(session.export(), "openai/gpt-4o", api="openai-completions")
        assert [("user", 0), ("assistant", 1), ("tool", 0)] * 2 == [(m["role"], len(m.get("tool_calls", ()))) for m in prepared.request["messages"]]
        assert set() == {change.rule for change in prepared.changes if change.loss != "none"}


@pytest.mark.parametrize("name", HISTORIES)
def test_a_compacted_session_of_messages_begins_with_its_summary(open_store: Callable[..., Store], name: str) -> None:
    session = open_store().session("s")
    session.extend(HISTORIES[name])
    kept = session.append({"type": "session_info", "id": "kept", "name": "n"})
    session.compact("They spoke of Oslo.", first_kept=kept.id or "", tokens_before=900)
    session.extend(with_call(HISTORIES[name], "c2"))
    prepared = replayable.prepare(session.export(), "anthropic/claude-opus-4-6")
    summary, *rest = prepared.request["messages"][0]["content"]
    assert "They spoke of Oslo." in summary["text"]
    assert [{"type": "text", "text": "Oslo?"}] == rest
    assert with_call(HISTORIES["anthropic"], "c2")[1:] == prepared.request["messages"][1:]
    assert {"consecutive-user-turns"} == {change.rule for change in prepared.changes}


@pytest.mark.parametrize("name", HISTORIES)
def test_what_was_given_is_stored_and_exported_as_it_is(open_store: Callable[..., Store], name: str) -> None:
    session = open_store().session("s")
    texts = [json.dumps(message, indent=None).encode() for message in HISTORIES[name]]
    session.extend(texts)
    assert b"".join(text + b"\n" for text in texts) == session.export()
    session.append({"type": "session_info", "id": "i1", "name": "n"})
    assert texts == [row.data for row in session.rows(tail=4)[:3]]
    assert [{"type": "message", "message": message} for message in HISTORIES[name]] == [json.loads(line) for line in session.export().splitlines()[1:4]]


@pytest.mark.parametrize("name", HISTORIES)
def test_a_session_that_nobody_changed_is_written_back_as_it_was(open_store: Callable[..., Store], name: str) -> None:
    session = open_store().session("s")
    for message in HISTORIES[name]:
        session.append_message(message)
    exported = session.export()
    assert exported == replayable.write(replayable.read(exported), "openclaw")
    assert session.transcript().messages == replayable.read(exported).messages


def test_what_a_file_holds_beside_its_messages_is_told_when_it_is_converted(open_store: Callable[..., Store]) -> None:
    session = open_store().session("s")
    for message in HISTORIES["openai-chat"]:
        session.append_message(message)
    converted = replayable.convert(session.export(), "openai-chat")
    assert HISTORIES["openai-chat"] == converted.payload
    assert [("untranslatable-field", "none")] == [(change.rule, change.loss) for change in converted.changes]


@pytest.mark.parametrize("name", HISTORIES)
def test_messages_are_searched_and_shown_by_what_they_say(open_store: Callable[..., Store], name: str) -> None:
    store = open_store()
    session = store.session("s")
    for message in HISTORIES[name]:
        session.append(message)
    assert [0, 1, 2] == [min(hit.seq for hit in store.search(words)) for words in ("oslo", "weather", "12")]


def test_messages_of_any_api_are_recorded_once_they_are_converted(open_store: Callable[..., Store]) -> None:
    for name, messages in HISTORIES.items():
        session = open_store().session(name)
        with Recorder(session) as recorder:
            for message in messages:
                for converted in replayable.convert([message], "openclaw").payload:
                    recorder.record(converted)
        prepared = replayable.prepare(session.export(), "anthropic/claude-opus-4-6")
        assert (SENT, ()) == (prepared.request, prepared.changes)
