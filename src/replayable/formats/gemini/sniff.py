"""Whether a decoded history is one of Gemini's generateContent."""

from __future__ import annotations

from replayable.model.values import Json, Raw

_FOREIGN_FIELDS = frozenset({"messages", "input", "inferenceConfig"})
_FOREIGN_KEYS = frozenset({"content", "type", "kind", "tool_calls", "tool_call_id", "toolCallId", "message"})
_FOREIGN_ROLES = frozenset({"assistant", "developer", "toolResult"})
_PART_KINDS = frozenset({"type", "part_kind", "kind"})  # by these other formats with `parts` tell their kinds


def sniff(value: Json) -> bool | None:
    """True for what only this API has, False for what it cannot have, None for what fits without saying so."""
    if type(value) is not dict or "role" in value or "parts" in value:
        return _sniff_entries(value if type(value) is list else [value])
    contents = value.get("contents")
    if contents is None or not _FOREIGN_FIELDS.isdisjoint(value):
        return False
    listed = contents if type(contents) is list else [contents]
    # beside that key no role says that they are another API's: clients use its roles here, too
    return _sniff_entries([{**entry, "role": "user"} for entry in listed if type(entry) is dict]) is not False


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
        roles += said is True or type(entry.get("role")) is str
    return found if roles or not entries else False


def _sniff_entry(entry: Raw) -> bool | None:
    role = entry.get("role")
    if not _FOREIGN_KEYS.isdisjoint(entry) or (type(role) is str and role in _FOREIGN_ROLES):
        return False
    parts = entry.get("parts")
    if type(parts) is not list:
        return None
    return not any(type(part) is dict and not _PART_KINDS.isdisjoint(part) for part in parts)
