"""Whether a decoded history is one of Anthropic's Messages API."""

from __future__ import annotations

from replayable.model.values import Json, Raw

# Blocks that only this API has. Gateways put them into chat messages too; those are told by their tool calls.
_OWN_BLOCKS = frozenset({"tool_use", "tool_result", "redacted_thinking", "server_tool_use", "mcp_tool_use", "container_upload"})
_SOURCED = frozenset({"image", "document"})
_FOREIGN_BLOCKS = frozenset({"image_url", "input_audio", "file", "refusal", "input_text", "output_text", "input_image", "input_file", "toolCall"})
_FOREIGN_KEYS = frozenset({"tool_calls", "tool_call_id", "function_call", "parts", "reasoning_content", "reasoning_details", "stopReason", "message"})
_FOREIGN_ROLES = frozenset({"tool", "function", "developer", "toolResult", "model", "bashExecution"})
_OWN_FIELDS = frozenset({"system", "stop_sequences", "anthropic_version", "output_config", "mcp_servers"})
_FOREIGN_FIELDS = frozenset({"input", "contents", "toolConfig", "inferenceConfig", "generationConfig"})


def sniff(value: Json) -> bool | None:
    """True for what only this API has, False for what it cannot have, None for what fits without saying so."""
    if type(value) is dict and "role" not in value:
        return _sniff_request(value)
    return _sniff_entries(value if type(value) is list else [value])


def _sniff_request(request: Raw) -> bool | None:
    entries = request.get("messages")
    if type(entries) is not list or not _FOREIGN_FIELDS.isdisjoint(request):
        return False
    said = [_sniff_tools(request.get("tools")), _sniff_system(request.get("system"))]
    if entries:
        said.append(_sniff_entries(entries))
    if False in said:
        return False
    return True if True in said or not _OWN_FIELDS.isdisjoint(request) else None


def _sniff_tools(tools: Json) -> bool | None:
    """Chat keeps a tool inside `function`; a provider's own tool is told by its dated type."""
    for tool in tools if type(tools) is list else ():
        if type(tool) is dict:
            if "function" in tool or "toolSpec" in tool:
                return False
            if "input_schema" in tool:
                return True
    return None


def _sniff_system(system: Json) -> bool | None:
    """Converse has a `system` too, of blocks without a type."""
    if type(system) is list and any(type(block) is dict and "type" not in block for block in system):
        return False
    return None


def _sniff_entries(entries: list[Json]) -> bool | None:
    """A list that begins with an instruction is taken for this API's only where something else says so: it refuses that."""
    found: bool | None = None
    roles = 0
    starts_with_system = False
    for entry in entries:
        if type(entry) is not dict:
            continue
        said = _sniff_entry(entry)
        if said is False:
            return False
        found = found or said
        if type(role := entry.get("role")) is str:
            starts_with_system = starts_with_system or (roles == 0 and role == "system")
            roles += 1
    if found is None and starts_with_system:
        return False
    return found if roles or not entries else False


def _sniff_entry(entry: Raw) -> bool | None:
    role = entry.get("role")
    if not _FOREIGN_KEYS.isdisjoint(entry) or (type(role) is str and role in _FOREIGN_ROLES):
        return False
    content = entry.get("content")
    if type(content) is not list:
        return None
    said = [_sniff_block(block) for block in content if type(block) is dict]
    return False if False in said else True if True in said else None


def _sniff_block(block: Raw) -> bool | None:
    kind = block.get("type")
    if type(kind) is not str:
        return False
    if kind in _FOREIGN_BLOCKS or "thinkingSignature" in block:
        return False
    if kind in _OWN_BLOCKS or kind.endswith("_tool_result"):
        return True
    if kind == "thinking":
        return True if type(block.get("thinking")) is str else None
    return True if kind in _SOURCED and type(block.get("source")) is dict else None
