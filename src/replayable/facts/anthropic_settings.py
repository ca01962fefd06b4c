"""The fields of a Messages request beside its history, and what each may hold. Constants only.

Source: the types of the Python SDK anthropic 2.14.0, its beta ones included (2026-11); `temperature`, `top_p` and `top_k`, which that
version has dropped, from docs.anthropic.com/en/api/messages (2025); `anthropic_version` and `anthropic_beta` from the clouds of its partners. The API refuses
any other: "{field}: Extra inputs are not permitted".
"""

from __future__ import annotations

from replayable.facts.shape import ANY, BOOLEAN, INTEGER, LIST, NUMBER, OBJECT, STRING, either, list_of, or_null, record, tagged, words

CACHE = or_null(record({"type": words("ephemeral"), "ttl": words("5m", "1h")}, "type"))
DISPLAY = or_null(words("summarized", "omitted"))

_TOOL = record(
    {
        "type": or_null(STRING),
        "name": STRING,
        "description": or_null(STRING),
        "input_schema": OBJECT,
        "cache_control": CACHE,
        "strict": or_null(BOOLEAN),
        "defer_loading": or_null(BOOLEAN),
        "allowed_callers": or_null(list_of(STRING)),
        "input_examples": or_null(list_of(OBJECT)),
        "eager_input_streaming": or_null(BOOLEAN),
    },
    "name",
)

EFFORT = or_null(words("low", "medium", "high", "xhigh", "max"))
_ANSWER = or_null(record({"type": words("json_schema"), "schema": OBJECT}, "type", "schema"))

# A tool of the server's is called by its version: `web_search_20250305`.
_SERVER_TOOL = r"_20\d{6}$|^tool_search_tool_|^mcp_toolset$"

_THINKING = tagged(
    {
        "enabled": record({"type": STRING, "budget_tokens": INTEGER, "display": DISPLAY, "block_binding": ANY}, "budget_tokens"),
        "adaptive": record({"type": STRING, "display": DISPLAY, "block_binding": ANY}),
        "between_tools": record({"type": STRING, "display": DISPLAY, "budget_tokens": ANY, "block_binding": ANY}),
        "disabled": record({"type": STRING}),
    }
)

_PARALLEL = {"type": STRING, "disable_parallel_tool_use": or_null(BOOLEAN)}
_CHOICE = tagged(
    {
        "auto": record(_PARALLEL),
        "any": record(_PARALLEL),
        "tool": record({**_PARALLEL, "name": STRING}, "name"),
        "none": record({"type": STRING}),
    }
)

REQUEST = record(
    {
        "model": STRING,
        "messages": ANY,  # looked at by itself
        "max_tokens": or_null(INTEGER),
        "system": either(STRING, LIST),
        "tools": list_of(tagged({"": _TOOL, "custom": _TOOL}, _SERVER_TOOL)),
        "tool_choice": or_null(_CHOICE),
        "thinking": or_null(_THINKING),
        "stop_sequences": list_of(STRING),
        "temperature": or_null(NUMBER),
        "top_p": or_null(NUMBER),
        "top_k": or_null(INTEGER),
        "stream": or_null(BOOLEAN),
        "metadata": or_null(record({"user_id": or_null(STRING)})),
        "cache_control": CACHE,
        "output_config": or_null(record({"effort": EFFORT, "format": _ANSWER, "task_budget": ANY})),
        "output_format": ANY,
        "service_tier": or_null(STRING),
        "speed": or_null(STRING),
        "inference_geo": or_null(STRING),
        "user_profile_id": or_null(STRING),
        "workspace_id": or_null(STRING),
        **dict.fromkeys(("container", "diagnostics", "betas", "billing_policy", "compaction", "context_management", "fallbacks", "mcp_servers"), ANY),
        **dict.fromkeys(("fallback_credit_token", "thread", "anthropic_version", "anthropic_beta"), ANY),
    }
)
