"""The fields of a request beside its history, in each format, with values that its API takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

Fields = Mapping[str, Any]
Drawn = st.SearchStrategy[Any]

PARAMETERS = {"type": "object", "properties": {"path": {"type": "string", "description": "Where it is."}, "n": {"type": "integer"}}, "required": ["path"]}
NAMES = ("read", "write_file", "list-all")
STOPS = st.lists(st.sampled_from(["STOP", "###", "\nEnd:"]), min_size=1, max_size=3, unique=True)
WARM = st.sampled_from([0, 0.2, 0.7, 1.0])
LIMIT = st.sampled_from([256, 4096, 16_000])


def of(source: str) -> st.SearchStrategy[Fields]:
    """Some fields of a request in a format."""
    required, optional = FIELDS[source]
    return st.fixed_dictionaries(required, optional=optional)


def request(source: str, turns: list[Any], fields: Fields) -> Any:
    """A whole request of a format. A session has no fields of that kind, and stays a list."""
    return turns if source == "openclaw" else {**fields, TURNS[source]: turns}


TURNS = {"openai-chat": "messages", "openai-responses": "input", "anthropic": "messages", "gemini": "contents", "bedrock": "messages"}


def _tools(tool: Any) -> Drawn:
    return st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True).map(lambda names: [tool(name) for name in ("read", *names)])


def _unique(tools: Drawn) -> Drawn:
    """Each tool once."""
    return tools.map(lambda listed: [each for index, each in enumerate(listed) if each not in listed[:index]])


def _function(name: str) -> Fields:
    return {"name": name, "description": f"Does {name}.", "parameters": PARAMETERS}


CHAT_TOOLS = _unique(_tools(lambda name: {"type": "function", "function": _function(name)}))
RESPONSES_TOOLS = _unique(_tools(lambda name: {"type": "function", "strict": False, **_function(name)}))
ANTHROPIC_TOOLS = _unique(_tools(lambda name: {"name": name, "description": f"Does {name}.", "input_schema": PARAMETERS}))
GEMINI_TOOLS = _unique(_tools(_function)).map(lambda listed: [{"functionDeclarations": listed}])
BEDROCK_TOOLS = _unique(_tools(lambda name: {"toolSpec": {"name": name, "description": f"Does {name}.", "inputSchema": {"json": PARAMETERS}}}))

SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"], "additionalProperties": False}
EFFORT = st.sampled_from(["low", "medium", "high"])

CHAT: dict[str, Drawn] = {
    "tools": CHAT_TOOLS,
    "temperature": WARM,
    "top_p": WARM,
    "stop": STOPS | st.just("STOP"),
    "max_completion_tokens": LIMIT,
    "reasoning_effort": EFFORT,
    "response_format": st.sampled_from(
        [{"type": "text"}, {"type": "json_object"}, {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA, "strict": True}}]
    ),
    "seed": st.just(7),
    "user": st.just("u1"),
    "metadata": st.just({"run": "1"}),
    "stream": st.booleans(),
}
RESPONSES: dict[str, Drawn] = {
    "instructions": st.just("Be brief."),
    "tools": RESPONSES_TOOLS,
    "temperature": WARM,
    "top_p": WARM,
    "max_output_tokens": LIMIT,
    "reasoning": st.fixed_dictionaries({"effort": EFFORT}, optional={"summary": st.just("auto")}),
    "text": st.just({"format": {"type": "json_schema", "name": "answer", "schema": SCHEMA, "strict": True}}),
    "store": st.booleans(),
    "parallel_tool_calls": st.booleans(),
    "include": st.just(["reasoning.encrypted_content"]),
}
ANTHROPIC: dict[str, Drawn] = {
    "system": st.sampled_from(["Be brief.", [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]]),
    "tools": ANTHROPIC_TOOLS,
    "stop_sequences": STOPS,
    "metadata": st.just({"user_id": "u1"}),
    "thinking": st.sampled_from([{"type": "disabled"}, {"type": "adaptive"}]),
    "stream": st.booleans(),
}
GENERATION: dict[str, Drawn] = {
    "temperature": WARM,
    "topP": WARM,
    "maxOutputTokens": LIMIT,
    "stopSequences": STOPS,
    "thinkingConfig": st.sampled_from([{"thinkingBudget": 1024}, {"includeThoughts": True}]),
    "responseMimeType": st.just("application/json"),
    "topK": st.just(40),
}
GEMINI: dict[str, Drawn] = {
    "systemInstruction": st.just({"parts": [{"text": "Be brief."}]}),
    "tools": GEMINI_TOOLS,
    "toolConfig": st.sampled_from([{"functionCallingConfig": {"mode": mode}} for mode in ("AUTO", "NONE", "ANY")]),
    "generationConfig": st.fixed_dictionaries({}, optional=GENERATION),
}
BEDROCK: dict[str, Drawn] = {
    "system": st.just([{"text": "Be brief."}]),
    "toolConfig": st.builds(lambda tools: {"tools": tools}, BEDROCK_TOOLS),
    "inferenceConfig": st.fixed_dictionaries({"maxTokens": LIMIT}, optional={"temperature": WARM, "topP": WARM, "stopSequences": STOPS}),
    "requestMetadata": st.just({"run": "1"}),
}
FIELDS: dict[str, tuple[dict[str, Drawn], dict[str, Drawn]]] = {
    "openai-chat": ({"model": st.just("gpt-4.1")}, CHAT),
    "openai-responses": ({"model": st.just("gpt-5")}, RESPONSES),
    "anthropic": ({"model": st.just("claude-opus-4-6"), "max_tokens": LIMIT}, ANTHROPIC),
    "gemini": ({}, GEMINI),
    "bedrock": ({}, BEDROCK),
    "openclaw": ({}, {}),
}
