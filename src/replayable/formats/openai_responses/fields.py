"""The name of the format, and which items of OpenAI's Responses API stand on which side.

Source: `ResponseInputItemParam` of the Python SDK `openai` 3.57.0 (2026-11).
"""

from __future__ import annotations

NAME = "openai-responses"

# Calls of tools that the caller runs, beside `function_call` and `custom_tool_call`: the field with their arguments, and the name
# by which the tool goes.
LOCAL_CALLS = {
    "local_shell_call": ("action", "local_shell"),
    "shell_call": ("action", "shell"),
    "apply_patch_call": ("operation", "apply_patch"),
}

# Outputs of those calls: the field with the id of the call.
OUTPUTS = {
    "function_call_output": "call_id",
    "custom_tool_call_output": "call_id",
    "local_shell_call_output": "id",
    "shell_call_output": "call_id",
    "apply_patch_call_output": "call_id",
}
OUTPUT_OF = {"custom_tool_call": "custom_tool_call_output", **{kind: f"{kind}_output" for kind in LOCAL_CALLS}}

# Tools that the provider runs itself; most calls hold their result.
SERVER_CALLS = frozenset(
    {
        "web_search_call",
        "file_search_call",
        "computer_call",
        "code_interpreter_call",
        "image_generation_call",
        "mcp_call",
        "mcp_list_tools",
        "mcp_approval_request",
        "tool_search_call",
        "program",
    }
)
# What comes back to such a call: the field with the id of what it answers. The first two come from the caller.
SERVER_RESULTS = {
    "computer_call_output": "call_id",
    "mcp_approval_response": "approval_request_id",
    "tool_search_output": "call_id",
    "program_output": "call_id",
}
CALLERS_RESULTS = frozenset({"computer_call_output", "mcp_approval_response"})

# Items of other kinds, which stand where they stand.
PLAIN_ITEMS = frozenset({"item_reference", "compaction", "compaction_trigger", "additional_tools", "configuration_update"})

KNOWN_ITEMS = frozenset({"message", "reasoning", "function_call", "custom_tool_call", *LOCAL_CALLS, *OUTPUTS, *SERVER_CALLS, *SERVER_RESULTS, *PLAIN_ITEMS})

ROLES = frozenset({"user", "assistant", "system", "developer"})
