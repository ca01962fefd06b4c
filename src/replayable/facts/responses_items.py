"""The fields of each kind of item of OpenAI's Responses API. Constants only.

Source: `ResponseInputItemParam` of the Python SDK openai 3.57.0 (2026-11). OpenAI's own servers refuse any other: "Unknown parameter: 'input[3].x'."
(public reports, 2025).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from replayable.facts.shape import ANY, STRING, Shape, or_null, record

_TEXT = or_null(STRING)


def _item(*names: str) -> Shape:
    """An item with these fields, of which names, states and the like are texts."""
    texts = {name: _TEXT for name in names if name in _TEXTS}
    return record({**dict.fromkeys(names, ANY), **texts, "type": ANY, "id": ANY})


_TEXTS = frozenset({"name", "namespace", "status", "phase", "server_label", "execution"})

ITEMS: Mapping[str, Shape] = MappingProxyType(
    {
        "additional_tools": _item("role", "tools"),
        "apply_patch_call": _item("call_id", "caller", "operation", "status"),
        "apply_patch_call_output": _item("call_id", "caller", "output", "status"),
        "code_interpreter_call": _item("code", "container_id", "outputs", "status"),
        "compaction": _item("encrypted_content"),
        "compaction_trigger": _item(),
        "computer_call": _item("action", "actions", "call_id", "pending_safety_checks", "status"),
        "computer_call_output": _item("acknowledged_safety_checks", "call_id", "output", "status"),
        "configuration_update": _item("reasoning", "text"),
        "custom_tool_call": _item("async", "call_id", "caller", "input", "name", "namespace"),
        "custom_tool_call_output": _item("call_id", "caller", "output"),
        "file_search_call": _item("queries", "results", "status"),
        "function_call": _item("arguments", "async", "call_id", "caller", "name", "namespace", "status"),
        "function_call_output": _item("call_id", "caller", "name", "namespace", "output", "status"),
        "image_generation_call": _item(
            *("action", "background", "error", "output_format", "quality", "result", "revised_prompt", "size", "status", "svg_usage"),
        ),
        "item_reference": _item(),
        "local_shell_call": _item("action", "call_id", "status"),
        "local_shell_call_output": _item("output", "status"),
        "mcp_approval_request": _item("arguments", "name", "server_label"),
        "mcp_approval_response": _item("approval_request_id", "approve", "reason"),
        "mcp_call": _item("approval_request_id", "arguments", "error", "name", "output", "server_label", "status"),
        "mcp_list_tools": _item("error", "server_label", "tools"),
        "message": _item("content", "phase", "role", "status"),
        "program": _item("call_id", "code", "fingerprint"),
        "program_output": _item("call_id", "result", "status"),
        "reasoning": _item("content", "encrypted_content", "status", "summary"),
        "shell_call": _item("action", "call_id", "caller", "environment", "status"),
        "shell_call_output": _item("call_id", "caller", "max_output_length", "output", "status"),
        "tool_search_call": _item("arguments", "call_id", "execution", "status"),
        "tool_search_output": _item("call_id", "execution", "status", "tools"),
        "web_search_call": _item("action", "status"),
    }
)

# The parts of a message that are known to each version of the API.
_BREAKPOINT = {"type": STRING, "prompt_cache_breakpoint": ANY}
PARTS: Mapping[str, Shape] = MappingProxyType(
    {
        "input_text": record({**_BREAKPOINT, "text": STRING}, "text"),
        "input_image": record({**_BREAKPOINT, "detail": ANY, "file_id": _TEXT, "image_url": _TEXT}),
        "input_file": record({**_BREAKPOINT, "detail": ANY, "file_data": _TEXT, "file_id": _TEXT, "file_url": _TEXT, "filename": _TEXT}),
        "output_text": record({"type": STRING, "text": STRING, "annotations": ANY, "logprobs": ANY}, "text"),
        "refusal": record({"type": STRING, "refusal": STRING}, "refusal"),
    }
)
PLAIN_PARTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"input_text": frozenset({"type", "text"}), "output_text": frozenset({"type", "text", "annotations", "logprobs"})}
)

# Items with just these fields are looked at field by field anyway.
PLAIN: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "message": frozenset({"type", "id", "role", "content"}),
        "function_call": frozenset({"type", "id", "call_id", "name", "arguments"}),
        "function_call_output": frozenset({"type", "id", "call_id", "output"}),
        "reasoning": frozenset({"type", "id", "summary", "encrypted_content"}),
    }
)
