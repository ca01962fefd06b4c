"""The fields of a request besides its history, within and across the two formats."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

import replayable
from replayable.errors import CannotCarry
from replayable.formats import anthropic, openai_chat
from replayable.formats.format import Format
from replayable.model.building import edited
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.transcript import Transcript
from replayable.records import Document

CHAT = openai_chat.FORMAT
ANTHROPIC = anthropic.FORMAT
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}


def read(format: Format, request: dict[str, Any]) -> Transcript:
    return format.read(Document(request | {"messages": []}, None, (), "objects", None, False))


def settings_of(format: Format, request: dict[str, Any]) -> Settings:
    return read(format, request).settings


def translated(source: Format, target: Format, request: dict[str, Any]) -> dict[str, Any]:
    """The request in another format, after what only its own has was taken out."""
    written: dict[str, Any] = replayable.convert(request | {"messages": []}, target.name, source=source.name).payload
    assert [] == written.pop("messages")
    return written


def rewritten(format: Format, request: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The request in its own format, with some of its settings changed."""
    transcript = read(format, request)
    before = copy.deepcopy(request)
    written: dict[str, Any] = format.write(msgspec.structs.replace(transcript, settings=edited(transcript.settings, **fields)))
    assert before == request
    assert [] == written.pop("messages")
    return written


PAIRS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "limits",
        {"model": "m", "max_tokens": 9, "temperature": 0.5, "top_p": 1, "stop": ["a", "b"], "stream": True, "user": "u1"},
        {"model": "m", "max_tokens": 9, "temperature": 0.5, "top_p": 1, "stop_sequences": ["a", "b"], "stream": True, "metadata": {"user_id": "u1"}},
    ),
    (
        "tools",
        {
            "tools": [
                {
                    "type": "function",
                    "function": {"name": "f", "description": "d", "parameters": SCHEMA, "strict": True},
                    "cache_control": {"type": "ephemeral"},
                },
                {"type": "function", "function": {"name": "g", "parameters": {"type": "object", "properties": {}}}},
            ]
        },
        {
            "tools": [
                {"name": "f", "description": "d", "input_schema": SCHEMA, "strict": True, "cache_control": {"type": "ephemeral"}},
                {"name": "g", "input_schema": {"type": "object", "properties": {}}},
            ]
        },
    ),
    ("auto", {"tool_choice": "auto"}, {"tool_choice": {"type": "auto"}}),
    ("none", {"tool_choice": "none"}, {"tool_choice": {"type": "none"}}),
    ("required", {"tool_choice": "required", "parallel_tool_calls": False}, {"tool_choice": {"type": "any", "disable_parallel_tool_use": True}}),
    ("named", {"tool_choice": {"type": "function", "function": {"name": "f"}}}, {"tool_choice": {"type": "tool", "name": "f"}}),
    ("effort", {"reasoning_effort": "high"}, {"thinking": {"type": "adaptive"}, "output_config": {"effort": "high"}}),
    ("thinking off", {"reasoning_effort": "none"}, {"thinking": {"type": "disabled"}}),
    (
        "response format",
        {"response_format": {"type": "json_schema", "json_schema": {"name": "response", "schema": SCHEMA}}},
        {"output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}},
    ),
]


@pytest.mark.parametrize(("chat", "wire"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_common_fields_are_translated_both_ways(chat: dict[str, Any], wire: dict[str, Any]) -> None:
    assert wire == translated(CHAT, ANTHROPIC, chat)
    assert chat == translated(ANTHROPIC, CHAT, wire)


TO_ANTHROPIC: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"max_completion_tokens": 9}, {"max_tokens": 9}),
    ({"stop": "a"}, {"stop_sequences": ["a"]}),
    ({"parallel_tool_calls": False}, {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}}),
    ({"parallel_tool_calls": True}, {}),
    ({"tool_choice": "none", "parallel_tool_calls": False}, {"tool_choice": {"type": "none"}}),
    ({"tool_choice": "any"}, {"tool_choice": {"type": "any"}}),
    ({"functions": [{"name": "f", "parameters": SCHEMA}]}, {"tools": [{"name": "f", "input_schema": SCHEMA}]}),
    ({"function_call": {"name": "f"}}, {"tool_choice": {"type": "tool", "name": "f"}}),
    ({"reasoning_effort": "minimal"}, {"thinking": {"type": "adaptive"}, "output_config": {"effort": "low"}}),
    ({"reasoning": {"max_tokens": 2000}}, {"thinking": {"type": "enabled", "budget_tokens": 2000}}),
    ({"reasoning": {"enabled": False}}, {"thinking": {"type": "disabled"}}),
    ({"thinking": {"type": "enabled"}}, {"thinking": {"type": "adaptive"}}),
    ({"response_format": {"type": "text"}}, {}),
    (
        {"tools": [{"type": "custom", "custom": {"name": "sql", "description": "d"}}]},
        {
            "tools": [
                {"name": "sql", "description": "d", "input_schema": {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}},
            ]
        },
    ),
]


