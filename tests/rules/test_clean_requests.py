"""After `prepare` no string of a request holds half a character or a control character, wherever in the history it stood."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import laws
import replayable
from replayable.rules.text.characters import is_sendable

Json = Any
RICH: dict[str, Json] = {
    file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted((Path(__file__).parents[1] / "rich_requests").glob("*.json"))
}
USER: Json = {"role": "user", "content": "q"}
CLAUDE = "anthropic/claude-opus-4-6"
BEDROCK = "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0"
TARGETS = (CLAUDE, "openai/gpt-5", "vllm/any-model", "mistral/mistral-large-latest", "google/gemini-3-pro", BEDROCK)
DIRT = ("\x00", "\ud800")

# What says what kind of thing something is: with dirt in it, it is another kind, whose texts the other values stand for.
KINDS = frozenset({"type", "role"})


def _poisoned(value: Json, dirt: str) -> Json:
    """A copy with this at the end of every string that does not tell a kind."""
    if isinstance(value, dict):
        return {key: item if key in KINDS else _poisoned(item, dirt) for key, item in value.items()}
    if isinstance(value, list):
        return [_poisoned(item, dirt) for item in value]
    return value + dirt if isinstance(value, str) else value


def _one_by_one(value: Json, dirt: str) -> Iterator[Json]:
    """Copies, each with this at the end of one string."""
    for path, leaf in _leaves(value, ()):
        if isinstance(leaf, str):
            whole = copy.deepcopy(value)
            holder = whole
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = leaf + dirt
            yield whole


def _leaves(value: Json, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Json]]:
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(item, (*path, key))
    else:
        yield path, value


def _unclean(request: Json) -> list[str]:
    return [text for text in laws.leaves(request, keys=True) if not is_sendable(text)]


@pytest.mark.parametrize("dirt", DIRT, ids=ascii)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", RICH)
def test_no_string_of_a_request_is_unclean_wherever_the_history_was(name: str, target: str, dirt: str) -> None:
    prepared = replayable.prepare(_poisoned(RICH[name], dirt), target, source=name)
    assert [] == _unclean(prepared.request)


@pytest.mark.parametrize("dirt", DIRT, ids=ascii)
@pytest.mark.parametrize("name", RICH)
def test_one_unclean_string_in_a_history_is_cleaned_in_its_own_format(name: str, dirt: str) -> None:
    own = {"anthropic": CLAUDE, "openai-chat": "vllm/any-model", "openai-responses": "openai/gpt-5", "gemini": "google/gemini-3-pro", "bedrock": BEDROCK}
    for history in _one_by_one(RICH[name], dirt):
        prepared = replayable.prepare(history, own.get(name, CLAUDE), source=name)
        assert [] == _unclean(prepared.request)


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ({"type": "base64", "media_type": "application/pdf", "data": "f\ud800"}, {"type": "base64", "media_type": "application/pdf", "data": "f\ufffd"}),
        ({"type": "text", "media_type": "text/plain", "data": "f\ud800\x00"}, {"type": "text", "media_type": "text/plain", "data": "f\ufffd"}),
    ],
)
def test_the_data_of_a_document_are_cleaned(given: Json, sent: Json) -> None:
    history = [{"role": "user", "content": [{"type": "document", "source": given}, {"type": "text", "text": "x"}]}]
    prepared = replayable.prepare(history, CLAUDE, source="anthropic")
    assert [{"role": "user", "content": [{"type": "document", "source": sent}, {"type": "text", "text": "x"}]}] == prepared.request["messages"]


def test_the_label_of_a_file_that_is_not_sent_is_clean() -> None:
    history = [{"role": "user", "content": [{"type": "file", "file": {"file_id": "f\ud800"}}, {"type": "text", "text": "x"}]}]
    prepared = replayable.prepare(history, CLAUDE, source="openai-chat")
    assert {"type": "text", "text": "[file omitted: f\ufffd]"} == prepared.request["messages"][0]["content"][0]
    assert [("lone-surrogate", [{"file": None, "file_id": "f\ufffd"}])] == [
        (change.rule, change.after) for change in prepared.changes if change.rule == "lone-surrogate"
    ]
    assert () == prepared.problems


def test_an_unclean_id_of_a_call_is_the_id_rules_and_no_other_rule_claims_it() -> None:
    call = {"type": "function_call", "call_id": "call_1\x00", "name": "r", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "call_1\x00", "output": "o"}
    prepared = replayable.prepare([USER, call, output], "openai/gpt-5", source="openai-responses")
    assert ["misshapen-call-id", "misshapen-call-id"] == [change.rule for change in prepared.changes]
    assert ["call_1_c71f968714"] * 2 == [item["call_id"] for item in prepared.request["input"][1:]]
    assert () == replayable.prepare(prepared.request, "openai/gpt-5").changes
