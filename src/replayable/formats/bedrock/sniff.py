"""Whether a decoded history is one of Bedrock's Converse: its blocks have no type, they are told by their only key."""

from __future__ import annotations

from replayable.formats.bedrock.fields import BLOCK_FIELDS
from replayable.model.values import Json, Raw

_OWN_FIELDS = frozenset({"modelId", "inferenceConfig", "toolConfig", "additionalModelRequestFields", "guardrailConfig", "performanceConfig"})
_FOREIGN_FIELDS = frozenset({"input", "contents", "generationConfig", "model"})
_FOREIGN_KEYS = frozenset({"tool_calls", "tool_call_id", "function_call", "parts", "reasoning_content", "stopReason", "message", "type"})
_ROLES = frozenset({"user", "assistant", "system"})
_KINDS = frozenset(BLOCK_FIELDS)


def sniff(value: Json) -> bool | None:
    """True for what only this API has, False for what it cannot have, None for what fits without saying so."""
    if type(value) is dict and "role" not in value:
        return _sniff_request(value)
    return _sniff_entries(value if type(value) is list else [value])


def _sniff_request(request: Raw) -> bool | None:
    entries = request.get("messages")
    if type(entries) is not list or not _FOREIGN_FIELDS.isdisjoint(request):
        return False
    said = [_sniff_blocks(request.get("system"))]
    if entries:
        said.append(_sniff_entries(entries))
    if not _OWN_FIELDS.isdisjoint(request):
        return True
    return False if False in said else True if True in said else None


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
    role = entry.get("role")
    if not _FOREIGN_KEYS.isdisjoint(entry) or (type(role) is str and role not in _ROLES):
        return False
    return _sniff_blocks(entry.get("content"))


def _sniff_blocks(blocks: Json) -> bool | None:
    """Text in place of blocks is what other APIs take."""
    if type(blocks) is not list:
        return None if blocks is None else False
    said = [_sniff_block(block) for block in blocks]
    return False if False in said else True if True in said else None


def _sniff_block(block: Json) -> bool | None:
    if type(block) is not dict or "type" in block:
        return False
    return None if _KINDS.isdisjoint(block) else True
