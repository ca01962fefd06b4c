"""Bedrock's contract beyond its catalogue: what depends on the model and on the caller, and what is no request at all."""

from __future__ import annotations

from typing import Any

import pytest

from replayable.contracts import check
from replayable.options import Options
from replayable.targets import Target

CLAUDE = Target("amazon-bedrock", "us.anthropic.claude-sonnet-4-6-v1:0", "bedrock-converse")
NOVA = Target("amazon-bedrock", "amazon.nova-pro-v1:0", "bedrock-converse")


def every_block() -> dict[str, Any]:
    document = {"format": "pdf", "name": "Q3 report (1)", "source": {"bytes": "JVBERi0="}}
    return {
        "system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}],
        "toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]},
        "messages": [
            {"role": "user", "content": [{"text": "hi"}, {"document": document}, {"image": {"format": "png", "source": {"bytes": "iVBORw0K"}}}]},
            {
                "role": "assistant",
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "a", "signature": "c2ln"}}},
                    {"text": "One moment."},
                    {"toolUse": {"toolUseId": "t1", "name": "f", "input": {}}},
                ],
            },
            {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"json": {"a": 1}}], "status": "success"}}, {"text": "Go on."}]},
        ],
    }


def test_nothing_is_wrong_with_a_request_with_every_kind_of_block() -> None:
    assert () == check(every_block(), CLAUDE, Options())


def test_tools_that_the_caller_names_count_as_declared() -> None:
    request = every_block()
    del request["toolConfig"]
    assert ["bedrock-toolconfig-required"] == [problem.rule for problem in check(request, CLAUDE, Options())]
    assert () == check(request, CLAUDE, Options(tools=["f"]))


def test_claude_is_held_to_the_rules_of_its_own_api_for_reasoning() -> None:
    request = every_block()
    reasoning = request["messages"][1]["content"].pop(0)
    request["messages"][1]["content"].append(reasoning)
    del reasoning["reasoningContent"]["reasoningText"]["signature"]
    wrapped = "The model returned the following errors: messages.1.content."
    found = [(problem.rule, problem.error.removeprefix(wrapped)) for problem in check(request, CLAUDE, Options())]
    first = "0: If an assistant message contains any thinking blocks, the first block must be thinking or redacted_thinking. Found text."
    assert [("bedrock-claude-inherits", "2.thinking.signature: Field required"), ("bedrock-claude-inherits", first)] == found


def test_a_prefill_is_taken_by_older_claude_models() -> None:
    messages = [{"role": "user", "content": [{"text": "hi"}]}, {"role": "assistant", "content": [{"text": "ok"}]}]
    older = Target("amazon-bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "bedrock-converse")
    assert () == check({"messages": messages}, older, Options())
    assert ["bedrock-end-with-user"] == [problem.rule for problem in check({"messages": messages}, CLAUDE, Options())]


@pytest.mark.parametrize(
    "request_", [None, [], {}, {"messages": None}, {"messages": [None, 1, {"role": 3}, {"role": "user", "content": [None, {}, {"text": 1}]}]}]
)
def test_whatever_is_checked_nothing_raises(request_: Any) -> None:
    assert check(request_, CLAUDE, Options())
