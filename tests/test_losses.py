"""No field of a request is lost in silence: on the way to another API each value is told there or named in a change."""

from __future__ import annotations

import copy
import re
import typing
from collections.abc import Iterator
from typing import Any

import botocore.session  # type: ignore[import-untyped]
import pytest
from anthropic.types import ToolParam
from anthropic.types import message_create_params as anthropic_params
from google.genai import types as google
from hypothesis import given
from hypothesis import strategies as st
from openai.types.chat import completion_create_params as chat_params
from openai.types.responses import CustomToolParam, FunctionToolParam
from openai.types.responses import response_create_params as responses_params
from openai.types.shared_params import Reasoning

import laws
import replayable
from losses import Path, leaves, untold

Json = Any

SCHEMA: Json = {"type": "object", "properties": {"city": {"type": "string", "description": "d-city"}}, "required": ["city"]}
OPENAPI: Json = {"type": "OBJECT", "properties": {"city": {"type": "STRING", "description": "d-city"}}, "required": ["city"], "propertyOrdering": ["city"]}
HISTORY = [{"role": "user", "content": "Oslo?"}]

# Requests that hold every field of their API, beside which the history is of no matter. Fields that exclude each other stand in several.
# Lists of fields: SDKs openai 3.57.0, anthropic 2.14.0, google-genai 3.6.1, service model of botocore 1.44.8 (2026-11).
CHAT: Json = {
    "model": "gpt-5",
    "messages": HISTORY,
    "tools": [
        {
            "type": "function",
            "function": {"name": "f1", "description": "d-f1", "parameters": SCHEMA, "strict": True, "x_inside": "x-1"},
            "cache_control": {"type": "ephemeral", "ttl": "1h"},
            "x_beside": "x-2",
        },
        {"type": "custom", "custom": {"name": "f2", "description": "d-f2", "format": {"type": "grammar", "grammar": {"definition": "g-1", "syntax": "lark"}}}},
        {"type": "function", "function": {"name": "f3", "parameters": SCHEMA, "strict": False}},
        {"type": "browser_search", "x_own": "x-3"},
    ],
    "tool_choice": {"type": "function", "function": {"name": "f1"}},
    "parallel_tool_calls": False,
    "max_completion_tokens": 9001,
    "temperature": 0.31,
    "top_p": 0.97,
    "stop": ["stop-1", "stop-2"],
    "reasoning_effort": "minimal",
    "response_format": {"type": "json_schema", "json_schema": {"name": "n-1", "description": "d-1", "schema": SCHEMA, "strict": False, "x_s": "x-4"}},
    "stream": True,
    "stream_options": {"include_usage": True},
    "user": "u-1",
    "store": True,
    "metadata": {"ticket": "m-1"},
    "service_tier": "flex-1",
    "safety_identifier": "safe-1",
    "prompt_cache_key": "key-1",
    "prompt_cache_retention": "24h",
    "prompt_cache_options": {"mode": "p-1"},
    "moderation": {"x": "mod-1"},
    "seed": 77001,
    "n": 77002,
    "logprobs": True,
    "top_logprobs": 77003,
    "logit_bias": {"50256": -77004},
    "frequency_penalty": 0.77,
    "presence_penalty": 0.78,
    "modalities": ["audio-1"],
    "audio": {"voice": "v-1", "format": "wav-1"},
    "prediction": {"type": "content", "content": "pred-1"},
    "verbosity": "low",
    "web_search_options": {"search_context_size": "size-1"},
    "thinking": {"type": "enabled", "budget_tokens": 77005},
    "reasoning": {"exclude": True, "effort": "high"},
    "top_k": 77006,
    "extra_body": {"x": "x-5"},
}
CHAT_OF_ROUTERS: Json = {
    "model": "gpt-5",
    "messages": HISTORY,
    "tools": [{"type": "function", "function": {"name": "f1"}}],
    "tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [{"type": "function", "function": {"name": "f1"}}]}},
    "parallel_tool_calls": True,
    "reasoning": {"max_tokens": 4077, "effort": "xhigh", "enabled": True, "exclude": True},
    "response_format": {"type": "json_object", "schema": {"title": "t-1"}},
    "max_tokens": 9001,
    "max_completion_tokens": 9002,
}
CHAT_OF_OLD: Json = {
    "model": "gpt-5",
    "messages": HISTORY,
    "functions": [{"name": "f1", "description": "d-f1", "parameters": SCHEMA, "x_own": "x-1"}],
    "function_call": {"name": "f1"},
    "stop": "stop-1",
    "reasoning_effort": "none",
    "response_format": {"type": "text"},
}
RESPONSES: Json = {
    "model": "gpt-5",
    "input": [{"type": "message", "role": "user", "content": "Oslo?"}],
    "tools": [
        {
            "type": "function",
            "name": "f1",
            "description": "d-f1",
            "parameters": SCHEMA,
            "strict": True,
            "async": True,
            "defer_loading": True,
            "allowed_callers": ["caller-1"],
            "output_schema": {"title": "t-1"},
        },
        {
            "type": "custom",
            "name": "f2",
            "description": "d-f2",
            "format": {"type": "grammar", "definition": "g-1", "syntax": "lark"},
            "defer_loading": True,
            "allowed_callers": ["caller-2"],
            "async": True,
        },
        {"type": "web_search", "search_context_size": "size-1"},
        {"type": "mcp", "server_label": "label-1", "server_url": "https://mcp.example"},
    ],
    "tool_choice": {"type": "function", "name": "f1"},
    "parallel_tool_calls": False,
    "max_output_tokens": 9001,
    "max_tool_calls": 77001,
    "temperature": 0.31,
    "top_p": 0.97,
    "reasoning": {"effort": "max", "summary": "detailed", "context": "ctx-1", "mode": "pro-1", "generate_summary": "concise-1"},
    "text": {"format": {"type": "json_schema", "name": "n-1", "description": "d-1", "schema": SCHEMA, "strict": True, "x_s": "x-1"}, "verbosity": "verb-1"},
    "stream": True,
    "stream_options": {"include_obfuscation": True},
    "store": False,
    "user": "u-1",
    "metadata": {"ticket": "m-1"},
    "service_tier": "flex-1",
    "safety_identifier": "safe-1",
    "prompt_cache_key": "key-1",
    "prompt_cache_retention": "24h",
    "prompt_cache_options": {"mode": "p-1"},
    "truncation": "auto-1",
    "include": ["inc-1"],
    "top_logprobs": 77002,
    "background": True,
    "background_options": {"x": "x-2"},
    "context_management": [{"type": "compaction-1"}],
    "conversation": "conv-1",
    "previous_response_id": "resp-1",
    "prompt": {"id": "prompt-1"},
    "moderation": {"x": "mod-1"},
    "access_programs": ["program-1"],
    "image": {"x": "x-3"},
}
RESPONSES_AUTO: Json = {
    "model": "gpt-5",
    "input": "Oslo?",
    "tools": [{"type": "web_search"}, {"type": "function", "name": "f1", "strict": False}],
    "tool_choice": {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "f1"}]},
    "reasoning": {"effort": "low", "summary": "auto"},
    "text": {"format": {"type": "json_object", "x": "x-1"}},
}
ANTHROPIC: Json = {
    "model": "claude-opus-4-6",
    "messages": HISTORY,
    "tools": [
        {
            "name": "f1",
            "description": "d-f1",
            "input_schema": SCHEMA,
            "strict": True,
            "cache_control": {"type": "ephemeral", "ttl": "1h"},
            "input_examples": [{"city": "ex-1"}],
            "defer_loading": True,
            "allowed_callers": ["caller-1"],
            "eager_input_streaming": True,
        },
        {"type": "custom", "name": "f2", "input_schema": SCHEMA, "strict": False},
        {"type": "web_search_20250305", "name": "web_search", "max_uses": 77001, "cache_control": {"type": "ephemeral"}},
        {"type": "mcp_toolset", "mcp_server_name": "server-1"},
    ],
    "tool_choice": {"type": "tool", "name": "f1", "disable_parallel_tool_use": True},
    "max_tokens": 90_001,
    "temperature": 1,
    "top_p": 0.97,
    "top_k": 77002,
    "stop_sequences": ["stop-1", "stop-2"],
    "thinking": {"type": "enabled", "budget_tokens": 16_001, "display": "omitted", "x_own": "x-1"},
    "output_config": {"effort": "max", "format": {"type": "json_schema", "schema": SCHEMA, "x_own": "x-2"}, "task_budget": {"total": 77003}},
    "stream": True,
    "metadata": {"user_id": "u-1", "team": "t-1"},
    "service_tier": "standard_only-1",
    "cache_control": {"type": "ephemeral"},
    "container": "container-1",
    "inference_geo": "eu-1",
    "speed": "fast-1",
    "diagnostics": {"x": "x-3"},
    "user_profile_id": "profile-1",
    "workspace_id": "workspace-1",
    "mcp_servers": [{"name": "server-1", "url": "https://mcp.example"}],
    "context_management": {"edits": [{"type": "clear-1"}]},
    "fallbacks": [{"model": "model-2"}],
    "betas": ["beta-1"],
    "thread": "thread-1",
}
ANTHROPIC_ADAPTIVE: Json = {
    "model": "claude-opus-4-6",
    "messages": HISTORY,
    "max_tokens": 1000,
    "tools": [{"name": "f1", "input_schema": SCHEMA}],
    "tool_choice": {"type": "auto", "disable_parallel_tool_use": False},
    "thinking": {"type": "adaptive", "display": "summarized"},
    "output_format": {"type": "json_schema", "schema": SCHEMA},
}
ANTHROPIC_OFF: Json = {
    "model": "claude-opus-4-6",
    "messages": HISTORY,
    "max_tokens": 1000,
    "tools": [{"name": "f1", "input_schema": SCHEMA}],
    "tool_choice": {"type": "none"},
    "thinking": {"type": "disabled"},
    "output_config": {"effort": "low"},
}
GEMINI: Json = {
    "model": "gemini-3-pro",
    "contents": [{"role": "user", "parts": [{"text": "Oslo?"}]}],
    "tools": [
        {
            "functionDeclarations": [
                {"name": "f1", "description": "d-f1", "parameters": OPENAPI, "response": {"type": "STRING", "title": "t-1"}, "behavior": "BLOCKING-1"},
                {"name": "f2", "parametersJsonSchema": SCHEMA, "responseJsonSchema": {"title": "t-2"}},
            ]
        },
        {"googleSearch": {"timeRangeFilter": {"startTime": "s-1"}}},
        {"codeExecution": {}, "urlContext": {}},
    ],
    "toolConfig": {
        "functionCallingConfig": {"mode": "VALIDATED", "allowedFunctionNames": ["f1", "f2"], "streamFunctionCallArguments": True},
        "retrievalConfig": {"languageCode": "lang-1"},
        "includeServerSideToolInvocations": True,
    },
    "safetySettings": [{"category": "cat-1", "threshold": "thr-1"}],
    "cachedContent": "cached-1",
    "labels": {"a": "label-1"},
    "generationConfig": {
        "maxOutputTokens": 9001,
        "temperature": 1.31,
        "topP": 0.97,
        "topK": 77001,
        "candidateCount": 77002,
        "stopSequences": ["stop-1"],
        "thinkingConfig": {"includeThoughts": False, "thinkingBudget": 7001, "thinkingLevel": "LOW", "x_own": "x-1"},
        "seed": 77003,
        "responseMimeType": "application/json",
        "responseSchema": {**OPENAPI, "title": "t-3"},
        "responseModalities": ["mod-1"],
        "presencePenalty": 0.77,
        "frequencyPenalty": 0.78,
        "responseLogprobs": True,
        "logprobs": 77004,
        "mediaResolution": "res-1",
        "speechConfig": {"languageCode": "lang-2"},
        "audioTimestamp": True,
        "routingConfig": {"x": "x-2"},
        "enableAffectiveDialog": True,
        "modelSelectionConfig": {"x": "x-3"},
        "audioTranscriptionConfig": {"x": "x-4"},
        "translationConfig": {"x": "x-5"},
        "responseFormat": [{"type": "x-6"}],
        "imageConfig": {"aspectRatio": "r-1"},
        "enableEnhancedCivicAnswers": True,
    },
}
GEMINI_OF_THE_SDK: Json = {
    "model": "gemini-3-pro",
    "contents": [{"role": "user", "parts": [{"text": "Oslo?"}]}],
    "tools": [{"function_declarations": [{"name": "f1", "parameters_json_schema": SCHEMA}]}],
    "tool_config": {"function_calling_config": {"mode": "ANY", "allowed_function_names": ["f1"]}},
    "generation_config": {"thinking_config": {"include_thoughts": True, "thinking_budget": -1}, "response_mime_type": "text/plain", "top_k": 77001},
}
GEMINI_OFF: Json = {
    "model": "gemini-2.5-flash",
    "contents": [{"role": "user", "parts": [{"text": "Oslo?"}]}],
    "toolConfig": {"functionCallingConfig": {"mode": "NONE"}},
    "generationConfig": {"thinkingConfig": {"thinkingBudget": 0}, "responseMimeType": "application/json", "responseJsonSchema": SCHEMA},
}
BEDROCK: Json = {
    "modelId": "us.anthropic.claude-sonnet-4-6-v1:0",
    "messages": [{"role": "user", "content": [{"text": "Oslo?"}]}],
    "inferenceConfig": {"maxTokens": 90_001, "temperature": 1, "topP": 0.97, "stopSequences": ["stop-1"], "x_own": "x-1"},
    "toolConfig": {
        "tools": [
            {
                "toolSpec": {"name": "f1", "description": "d-f1", "inputSchema": {"json": SCHEMA, "x_own": "x-2"}, "strict": True, "x_own": "x-3"},
                "x_own": "x-4",
            },
            {"cachePoint": {"type": "default", "ttl": "1h"}},
            {"systemTool": {"name": "nova_grounding"}},
        ],
        "toolChoice": {"tool": {"name": "f1"}},
        "x_own": "x-5",
    },
    "guardrailConfig": {"guardrailIdentifier": "guard-1", "guardrailVersion": "7", "trace": "trace-1"},
    "additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 16_001, "display": "summarized", "x_own": "x-6"}, "top_k": 77001},
    "additionalModelResponseFieldPaths": ["/path-1"],
    "outputConfig": {
        "effort": "high",
        "textFormat": {
            "type": "json_schema",
            "structure": {"jsonSchema": {"schema": '{"title": "t-1"}', "name": "n-1", "description": "d-1", "x_own": "x-7"}, "x_own": "x-8"},
            "x_own": "x-9",
        },
    },
    "promptVariables": {"v": {"text": "var-1"}},
    "requestMetadata": {"k": "meta-1"},
    "performanceConfig": {"latency": "optimized-1"},
    "serviceTier": {"type": "flex-1"},
    "projectIdentifier": "project-1",
}
BEDROCK_OF_OTHERS: Json = {
    "modelId": "amazon.nova-2-lite-v1:0",
    "messages": [{"role": "user", "content": [{"text": "Oslo?"}]}],
    "toolConfig": {"tools": [{"toolSpec": {"name": "f1", "inputSchema": {"json": SCHEMA}}}], "toolChoice": {"any": {}}},
    "additionalModelRequestFields": {"reasoningConfig": {"type": "enabled", "maxReasoningEffort": "low"}, "reasoning_effort": "medium"},
}

