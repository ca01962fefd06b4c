"""The keys that Anthropic's Messages API takes in a message and in each type of block, and the name of its format.

Source: the `*_param` types of the Python SDK `anthropic` 2.14.0 (2026-11), beta blocks included. Any other key is refused with
"Extra inputs are not permitted" (anthropics/claude-code#4378, 2025-07; inspect_ai#3967, 2026-05). The contract holds the same
table on its own, so that a mistake here cannot hide itself from the check; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from replayable.model import Json

NAME = "anthropic"

MESSAGE_FIELDS = frozenset({"role", "content"})

_RESULT = frozenset({"type", "tool_use_id", "content", "cache_control"})

BLOCK_FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "text": frozenset({"type", "text", "citations", "cache_control"}),
        "image": frozenset({"type", "source", "transformations", "cache_control"}),
        "document": frozenset({"type", "source", "title", "context", "citations", "cache_control"}),
        "search_result": frozenset({"type", "source", "title", "content", "citations", "cache_control"}),
        "thinking": frozenset({"type", "thinking", "signature"}),
        "redacted_thinking": frozenset({"type", "data"}),
        "tool_use": frozenset({"type", "id", "name", "input", "caller", "toolset_name", "cache_control"}),
        "tool_result": _RESULT | {"is_error", "toolset_name"},
        "server_tool_use": frozenset({"type", "id", "name", "input", "caller", "cache_control"}),
        "web_search_tool_result": _RESULT | {"caller"},
        "web_fetch_tool_result": _RESULT | {"caller"},
        "code_execution_tool_result": _RESULT,
        "bash_code_execution_tool_result": _RESULT,
        "text_editor_code_execution_tool_result": _RESULT,
        "tool_search_tool_result": _RESULT,
        "container_upload": frozenset({"type", "file_id", "cache_control"}),
        # in the content of a tool_result only
        "tool_reference": frozenset({"type", "tool_name", "cache_control"}),
        "browser_state": frozenset({"type", "tabs", "state_changes", "cache_control"}),
        # beta
        "advisor_tool_result": _RESULT,
        "mcp_tool_use": frozenset({"type", "id", "name", "server_name", "input", "cache_control"}),
        "mcp_tool_result": _RESULT | {"is_error"},
        "mcp_tool_listing": frozenset({"type", "mcp_server_name", "tools"}),
        "compaction": frozenset({"type", "content", "encrypted_content", "signature", "tool_changes", "cache_control"}),
        "fallback": frozenset({"type", "from", "to", "trigger"}),
        "tool_addition": frozenset({"type", "tool", "cache_control"}),
        "tool_removal": frozenset({"type", "tool", "cache_control"}),
    }
)


_KNOWN = dict(BLOCK_FIELDS)  # a plain dict is asked faster


def has_odd_block(blocks: list[Json]) -> bool:
    """One of the blocks is of a known type and has keys that the API does not take; so may one in the content of a tool result."""
    for block in blocks:
        if type(block) is not dict or type(kind := block.get("type")) is not str:
            continue
        known = _KNOWN.get(kind)
        if known is None:
            continue
        if not known.issuperset(block):
            return True
        if kind == "tool_result" and type(content := block.get("content")) is list and has_odd_block(content):
            return True
    return False
