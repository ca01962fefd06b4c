"""Whether a decoded history is one of Chat Completions."""

from __future__ import annotations

from replayable.model.values import Json, Raw

_OWN_KEYS = frozenset({"tool_calls", "tool_call_id", "function_call", "reasoning_content", "reasoning_details"})
_OWN_ROLES = frozenset({"tool", "function", "developer"})
_OWN_PARTS = frozenset({"image_url", "input_audio", "file", "refusal", "video_url", "audio_url"})
_FOREIGN_PARTS = frozenset({"input_text", "output_text", "input_image", "input_file", "toolCall"})
_FOREIGN_KEYS = frozenset({"parts", "stopReason", "message"})
_FOREIGN_ROLES = frozenset({"toolResult", "bashExecution"})
_OWN_FIELDS = frozenset(
    {
        "max_completion_tokens",
        "response_format",
        "reasoning_effort",
        "parallel_tool_calls",
        "frequency_penalty",
        "presence_penalty",
        "logit_bias",
        "logprobs",
        "n",
        "seed",
        "functions",
        "stop",
        "stream_options",
    }
)
_FOREIGN_FIELDS = frozenset({"input", "contents", "toolConfig", "inferenceConfig", "generationConfig", "anthropic_version"})


def sniff(value: Json) -> bool | None:
    """True for what only this API has, False for what it cannot have, None for what fits without saying so."""
    if type(value) is dict and "role" not in value:
        return _sniff_request(value)
    return _sniff_entries(value if type(value) is list else [value])


def _sniff_request(request: Raw) -> bool | None:
    entries = request.get("messages")
    if type(entries) is not list or not _FOREIGN_FIELDS.isdisjoint(request):
        return False
    said = [_sniff_tools(request.get("tools")), True if type(request.get("tool_choice")) is str else None]
    if entries:
        said.append(_sniff_entries(entries))
    if False in said:
        return False
    return True if True in said or not _OWN_FIELDS.isdisjoint(request) else None


def _sniff_tools(tools: Json) -> bool | None:
    for tool in tools if type(tools) is list else ():
        if type(tool) is dict:
            if "input_schema" in tool or "toolSpec" in tool:
                return False
            if "function" in tool:
                return True
    return None


def _sniff_entries(entries: list[Json]) -> bool | None:
    found: bool | None = None
    roles = 0
    for entry in entries:
        if type(entry) is not dict:
            continue
        said = _sniff_entry(entry)
        if said is False:
            return False
        found = found or said
        roles += type(entry.get("role")) is str
    return found if roles or not entries else False


def _sniff_entry(entry: Raw) -> bool | None:
    role, content = entry.get("role"), entry.get("content")
    known = role if type(role) is str else ""
    is_own = not _OWN_KEYS.isdisjoint(entry)
    if known in _FOREIGN_ROLES or (not is_own and not _FOREIGN_KEYS.isdisjoint(entry)):
        return False
    said = [_sniff_part(part) for part in content if type(part) is dict] if type(content) is list else []
    if False in said:
        return False
    return True if True in said or known in _OWN_ROLES or is_own else None


def _sniff_part(part: Raw) -> bool | None:
    """Blocks of Anthropic's API are no evidence: gateways store them here too."""
    kind = part.get("type")
    if type(kind) is not str or kind in _FOREIGN_PARTS or "thinkingSignature" in part:
        return False
    return True if kind in _OWN_PARTS else None