REQUESTS: dict[str, tuple[str, Json]] = {
    "chat": ("openai-chat", CHAT),
    "chat of routers": ("openai-chat", CHAT_OF_ROUTERS),
    "chat of old": ("openai-chat", CHAT_OF_OLD),
    "responses": ("openai-responses", RESPONSES),
    "responses, in fewer words": ("openai-responses", RESPONSES_AUTO),
    "anthropic": ("anthropic", ANTHROPIC),
    "anthropic, adaptive": ("anthropic", ANTHROPIC_ADAPTIVE),
    "anthropic, off": ("anthropic", ANTHROPIC_OFF),
    "gemini": ("gemini", GEMINI),
    "gemini of the SDK": ("gemini", GEMINI_OF_THE_SDK),
    "gemini, off": ("gemini", GEMINI_OFF),
    "bedrock": ("bedrock", BEDROCK),
    "bedrock of others": ("bedrock", BEDROCK_OF_OTHERS),
}
FORMATS = ("openclaw", "openai-chat", "openai-responses", "anthropic", "gemini", "bedrock")
TARGETS = {
    "anthropic/claude-opus-4-6": "anthropic",
    "anthropic/claude-opus-4-8": "anthropic",
    "anthropic/claude-fable-5-1": "anthropic",
    "anthropic/claude-sonnet-4-5": "anthropic",
    "anthropic/claude-3-5-haiku-20241022": "anthropic",
    "amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0": "bedrock",
    "amazon-bedrock/amazon.nova-pro-v1:0": "bedrock",
    "google/gemini-3-pro": "gemini",
    "google/gemini-2.5-pro": "gemini",
    "google/gemini-2.0-flash": "gemini",
    "openai/gpt-5": "openai-responses",
    "openai/gpt-4.1": "openai-responses",
    "openai/gpt-5.1-codex": "openai-responses",
    "xai/grok-4": "openai-chat",
    "moonshot/kimi-k2.6": "openai-chat",
    "mistral/mistral-large-latest": "openai-chat",
    "openrouter/anthropic/claude-sonnet-4.6": "openai-chat",
    "vllm/any-model": "openai-chat",
}
HISTORY_KEYS = ("messages", "input", "contents")


