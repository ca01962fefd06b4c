"""Whether a decoded history is one of OpenAI's Responses API."""

from __future__ import annotations

from replayable.formats.openai_responses.fields import KNOWN_ITEMS, ROLES
from replayable.model.values import Json, Raw

_OWN_CONTENT = frozenset({"input_text", "output_text", "input_image", "input_file"})
_FOREIGN_FIELDS = frozenset({"messages", "contents", "system", "toolConfig", "inferenceConfig", "generationConfig"})
_FOREIGN_KEYS = frozenset(
    {"tool_calls", "tool_call_id", "function_call", "parts", "reasoning_content", "reasoning_details", "stopReason", "message", "toolCallId"}
)
_OF_SESSIONS = frozenset({"parentId", "timestamp"})
_FOREIGN_BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "toolCall", "image_url", "image", "text"})


def sniff(value: Json) -> bool | None:
    """True for what only this API has, False for what it cannot have, None for what fits without saying so."""
    if type(value) is dict and ("input" in value or ("role" not in value and "type" not in value)):
        return _sniff_request(value)
    return _sniff_entries(value if type(value) is list else [value])


def _sniff_request(request: Raw) -> bool | None:
    given = request.get("input")
    if type(given) not in (list, str) or not _FOREIGN_FIELDS.isdisjoint(request):
        return False
    return type(given) is str or (type(given) is list and _sniff_entries(given) is not False)


def _sniff_entries(entries: list[Json]) -> bool | None:
    found: bool | None = None
    known = 0
    for entry in entries:
        if type(entry) is not dict:
            continue
        said = _sniff_entry(entry)
        if said is False:
            return False
        found = found or said
        known += "role" in entry or "type" in entry
    return found if known or not entries else False


def _sniff_entry(entry: Raw) -> bool | None:
    if not _FOREIGN_KEYS.isdisjoint(entry):
        return False
    kind, role, content = entry.get("type"), entry.get("role"), entry.get("content")
    if type(kind) is str and kind != "message":
        if not _OF_SESSIONS.isdisjoint(entry):
            return False
        return True if kind in KNOWN_ITEMS else None
    if type(role) is not str or (role not in ROLES and kind != "message"):
        return False
    if type(content) is list:
        kinds = {part["type"] for part in content if type(part) is dict and type(part.get("type")) is str}
        if not kinds.isdisjoint(_OWN_CONTENT):
            return True
        if not kinds.isdisjoint(_FOREIGN_BLOCKS):
            return False
    return True if kind == "message" else None
