"""A request for another API is named as such; a request with one thing of another API is still its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replayable import check
from replayable.foreign import OTHER_API
from replayable.report import Problem

RICH = {
    "anthropic": ("anthropic/claude-opus-4-5", None, "a request of Anthropic's Messages API"),
    "bedrock": ("amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", None, "a Bedrock Converse request"),
    "gemini": ("google/gemini-3-pro", None, "a Gemini request"),
    "openai-chat": ("openai/gpt-4.1", "openai-completions", "an OpenAI Chat request"),
    "openai-responses": ("openai/gpt-5", None, "a request of OpenAI's Responses API"),
}
PAIRS = [(made, other) for made in RICH for other in RICH if made != other]


@pytest.mark.parametrize(("made", "other"), PAIRS)
def test_a_request_for_another_api_is_one_problem(made: str, other: str) -> None:
    request = json.loads((Path(__file__).parent / f"rich_requests/{made}.json").read_text(encoding="utf-8"))
    target, api, _ = RICH[other]
    (problem,) = check(request, target, api=api)
    if problem.rule != "responses-messages-param":  # the API names that itself
        assert (OTHER_API, "") == (problem.rule, problem.pointer)
        assert problem.error.startswith(f"This is {RICH[made][2]}; {target} is reached over ")


def test_the_one_problem_says_what_to_do() -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
    turns = [{"role": "user", "content": "hi"}, call, {"role": "tool", "tool_call_id": "c1", "content": "1"}]
    expected = Problem(
        rule=OTHER_API,
        pointer="",
        error="This is an OpenAI Chat request; anthropic/claude-opus-4-5 is reached over Anthropic's Messages API.",
        fix="Let `prepare` write it for the target, or name the target that it was made for.",
        certainty="documented",
    )
    assert (expected,) == check(turns, "anthropic/claude-opus-4-5")
    assert (expected,) == check(json.dumps({"model": "gpt-4.1", "messages": turns}), "anthropic/claude-opus-4-5")


def test_one_thing_of_another_api_is_told_by_itself() -> None:
    turns = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]}]
    rules = {problem.rule for problem in check(turns, "openai/gpt-4.1", api="openai-completions")}
    assert OTHER_API not in rules
    assert rules


@pytest.mark.parametrize("value", [{}, [], {"messages": None}, {"messages": [None]}, [[]], {"contents": "x", "messages": [], "input": 5}])
def test_what_is_no_request_at_all_is_checked_all_the_same(value: object) -> None:
    for target in ("anthropic/claude-opus-4-5", "google/gemini-3-pro", "openai/gpt-5"):
        assert OTHER_API not in {problem.rule for problem in check(value, target)}