def _settings(request: Json) -> Json:
    return {key: value for key, value in request.items() if key not in HISTORY_KEYS}


def _pairs() -> Iterator[tuple[str, str]]:
    return ((name, target) for name, (source, _) in REQUESTS.items() for target in FORMATS if target != source)


@pytest.mark.parametrize(("name", "target"), list(_pairs()))
def test_every_value_is_told_in_the_other_format_or_named_in_a_change(name: str, target: str) -> None:
    source, request = REQUESTS[name]
    converted = replayable.convert(request, target, source=source)
    assert [] == untold(_settings(request), converted.payload, converted.changes)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", REQUESTS)
def test_every_value_is_told_to_the_target_or_named_in_a_change(name: str, target: str) -> None:
    source, request = REQUESTS[name]
    prepared = replayable.prepare(request, target, source=source)
    if TARGETS[target] == source:
        return
    model = {("model",), ("modelId",)}  # which becomes the target's
    assert [] == untold(_settings(request), prepared.request, prepared.changes, model)
    assert () == prepared.problems


@pytest.mark.parametrize("name", REQUESTS)
def test_in_its_own_format_a_request_comes_out_equal(name: str) -> None:
    source, request = REQUESTS[name]
    assert request == replayable.convert(request, source, source=source).payload


# ---------------------------------------------------------------------------------------------- every field there is
def _held(source: str, *path: str | int) -> set[str]:
    """The fields that the requests of a format hold at a place, in camelCase as they stand."""
    return {field for fmt, request in REQUESTS.values() if fmt == source for field in _at(request, path)}


