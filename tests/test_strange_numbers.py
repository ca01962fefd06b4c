"""A request that is made of a text with numbers beyond JSON is JSON all the same."""

from __future__ import annotations

import json

import pytest

import replayable

CLAUDE = "anthropic/claude-opus-4-6"


def refuse(word: str) -> None:
    raise AssertionError(word)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-1e999"])
@pytest.mark.parametrize("target", [CLAUDE, "google/gemini-3-pro", "mistral/mistral-large-latest"])
def test_no_request_holds_a_number_that_no_server_reads(number: str, target: str) -> None:
    call = f'{{"role":"assistant","content":[{{"type":"tool_use","id":"c1","name":"f","input":{{"x":{number}}}}}]}}'
    result = '{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"26 C"}]}'
    prepared = replayable.prepare(f'[{{"role":"user","content":"hi"}},{call},{result}]', target, source="anthropic")
    assert "null" in json.dumps(json.loads(prepared.body, parse_constant=refuse))
    assert 1 == len(prepared.notes)


def test_a_number_that_is_a_float_leaves_the_bytes_as_they_are() -> None:
    text = b'{"model": "claude-opus-4-6", "max_tokens": 9, "temperature": 1e-2, "messages": [{"role": "user", "content": "NaN"}]}'
    assert text == replayable.prepare(text, CLAUDE).body
