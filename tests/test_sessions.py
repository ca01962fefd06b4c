"""Two real sessions of a coding agent replay on two providers, with nothing lost: read here by a reader of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import replayable

Json = Any
SESSIONS = Path(__file__).parent / "handed" / "sessions"
FILES = ("pi-large.jsonl", "pi-before-compaction.jsonl")
TARGETS: tuple[tuple[str, dict[str, str]], ...] = (("anthropic/claude-opus-4-6", {}), ("openai/gpt-4.1", {"api": "openai-completions"}))

every_session = pytest.mark.parametrize("name", FILES)
every_target = pytest.mark.parametrize(("target", "options"), TARGETS, ids=[target for target, _ in TARGETS])


# ---------------------------------------------------------------------------------------------- what the file holds
def _active(name: str) -> list[Json]:
    """The messages from the newest compaction's first kept entry on. The files are of version 1: one line after the other."""
    entries = [json.loads(line) for line in (SESSIONS / name).read_text(encoding="utf-8").splitlines()]
    kept = [entry["firstKeptEntryIndex"] for entry in entries if entry["type"] == "compaction"]
    return [entry["message"] for entry in entries[kept[-1] if kept else 0 :] if entry["type"] == "message"]


def _blocks(message: Json) -> list[Json]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _texts(message: Json) -> list[str]:
    if message["role"] == "bashExecution":
        return [message["command"], message["output"]]
    return [block["text"] for block in _blocks(message) if block["type"] == "text" and block["text"].strip()]


def _calls(messages: list[Json]) -> list[Json]:
    return [block for message in messages if message["role"] == "assistant" for block in _blocks(message) if block["type"] == "toolCall"]


# ---------------------------------------------------------------------------------------------- what the request holds
def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _sent_calls(request: Json) -> dict[str, tuple[str, Json]]:
    """Name and arguments of each call, by its id as sent."""
    found = {}
    for message in request["messages"]:
        for call in message.get("tool_calls") or ():
            found[call["id"]] = (call["function"]["name"], json.loads(call["function"]["arguments"]))
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "tool_use":
                found[block["id"]] = (block["name"], block["input"])
    return found


def _sent_results(request: Json) -> dict[str, str]:
    """All words of each result, by the id of its call as sent."""
    found = {}
    for message in request["messages"]:
        if message["role"] == "tool":
            found[message["tool_call_id"]] = "\n".join(_strings(message["content"]))
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "tool_result":
                found[block["tool_use_id"]] = "\n".join(_strings(block.get("content")))
    return found


# ---------------------------------------------------------------------------------------------- the proofs
@every_target
@every_session
def test_a_session_has_no_problem_left(name: str, target: str, options: Json) -> None:
    assert () == replayable.prepare(SESSIONS / name, target, **options).problems


@every_target
@every_session
def test_every_word_is_sent_or_named(name: str, target: str, options: Json) -> None:
    prepared = replayable.prepare(SESSIONS / name, target, **options)
    sent = "\n".join(_strings(prepared.request))
    named = "\n".join(_strings([change.before for change in prepared.changes if change.loss == "content"]))
    words = [text for message in _active(name) for text in _texts(message)]
    assert words
    assert [] == [text for text in words if text.strip() not in sent and text not in named]


@every_target
@every_session
def test_every_call_is_sent_as_it_was_made_or_named(name: str, target: str, options: Json) -> None:
    prepared = replayable.prepare(SESSIONS / name, target, **options)
    sent = _sent_calls(prepared.request)
    named = set(_strings([change.before for change in prepared.changes if change.loss == "content"]))
    calls = _calls(_active(name))
    assert calls
    kept = [[sent.get(given) for given in prepared.ids.get(call["id"].strip(), ())] for call in calls]
    assert [] == [call for call, found in zip(calls, kept, strict=True) if (call["name"], call["arguments"]) not in found and call["id"] not in named]


@every_target
@every_session
def test_every_real_result_stays_with_its_call_or_is_named(name: str, target: str, options: Json) -> None:
    prepared = replayable.prepare(SESSIONS / name, target, **options)
    sent = _sent_results(prepared.request)
    named = set(_strings([change.before for change in prepared.changes if change.loss == "content"]))
    results = [message for message in _active(name) if message["role"] == "toolResult"]
    assert results
    for result in results:
        found = [sent.get(given, "") for given in prepared.ids.get(result["toolCallId"].strip(), ())]
        assert result["toolCallId"] in named or [text for text in _texts(result) if not any(text in words for words in found)] == []


@every_target
@every_session
def test_reading_a_session_leaves_the_file_alone(name: str, target: str, options: Json) -> None:
    before = (SESSIONS / name).read_bytes()
    replayable.prepare(SESSIONS / name, target, **options)
    assert before == (SESSIONS / name).read_bytes()


@every_session
def test_a_session_is_written_line_by_line_as_it_was_read(name: str) -> None:
    written: bytes = replayable.write(replayable.read(SESSIONS / name), "openclaw")
    assert [json.loads(line) for line in (SESSIONS / name).read_bytes().splitlines()] == [json.loads(line) for line in written.splitlines()]
