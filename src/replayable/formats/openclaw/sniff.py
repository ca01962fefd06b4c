"""Whether a decoded history is one of openclaw's."""

from __future__ import annotations

from replayable.formats.openclaw.spellings import HEADER, OWN_ROLES, ROW_TYPES
from replayable.model.values import Json, Raw

_OF_REQUESTS = frozenset({"messages", "input", "contents"})
# Fields and blocks of messages that only openclaw has, and such as it never has.
_OWN_FIELDS = frozenset({"stopReason", "toolCallId", "__openclaw", "providerReplay", "customType"})
_OWN_BLOCKS = frozenset({"toolCall", "toolUse", "functionCall"})
_OWN_KEYS = frozenset({"textSignature", "thinkingSignature", "thoughtSignature", "mimeType"})
_FOREIGN_FIELDS = frozenset({"tool_calls", "tool_call_id", "function_call", "parts", "reasoning_content", "uuid", "payload"})
_FOREIGN_BLOCKS = frozenset({"image_url", "input_audio", "input_image", "input_file", "server_tool_use", "document"})


def sniff(value: Json) -> bool | None:
    """True for what only openclaw has, False for what it cannot have, None for what fits without saying so."""
    if type(value) is dict:
        return False if not _OF_REQUESTS.isdisjoint(value) else _sniff_row(value)
    if type(value) is not list:
        return False
    known = False
    for row in value:
        if type(row) is dict:
            known = True
            verdict = _sniff_row(row)
            if verdict is not None:
                return verdict
    return None if known or not value else False


def _sniff_row(row: Raw) -> bool | None:
    role = row.get("role")
    if type(role) is str:
        return _sniff_message(row, role)
    return _is_entry(row)


def _is_entry(row: Raw) -> bool:
    kind = row.get("type")
    if type(kind) is not str or kind not in ROW_TYPES or not _FOREIGN_FIELDS.isdisjoint(row):
        return False
    if kind == "message":
        return type(row.get("message")) is dict
    return kind == HEADER or "parentId" in row or "timestamp" in row


def _sniff_message(row: Raw, role: str) -> bool | None:
    if role in OWN_ROLES:
        return True
    if not _FOREIGN_FIELDS.isdisjoint(row):
        return False
    if not _OWN_FIELDS.isdisjoint(row):
        return True
    content = row.get("content")
    if type(content) is list:
        for block in content:
            if type(block) is dict and (verdict := _sniff_block(block)) is not None:
                return verdict
    return None


def _sniff_block(block: Raw) -> bool | None:
    kind = block.get("type")
    if type(kind) is not str:
        return False
    if kind in _OWN_BLOCKS or not _OWN_KEYS.isdisjoint(block):
        return True
    return False if kind in _FOREIGN_BLOCKS or "cache_control" in block or "source" in block else None
