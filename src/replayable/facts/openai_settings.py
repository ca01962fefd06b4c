"""The fields of OpenAI's requests beside the history, and what each may hold. Constants only.

Source: the types of the Python SDK openai 3.57.0 (2026-11). OpenAI's own servers refuse any other: "Unrecognized request argument supplied: {field}" by Chat
Completions, "Unknown parameter: '{field}'." by Responses (public reports, 2025); other servers of these APIs know fields of their own.
"""

from __future__ import annotations

from replayable.facts.shape import ANY, BOOLEAN, INTEGER, NUMBER, OBJECT, STRING, Shape, either, list_of, or_null, record, tagged, words

_FUNCTION = record({"name": STRING, "description": or_null(STRING), "parameters": or_null(OBJECT), "strict": or_null(BOOLEAN)}, "name")
_SCHEMA = record({"name": STRING, "description": or_null(STRING), "schema": or_null(OBJECT), "strict": or_null(BOOLEAN)}, "name")
_FORMATS = {"text": record({"type": STRING}), "json_object": record({"type": STRING}), "grammar": OBJECT, "python": OBJECT}


def _nullable(shape: Shape, *names: str) -> dict[str, Shape]:
    return dict.fromkeys(names, or_null(shape))


_FLAT_FUNCTION = record(
    {
        **(_FUNCTION.fields or {}),
        "type": STRING,
        **_nullable(ANY, "async", "allowed_callers", "defer_loading", "output_schema"),
    },
    "name",
)
_TOOLS = (
    *("function", "custom", "namespace", "file_search", "web_search", "computer", "mcp", "code_interpreter", "programmatic_tool_calling"),
    *("image_generation", "local_shell", "shell", "tool_search", "apply_patch"),
)

_TOOL = tagged({"function": record({"type": STRING, "function": _FUNCTION}, "function"), "custom": record({"type": STRING, "custom": OBJECT}, "custom")})

CHAT = record(
    {
        "model": STRING,
        "messages": ANY,  # looked at by itself
        "tools": list_of(_TOOL),
        "tool_choice": or_null(either(STRING, OBJECT)),
        "response_format": tagged({**_FORMATS, "json_schema": record({"type": STRING, "json_schema": _SCHEMA}, "json_schema")}),
        "stop": or_null(either(STRING, list_of(STRING))),
        **_nullable(NUMBER, "temperature", "top_p", "frequency_penalty", "presence_penalty"),
        **_nullable(INTEGER, "max_tokens", "max_completion_tokens", "n", "seed", "top_logprobs"),
        **_nullable(BOOLEAN, "stream", "store", "logprobs", "parallel_tool_calls"),
        **_nullable(STRING, "user", "service_tier", "reasoning_effort", "verbosity", "safety_identifier", "prompt_cache_key", "prompt_cache_retention"),
        **_nullable(OBJECT, "metadata", "logit_bias", "audio", "prediction", "stream_options", "web_search_options", "prompt_cache_options", "moderation"),
        **_nullable(ANY, "functions", "function_call", "modalities"),
    }
)

RESPONSES = record(
    {
        "model": STRING,
        "input": ANY,  # looked at by itself
        "tools": list_of(tagged({**dict.fromkeys(_TOOLS, OBJECT), "function": _FLAT_FUNCTION}, r"_preview|_20\d\d")),
        "tool_choice": or_null(either(STRING, OBJECT)),
        "text": record(
            {
                "format": tagged({**_FORMATS, "json_schema": record({"type": STRING, **(_SCHEMA.fields or {})}, "name", "schema")}),
                "verbosity": or_null(STRING),
            }
        ),
        "reasoning": or_null(
            record(
                {
                    "effort": or_null(words("none", "minimal", "low", "medium", "high", "xhigh", "max")),
                    **_nullable(STRING, "summary", "generate_summary", "context", "mode"),
                }
            )
        ),
        **_nullable(NUMBER, "temperature", "top_p"),
        **_nullable(INTEGER, "max_output_tokens", "max_tool_calls", "top_logprobs"),
        **_nullable(BOOLEAN, "stream", "store", "background", "parallel_tool_calls"),
        **_nullable(STRING, "instructions", "previous_response_id", "user", "service_tier", "truncation", "safety_identifier", "prompt_cache_key"),
        **_nullable(STRING, "prompt_cache_retention"),
        **_nullable(OBJECT, "metadata", "prompt", "stream_options", "prompt_cache_options", "background_options", "moderation"),
        **_nullable(ANY, "include", "conversation", "context_management", "access_programs", "image"),
    }
)
