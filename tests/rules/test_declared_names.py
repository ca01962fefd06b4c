"""Tools that are offered under names that an API does not take: declared, chosen and called alike, and two stay two."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

import pytest

import laws
import replayable

NAMES = ["my.tool", "my_tool", "my tool", "9lives", "x" * 80, "x" * 79, "größe", "plain"]
Json = Any


def _tool(name: str) -> Json:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}}


def _call(number: int, name: str) -> Json:
    return {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": "{}"}}


REQUEST: Json = {
    "model": "m",
    "tools": [_tool(name) for name in NAMES],
    "tool_choice": {"type": "function", "function": {"name": "my.tool"}},
    "messages": [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": None, "tool_calls": [_call(number, name) for number, name in enumerate(NAMES)]},
        *({"role": "tool", "tool_call_id": f"call_{number}", "content": "ok"} for number in range(len(NAMES))),
        {"role": "user", "content": "And?"},
    ],
}


def _declared(request: Mapping[str, Json]) -> list[str]:
    tools = request["toolConfig"]["tools"] if "modelId" in request else request["tools"]
    held = [tool for each in tools for tool in each.get("functionDeclarations", [each])]
    return [tool.get("name") or tool.get("function", tool.get("toolSpec", {})).get("name") for tool in held]


def _called(prepared: replayable.Prepared) -> list[str | None]:
    return [part.name for message in prepared.transcript.messages for part in message.parts if type(part).__name__ == "ToolCall"]  # type: ignore[union-attr]


@pytest.mark.parametrize(("target", "options"), laws.TARGETS, ids=laws.TARGET_NAMES)
def test_declared_and_called_names_are_the_same_valid_and_distinct_ones(target: str, options: Mapping[str, Any]) -> None:
    unforced = {field: value for field, value in REQUEST.items() if field != "tool_choice"}
    prepared = replayable.prepare(unforced, target, source="openai-chat", **options)
    declared = _declared(prepared.request)
    assert declared == _called(prepared)
    assert len(NAMES) == len(set(declared))
    assert {"my_tool", "plain"} <= set(declared)
    assert () == prepared.problems
    again = replayable.prepare(prepared.request, target, source=laws.target_format(target, options), **options)
    assert () == again.changes


@pytest.mark.parametrize(("target", "options"), [("openai/gpt-4.1", {"api": "openai-completions"}), ("vllm/any-model", {})])
def test_in_the_apis_own_format_they_are_renamed_too(target: str, options: Mapping[str, Any]) -> None:
    request = copy.deepcopy(REQUEST)
    prepared = replayable.prepare(request, target, source="openai-chat", **options)
    assert request == REQUEST
    assert _declared(prepared.request) == _called(prepared)
    assert _declared(prepared.request)[0] == prepared.request["tool_choice"]["function"]["name"]
    assert () == prepared.problems


def test_a_custom_tool_keeps_its_kind_and_its_grammar() -> None:
    custom = {"type": "custom", "custom": {"name": "my.sql", "description": "d", "format": {"type": "text"}}}
    prepared = replayable.prepare({"model": "m", "tools": [custom], "messages": [{"role": "user", "content": "Go."}]}, "vllm/any-model", source="openai-chat")
    (sent,) = prepared.request["tools"]
    assert {**custom, "custom": {**custom["custom"], "name": sent["custom"]["name"]}} == sent  # type: ignore[dict-item]
    assert re.fullmatch(r"my_sql_[0-9a-f]{8}", sent["custom"]["name"])


def test_names_do_not_depend_on_the_tools_that_follow() -> None:
    first = replayable.prepare({**REQUEST, "tools": REQUEST["tools"][:4]}, "anthropic/claude-opus-4-6", source="openai-chat")
    all_of_them = replayable.prepare(REQUEST, "anthropic/claude-opus-4-6", source="openai-chat")
    assert _declared(first.request) == _declared(all_of_them.request)[:4]
