"""Why `tool-call-id` gives a call another id, in its own words."""

from __future__ import annotations

import pytest

import replayable


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        ([" c1 "], "call id ' c1 ' became 'c1': blanks stood around it"),
        (["c|1"], "call id 'c|1' became 'c1': the target does not take it"),
        ([""], "a call without id got the id 'defaulttoolid'"),
        (["c1", "c1"], "call id 'c1' became 'c12': an earlier call has it"),
        (["c|1", "c1"], "call id 'c1' became 'c1d0f631ca': another call has it"),
    ],
)
def test_the_reason_says_what_is_wrong_with_the_last_id(ids: list[str], reason: str) -> None:
    calls = [{"id": id, "type": "function", "function": {"name": "f", "arguments": "{}"}} for id in ids]
    results = [{"role": "tool", "tool_call_id": id, "content": "26 C"} for id in ids]
    history = [{"role": "assistant", "content": "I look.", "tool_calls": calls}, *results]
    changes = replayable.prepare(history, "anthropic/claude-opus-4-6", source="openai-chat").changes
    assert reason == [change.reason for change in changes if change.rule == "tool-call-id" and change.reason.startswith(("call id", "a call"))][-1]
