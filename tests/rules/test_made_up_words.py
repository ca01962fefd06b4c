"""What a change says of things that were made up: the words that really stand in the request."""

from __future__ import annotations

from typing import Any

import pytest

import replayable

HISTORY: list[Any] = [
    {"role": "user", "content": "Oslo?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": f"call_{name}", "type": "function", "function": {"name": name, "arguments": "{}"}} for name in ("weather", "tide")],
    },
    {"role": "tool", "tool_call_id": "call_tide", "content": "low"},
    {"role": "user", "content": "Well?"},
]
BEGINNING = "no result of call 'call_weather' is stored, so one was made that says "


@pytest.mark.parametrize(("target", "said"), [("anthropic/claude-opus-4-6", "that its outcome is unknown"), ("openai/gpt-5", "'aborted'")])
def test_a_made_up_result_is_told_with_what_it_says(target: str, said: str) -> None:
    reasons = [change.reason for change in replayable.prepare(HISTORY, target).changes if change.rule == "missing-tool-result"]
    assert [BEGINNING + said] == reasons


@pytest.mark.parametrize(("calls", "said"), [(1, "weather stands there as a stub"), (2, "weather, tide stand there as stubs")])
def test_stubs_of_tools_are_told_by_their_names(calls: int, said: str) -> None:
    history = [HISTORY[0], {**HISTORY[1], "tool_calls": HISTORY[1]["tool_calls"][:calls]}]
    reasons = [change.reason for change in replayable.prepare(history, "amazon-bedrock/anthropic.claude-sonnet-4-5").changes]
    assert f"the history has tool calls and the request offers no tools, which the API demands; {said}" in reasons