@pytest.mark.parametrize(("chat", "wire"), TO_ANTHROPIC, ids=[next(iter(chat)) for chat, _ in TO_ANTHROPIC])
def test_what_chat_says_in_other_words_reaches_anthropic(chat: dict[str, Any], wire: dict[str, Any]) -> None:
    assert wire == translated(CHAT, ANTHROPIC, chat)


TO_CHAT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"thinking": {"type": "enabled", "budget_tokens": 1024}}, {"reasoning_effort": "low"}),
    ({"thinking": {"type": "enabled", "budget_tokens": 2048}}, {"reasoning_effort": "medium"}),
    ({"thinking": {"type": "enabled", "budget_tokens": 16000}}, {"reasoning_effort": "high"}),
    ({"thinking": {"type": "adaptive"}}, {"reasoning_effort": "medium"}),
    ({"thinking": {"type": "adaptive"}, "output_config": {"effort": "max"}}, {"reasoning_effort": "max"}),
    (
        {"output_format": {"type": "json_schema", "schema": SCHEMA}},
        {"response_format": {"type": "json_schema", "json_schema": {"name": "response", "schema": SCHEMA}}},
    ),
    ({"tool_choice": {"type": "auto", "disable_parallel_tool_use": False}}, {"tool_choice": "auto", "parallel_tool_calls": True}),
]


@pytest.mark.parametrize(("wire", "chat"), TO_CHAT, ids=range(len(TO_CHAT)))
def test_what_anthropic_says_in_other_words_reaches_chat(wire: dict[str, Any], chat: dict[str, Any]) -> None:
    assert chat == translated(ANTHROPIC, CHAT, wire)


EXTRA: list[tuple[Format, dict[str, Any], dict[str, Any]]] = [
    (CHAT, {"seed": 1, "logit_bias": {"1": 2}, "n": None}, {"seed": 1, "logit_bias": {"1": 2}}),
    (CHAT, {"max_tokens": "9", "stop": [1]}, {"max_tokens": "9", "stop": [1]}),
    (CHAT, {"tool_choice": {"type": "allowed_tools", "allowed_tools": {}}}, {"tool_choice": {"type": "allowed_tools", "allowed_tools": {}}}),
    (CHAT, {"reasoning": {"effort": "low", "summary": "auto"}}, {"reasoning.summary": "auto"}),
    (CHAT, {"reasoning": {"effort": 1, "enabled": True}}, {"reasoning": {"effort": 1, "enabled": True}}),
    (CHAT, {"response_format": {"type": "json_object", "schema": {}}}, {"response_format.schema": {}}),
    (
        CHAT,
        {"response_format": {"type": "json_schema", "json_schema": {"schema": SCHEMA, "grammar": "g"}}},
        {"response_format.json_schema.grammar": "g"},
    ),
    (CHAT, {"reasoning": {"summary": "auto"}}, {"reasoning": {"summary": "auto"}}),
    (CHAT, {"reasoning_effort": "low", "thinking": {"type": "enabled"}}, {"thinking": {"type": "enabled"}}),
    (CHAT, {"response_format": {"type": "grammar"}}, {"response_format": {"type": "grammar"}}),
    (CHAT, {"metadata": {"team": "a"}}, {"metadata": {"team": "a"}}),
    (ANTHROPIC, {"top_k": 5, "container": "c"}, {"top_k": 5, "container": "c"}),
    (ANTHROPIC, {"metadata": {"user_id": "u", "team": "a"}}, {"metadata.team": "a"}),
    (ANTHROPIC, {"output_config": {"effort": "low"}}, {"output_config.effort": "low"}),
    (ANTHROPIC, {"thinking": {"type": "enabled", "budget_tokens": 2000, "level": "x"}}, {"thinking.level": "x"}),
    (ANTHROPIC, {"thinking": {"type": "enabled", "budget_tokens": "2000"}}, {"thinking": {"type": "enabled", "budget_tokens": "2000"}}),
    (ANTHROPIC, {"thinking": {"type": "adaptive"}, "output_config": {"effort": 3}}, {"output_config.effort": 3}),
    (ANTHROPIC, {"metadata": {"user_id": 7}}, {"metadata": {"user_id": 7}}),
    (ANTHROPIC, {"output_format": {"type": "grammar"}}, {"output_format": {"type": "grammar"}}),
    (ANTHROPIC, {"tool_choice": {"type": "auto", "reason": "r"}}, {"tool_choice.reason": "r"}),
    (ANTHROPIC, {"thinking": {"type": "between_tools", "x": 1}}, {"thinking": {"type": "between_tools", "x": 1}}),
    (ANTHROPIC, {"tool_choice": {"type": "new"}}, {"tool_choice": {"type": "new"}}),
]


@pytest.mark.parametrize(("format", "request_", "extra"), EXTRA, ids=[f"{each[0].name}-{'-'.join(each[1])}" for each in EXTRA])
def test_what_only_the_format_knows_is_its_own_and_comes_back(format: Format, request_: dict[str, Any], extra: dict[str, Any]) -> None:
    assert extra == settings_of(format, request_).extra
    assert request_ | {"messages": []} == format.write(read(format, request_))


