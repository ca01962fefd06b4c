"""A prefill goes where Claude thinks, as recorded, and stays where it does not."""

from __future__ import annotations

from typing import Any

import pytest

import replayable
from golden_functions import vectors

TARGET = "anthropic/claude-sonnet-4-5"  # one that takes a prefill while it does not think
CALLS = ("tool_use", "toolCall")


def _is_judged(vector: vectors.Vector) -> bool:
    """Thinking that says neither on nor off is no setting of the API."""
    thinking = vector["input"].get("thinking")
    return thinking is None or (isinstance(thinking, dict) and "type" in thinking)


VECTORS = [vector for vector in vectors.load("prefillAnthropic") if _is_judged(vector)]


def _sent(vector: vectors.Vector) -> list[dict[str, Any]]:
    request = {**vector["input"], "model": "claude-sonnet-4-5"}
    messages: list[dict[str, Any]] = replayable.prepare(request, TARGET, source="anthropic").request["messages"]
    return messages


def _is_prefill(message: dict[str, Any]) -> bool:
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    return message.get("role") == "assistant" and bool(content) and not any(block.get("type") in CALLS for block in blocks)


STRIPPED = [vector for vector in VECTORS if vector["output"]["stripped"]]
LEFT = [vector for vector in VECTORS if vector["input"]["messages"] and _is_prefill(vector["input"]["messages"][-1]) and not vector["output"]["stripped"]]


@pytest.mark.parametrize("vector", STRIPPED, ids=[vector["case"] for vector in STRIPPED])
def test_a_prefill_goes_where_claude_thinks(vector: vectors.Vector) -> None:
    assert [] == [message for message in _sent(vector)[-1:] if _is_prefill(message)]


@pytest.mark.parametrize("vector", LEFT, ids=[vector["case"] for vector in LEFT])
def test_a_prefill_stays_where_claude_does_not_think(vector: vectors.Vector) -> None:
    assert [vector["input"]["messages"][-1]] == _sent(vector)[-1:]


def test_the_vectors_hold_both() -> None:
    assert (3, 4) == (len(STRIPPED), len(LEFT))