def _at(value: Json, path: tuple[str | int, ...]) -> Json:
    """What stands at a path; nothing where there is no such place."""
    for part in path:
        if isinstance(value, list) and isinstance(part, int):
            value = value[part] if part < len(value) else {}
        else:
            value = value.get(part, {}) if isinstance(value, dict) else {}
    return value


def _camel(name: str) -> str:
    return re.sub("_([a-z])", lambda found: found[1].upper(), name)


def test_the_requests_hold_every_field_of_the_types_of_openai() -> None:
    assert set() == set(typing.get_type_hints(chat_params.CompletionCreateParamsBase)) - _held("openai-chat")
    assert set() == set(typing.get_type_hints(responses_params.ResponseCreateParamsBase)) - _held("openai-responses") - {"instructions"}
    assert set() == set(typing.get_type_hints(FunctionToolParam)) - _held("openai-responses", "tools", 0)
    assert set() == set(typing.get_type_hints(CustomToolParam)) - _held("openai-responses", "tools", 1)
    assert set() == set(typing.get_type_hints(Reasoning)) - _held("openai-responses", "reasoning")


def test_the_requests_hold_every_field_of_the_types_of_anthropic() -> None:
    assert set() == set(typing.get_type_hints(anthropic_params.MessageCreateParamsBase)) - _held("anthropic") - {"system"}
    assert set() == set(typing.get_type_hints(ToolParam)) - _held("anthropic", "tools", 0) - _held("anthropic", "tools", 1)