def test_settings_are_told_in_words_that_formats_share() -> None:
    tools = [{"type": "function", "function": {"name": "f"}}, {"type": "web_search"}]
    request = {"model": "m", "tools": tools, "tool_choice": "required", "reasoning_effort": "low", "store": True, "seed": 1}
    expected = Settings(
        model="m",
        tools=(Tool("f", raw=tools[0]), Tool("", raw=tools[1], server=True)),
        tool_choice=ToolChoice("required"),
        thinking=Thinking("enabled", None, "low"),
        store=True,
        extra={"seed": 1},
        raw=request,
    )
    assert expected == settings_of(CHAT, request)


def test_tools_that_anthropic_defines_itself_are_the_providers_own() -> None:
    search = {"type": "web_search_20250305", "name": "web_search", "max_uses": 3}
    own = {"type": "custom", "name": "f", "input_schema": SCHEMA, "input_examples": [{}]}
    expected = (Tool("web_search", raw=search, server=True), Tool("f", schema=SCHEMA, raw=own, extra={"input_examples": [{}]}))
    assert expected == settings_of(ANTHROPIC, {"tools": [search, own]}).tools


def test_a_bare_list_has_no_settings() -> None:
    transcript = CHAT.read(Document([{"role": "user", "content": "hi"}], None, (), "objects", None, False))
    assert (Settings(), "list") == (transcript.settings, transcript.shape)


def test_only_the_changed_fields_of_an_own_request_are_written_anew() -> None:
    request = {
        "model": "m",
        "tools": [{"name": "f", "input_schema": SCHEMA, "input_examples": [{}]}],
        "thinking": {"type": "enabled", "budget_tokens": 2000},
        "top_k": 5,
    }
    assert {**request, "thinking": {"type": "disabled"}} == rewritten(ANTHROPIC, request, thinking=Thinking("disabled"))
    assert {**request, "max_tokens": 9} == rewritten(ANTHROPIC, request, max_tokens=9)
    added = (*(settings_of(ANTHROPIC, request).tools or ()), Tool("g"))
    expected = [*request["tools"], {"name": "g", "input_schema": {"type": "object", "properties": {}}}]  # type: ignore[misc]
    assert {**request, "tools": expected} == rewritten(ANTHROPIC, request, tools=added)


def test_a_tool_that_lost_its_mark_keeps_its_unknown_fields() -> None:
    tool = {"name": "f", "input_schema": SCHEMA, "defer_loading": True, "cache_control": {"type": "ephemeral"}}
    unmarked = tuple(msgspec.structs.replace(each, cache=None) for each in settings_of(ANTHROPIC, {"tools": [tool]}).tools or ())
    expected = {"tools": [{"name": "f", "input_schema": SCHEMA, "defer_loading": True}]}
    assert expected == rewritten(ANTHROPIC, {"tools": [tool]}, tools=unmarked)


def test_thinking_is_switched_in_the_spelling_of_the_request() -> None:
    off = Thinking("disabled")
    assert {"reasoning_effort": "none"} == rewritten(CHAT, {"reasoning_effort": "high"}, thinking=off)
    assert {"reasoning": {"exclude": True, "enabled": False}} == rewritten(CHAT, {"reasoning": {"effort": "high", "exclude": True}}, thinking=off)
    assert {"thinking": {"type": "disabled"}} == rewritten(CHAT, {"thinking": {"type": "enabled"}}, thinking=off)
    assert {} == rewritten(CHAT, {"reasoning_effort": "high"}, thinking=None)
    request = {"thinking": {"type": "adaptive"}, "output_config": {"effort": "low", "format": {"type": "json_schema", "schema": SCHEMA}}}
    expected = {"thinking": {"type": "disabled"}, "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}
    assert expected == rewritten(ANTHROPIC, request, thinking=off)


def test_a_dropped_field_of_the_formats_own_is_gone() -> None:
    assert {"model": "m"} == rewritten(CHAT, {"model": "m", "seed": 1}, extra={})


def test_what_a_rule_adds_to_a_bare_list_is_written() -> None:
    transcript = Transcript((), "openai-chat", edited(Settings(), tools=(Tool("f", schema=SCHEMA),)))
    assert {"tools": [{"type": "function", "function": {"name": "f", "parameters": SCHEMA}}], "messages": []} == CHAT.write(transcript)


@pytest.mark.parametrize(
    ("source", "target", "request_"),
    [
        (CHAT, ANTHROPIC, {"seed": 1}),
        (CHAT, ANTHROPIC, {"store": True}),
        (ANTHROPIC, CHAT, {"tools": [{"type": "web_search_20250305", "name": "web_search"}]}),
        (CHAT, ANTHROPIC, {"response_format": {"type": "json_object"}}),
    ],
)
def test_a_field_without_a_counterpart_is_refused(source: Format, target: Format, request_: dict[str, Any]) -> None:
    with pytest.raises(CannotCarry, match="take it out first"):
        target.write(read(source, request_))
