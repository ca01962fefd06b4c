"""A reasoned answer at the end of a history, and tool messages that hold no result: what is sent instead, and that it is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest

import replayable

Json = Any
SONNET = "anthropic/claude-sonnet-4-5"
THOUGHT: Json = {"type": "thinking", "thinking": "Something about honey.", "signature": "c2lnbmVk"}
ENDING: list[Json] = [
    {"role": "user", "content": "Tell me a fact."},
    {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "Honey keeps for years."}]},
]


def roles(prepared: replayable.Prepared) -> list[str]:
    return [message["role"] for message in prepared.request["messages"]]


# ---------------------------------------------------------------------------------------------- the end of a history
@pytest.mark.parametrize("target", [SONNET, "anthropic/claude-3-7-sonnet-20250219", "amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0"])
def test_an_answer_with_its_reasoning_is_closed_and_loses_nothing(target: str) -> None:
    prepared = replayable.prepare(ENDING, target, source="anthropic", made_by=target)
    assert ["user", "assistant", "user"] == roles(prepared)
    assert "Something about honey." in json.dumps(prepared.request)
    assert [("trailing-assistant", "synthetic")] == [(change.rule, change.loss) for change in prepared.changes]
    assert () == prepared.problems


def test_an_answer_without_reasoning_is_still_a_prefill() -> None:
    plain = [ENDING[0], {"role": "assistant", "content": "Honey keeps"}]
    assert plain == replayable.prepare(plain, SONNET).request["messages"]


def test_a_wanted_prefill_goes_on_without_its_reasoning() -> None:
    prepared = replayable.prepare(ENDING, SONNET, prefill=True)
    assert [{"type": "text", "text": "Honey keeps for years."}] == prepared.request["messages"][-1]["content"]
    assert [("reasoned-prefill", "content")] == [(change.rule, change.loss) for change in prepared.changes]
    assert () == prepared.problems


def test_a_turn_that_the_provider_paused_goes_on_without_its_reasoning() -> None:
    search: Json = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "honey"}}
    prepared = replayable.prepare([ENDING[0], {"role": "assistant", "content": [THOUGHT, search]}], SONNET)
    assert [search] == prepared.request["messages"][-1]["content"]
    assert ["reasoned-prefill"] == [change.rule for change in prepared.changes]
    assert () == prepared.problems


def test_with_thinking_on_the_turn_is_stripped_as_before() -> None:
    assert ["user"] == roles(replayable.prepare(ENDING, SONNET, thinking=True))


def test_a_closed_history_is_at_rest() -> None:
    once = replayable.prepare(ENDING, SONNET)
    again = replayable.prepare(once.request, SONNET)
    assert (once.body, ()) == (again.body, again.changes)


# ---------------------------------------------------------------------------------------------- tool messages without a result
STRAY: Json = {"role": "tool", "content": "12 C"}
CALL: Json = {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{}"}
OUTPUT: Json = {"type": "function_call_output", "call_id": "call_1", "output": "ok"}
ASKED: Json = {"role": "user", "content": "Hi"}


@pytest.mark.parametrize("target", ["mistral/mistral-large-latest", "vllm/mistralai/ministral-8b", "llama.cpp/any-model"])
@pytest.mark.parametrize("history", [[ASKED, STRAY, ASKED], [STRAY, ASKED], [ASKED, CALL, OUTPUT, STRAY, ASKED], [ASKED, CALL, STRAY, OUTPUT, ASKED]])
def test_strict_templates_count_a_tool_message_without_a_result_among_the_turns(target: str, history: list[Json]) -> None:
    prepared = replayable.prepare(history, target, source="openai-responses", strict_template=True)
    assert () == prepared.problems
    assert "12 C" in json.dumps(prepared.request), "its words are sent"
    assert [("unknown-role", "none")] == [(change.rule, change.loss) for change in prepared.changes if change.rule == "unknown-role"]


def test_an_empty_tool_message_says_nothing_and_goes() -> None:
    prepared = replayable.prepare([ASKED, {"role": "tool", "content": []}, ASKED], "anthropic/claude-opus-4-6", source="anthropic")
    assert ["user"] == roles(prepared)