def test_the_requests_hold_every_field_of_the_types_of_google() -> None:
    assert set() == set(map(_camel, google.GenerationConfig.model_fields)) - _held("gemini", "generationConfig")
    functions = _held("gemini", "tools", 0, "functionDeclarations", 0) | _held("gemini", "tools", 0, "functionDeclarations", 1)
    assert set() == set(map(_camel, google.FunctionDeclaration.model_fields)) - functions
    assert set() == set(map(_camel, google.ToolConfig.model_fields)) - _held("gemini", "toolConfig")


def test_the_requests_hold_every_field_of_the_service_model_of_converse() -> None:
    shape: Any = botocore.session.get_session().get_service_model("bedrock-runtime").operation_model("Converse").input_shape
    assert set() == set(shape.members) - _held("bedrock") - {"system"}
    for field in ("inferenceConfig", "toolConfig", "outputConfig", "guardrailConfig"):
        assert set() == set(shape.members[field].members) - _held("bedrock", field)


# ---------------------------------------------------------------------------------------------- openclaw
SESSION = [
    {"type": "session", "version": 3, "id": "sess-1", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/home/a", "parentSession": "p-1"},
    {"type": "model_change", "id": "aaaa0001", "parentId": None, "provider": "provider-1", "modelId": "model-1"},
    {"type": "message", "id": "aaaa0002", "parentId": "aaaa0001", "message": {"role": "user", "content": "Oslo?"}},
    {"type": "label", "id": "aaaa0003", "parentId": "aaaa0002", "label": "label-1", "targetId": "aaaa0002"},
]


@pytest.mark.parametrize("target", [name for name in FORMATS if name != "openclaw"])
def test_what_a_session_holds_beside_its_messages_is_named(target: str) -> None:
    converted = replayable.convert(SESSION, target, source="openclaw")
    assert [] == untold([SESSION[0], SESSION[1], SESSION[3]], converted.payload, converted.changes)
    assert {"none"} == {change.loss for change in converted.changes}


def test_a_request_does_not_need_the_record_of_its_session() -> None:
    assert () == replayable.prepare(SESSION, "anthropic/claude-opus-4-6", source="openclaw").changes


@pytest.mark.parametrize("target", [name for name in FORMATS if name != "openclaw"])
def test_what_stands_beside_a_list_of_messages_is_named(target: str) -> None:
    history = {"messages": [{"role": "user", "content": "Oslo?", "timestamp": 1}], "model": "model-1", "channel": {"name": "channel-1"}}
    converted = replayable.convert(history, target, source="openclaw")
    assert [] == untold(_settings(history), converted.payload, converted.changes)
    assert history == replayable.convert(history, "openclaw", source="openclaw").payload


# ---------------------------------------------------------------------------------------------- unknown fields anywhere
def _objects(value: Json, path: Path = ()) -> Iterator[Path]:
    """The paths of all objects of a request's settings."""
    if isinstance(value, dict):
        yield path
        for key, item in value.items():
            yield from _objects(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _objects(item, (*path, index))


def _with_field(request: Json, path: Path, key: str, value: Json) -> Json:
    changed = copy.deepcopy(request)
    place = changed
    for part in path:
        place = place[part]
    place[key] = value
    return changed


@given(st.data())
def test_an_unknown_field_anywhere_in_the_settings_is_told_or_named(data: st.DataObject) -> None:
    source, request = REQUESTS[data.draw(st.sampled_from(sorted(REQUESTS)))]
    path = data.draw(st.sampled_from(list(_objects(_settings(request)))))
    value = data.draw(st.sampled_from(["unheard-of", 123_456, ["unheard-of"], {"deep": {"er": "unheard-of"}}, 0.123, True]))
    changed = _with_field(request, path, "unheard_of", value)
    target = data.draw(st.sampled_from([name for name in FORMATS if name != source]))
    converted = replayable.convert(changed, target, source=source)
    assert [] == untold(_settings(changed), converted.payload, converted.changes)


@given(st.data())
def test_a_value_of_another_type_is_told_or_named(data: st.DataObject) -> None:
    source, request = REQUESTS[data.draw(st.sampled_from(sorted(REQUESTS)))]
    paths = [path for path, _ in leaves(_settings(request))] + [path for path in _objects(_settings(request)) if path]
    path = data.draw(st.sampled_from(paths))
    value = data.draw(st.sampled_from(["unheard-of", 123_456, ["unheard-of"], {"unheard": "of-it"}, 0.123, [None], ""]))
    *above, key = path
    changed = _with_field(request, tuple(above), key, value)  # type: ignore[arg-type]
    target = data.draw(st.sampled_from([name for name in FORMATS if name != source]))
    converted = replayable.convert(changed, target, source=source)
    assert [] == [(place, left) for place, left in untold(_settings(changed), converted.payload, converted.changes) if left != ""]


# ---------------------------------------------------------------------------------------------- settled
@st.composite
def _chat_settings(draw: st.DrawFn) -> Json:
    """Fields of a Chat request that some API takes in other bounds, or not together."""
    fields: dict[str, list[Json]] = {
        "temperature": [0, 0.3, 1, 1.5, 2],
        "top_p": [0, 0.5, 0.97, 1],
        "stop": ["\n", ["", "a"], ["a", "b", "c", "d", "e", "f"], [" "]],
        "max_tokens": [1, 10, 600, 3000, 60_000],
        "reasoning": [
            *({"effort": effort} for effort in ("none", "minimal", "low", "high", "xhigh", "max", "unheard-of")),
            *({"max_tokens": budget} for budget in (1, 1024, 8000, 200_000)),
            *({"enabled": True}, {"enabled": False}, {"effort": "high", "max_tokens": 5000, "exclude": True}),
        ],
        "tool_choice": ["auto", "none", "required", {"type": "function", "function": {"name": "f1"}}],
        "response_format": [{"type": "json_object"}, {"type": "text"}, CHAT["response_format"]],
        "parallel_tool_calls": [True, False],
    }
    drawn = {field: draw(st.sampled_from(values)) for field, values in fields.items() if draw(st.booleans())}
    return {"model": "m", "tools": CHAT["tools"][:2], "messages": HISTORY, **drawn}


@given(st.data())
def test_settings_of_another_api_are_settled_at_once(data: st.DataObject) -> None:
    chat = data.draw(_chat_settings())
    target, options = data.draw(st.sampled_from(laws.TARGETS))
    written_in = laws.target_format(target, options)
    given_in = "anthropic" if written_in == "openai-chat" else "openai-chat"
    request = chat if given_in == "openai-chat" else replayable.convert(chat, "anthropic", source="openai-chat").payload
    prepared = replayable.prepare(request, target, source=given_in, **options)
    assert () == prepared.problems
    again = replayable.prepare(prepared.request, target, source=written_in, **options)
    assert () == again.changes
    assert prepared.request == again.request
