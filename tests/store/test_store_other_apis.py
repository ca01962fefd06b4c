"""Messages of every API in a store: as they are in a session of their own, converted in one of entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import replayable
from replayable.store import Recorder, Store

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
}
SENT = {"messages": HISTORIES["anthropic"]}


@pytest.mark.parametrize("name", HISTORIES)
def test_a_session_of_bare_messages_is_read_in_their_format(open_store: Callable[..., Store], name: str) -> None:
    session = open_store().session("s")
    for message in HISTORIES[name]:
        session.append(message)
    prepared = replayable.prepare(session.export(), "anthropic/claude-opus-4-6")
    assert (SENT, ()) == (prepared.request, prepared.changes)


@pytest.mark.parametrize("name", HISTORIES)
def test_messages_of_any_api_are_recorded_once_they_are_converted(open_store: Callable[..., Store], name: str) -> None:
    session = open_store().session("s")
    with Recorder(session) as recorder:
        for message in HISTORIES[name]:
            for converted in replayable.convert([message], "openclaw").payload:
                recorder.record(converted)
    prepared = replayable.prepare(session.export(), "anthropic/claude-opus-4-6")
    assert (SENT, ()) == (prepared.request, prepared.changes)
