"""The fields that Anthropic's Messages API takes in a message and in each type of block. Constants only, for rules, formats and checks.

Source: the `*_param` types of the Python SDK `anthropic` 2.14.0 (2026-11), beta blocks included. Any other key is refused with
"Extra inputs are not permitted" (anthropics/claude-code#4378, 2025-07; inspect_ai#3967, 2026-05).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGE_FIELDS = frozenset({"role", "content"})

_SERVER_RESULT = frozenset({"type", "tool_use_id", "content", "cache_control"})
_CALLED_BY = _SERVER_RESULT | {"caller"}

BLOCK_FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "text": frozenset({"type", "text", "citations", "cache_control"}),
        "image": frozenset({"type", "source", "transformations", "cache_control"}),
        "document": frozenset({"type", "source", "citations", "context", "title", "cache_control"}),
        "search_result": frozenset({"type", "source", "title", "content", "citations", "cache_control"}),
        "thinking": frozenset({"type", "thinking", "signature"}),
        "redacted_thinking": frozenset({"type", "data"}),
        "tool_use": frozenset({"type", "id", "name", "input", "caller", "toolset_name", "cache_control"}),
        "tool_result": frozenset({"type", "tool_use_id", "content", "is_error", "toolset_name", "cache_control"}),
        "server_tool_use": frozenset({"type", "id", "name", "input", "caller", "cache_control"}),
        "web_search_tool_result": _CALLED_BY,
        "web_fetch_tool_result": _CALLED_BY,
        "code_execution_tool_result": _SERVER_RESULT,
        "bash_code_execution_tool_result": _SERVER_RESULT,
        "text_editor_code_execution_tool_result": _SERVER_RESULT,
        "tool_search_tool_result": _SERVER_RESULT,
        "container_upload": frozenset({"type", "file_id", "cache_control"}),
        # only inside the content of a tool_result
        "tool_reference": frozenset({"type", "tool_name", "cache_control"}),
        "browser_state": frozenset({"type", "tabs", "state_changes", "cache_control"}),
        # beta
        "advisor_tool_result": _SERVER_RESULT,
        "mcp_tool_use": frozenset({"type", "id", "name", "server_name", "input", "cache_control"}),
        "mcp_tool_result": frozenset({"type", "tool_use_id", "content", "is_error", "cache_control"}),
        "mcp_tool_listing": frozenset({"type", "mcp_server_name", "tools"}),
        "compaction": frozenset({"type", "content", "encrypted_content", "signature", "tool_changes", "cache_control"}),
        "fallback": frozenset({"type", "from", "to", "trigger"}),
        "tool_addition": frozenset({"type", "tool", "cache_control"}),
        "tool_removal": frozenset({"type", "tool", "cache_control"}),
    }
)
"""Allowed keys by block type. A type that does not stand here is unknown to the API."""

# Blocks that the provider's own tools left: each answers a `server_tool_use` (or `mcp_tool_use`) earlier in the same message.
SERVER_CALLS = frozenset({"server_tool_use", "mcp_tool_use"})
SERVER_RESULTS = frozenset(
    {
        "web_search_tool_result",
        "web_fetch_tool_result",
        "code_execution_tool_result",
        "bash_code_execution_tool_result",
        "text_editor_code_execution_tool_result",
        "tool_search_tool_result",
        "advisor_tool_result",
        "mcp_tool_result",
    }
)

# Blocks that may stand in the content of a tool_result (SDK 2.14.0, tool_result_block_param).
RESULT_CONTENT_TYPES = frozenset({"text", "image", "document", "search_result", "tool_reference", "browser_state"})
