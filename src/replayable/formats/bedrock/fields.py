"""The fields that Converse takes in a message and in each kind of block. Constants only, but for one question.

Source: the service model bedrock-runtime 2023-09-30 of botocore 1.44.8 (2026-11), which refuses any other key before sending:
"Unknown parameter in messages[0].content[0]: …, must be one of: …".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from replayable.model import OWN_FIELD, Json

NAME = "bedrock"

MESSAGE_FIELDS = frozenset({"role", "content"})
ROLES = frozenset({"user", "assistant", "system"})

# A block holds exactly one of these ("Invalid number of parameters set for tagged union structure messages[0].content[0]").
# For each kind that is an object: its keys.
BLOCK_FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "text": frozenset(),
        "image": frozenset({"format", "source", "error"}),
        "document": frozenset({"format", "name", "source", "context", "citations"}),
        "video": frozenset({"format", "source"}),
        "audio": frozenset({"format", "source", "error"}),
        "toolUse": frozenset({"toolUseId", "name", "input", "type"}),
        "toolResult": frozenset({"toolUseId", "content", "status", "type"}),
        "guardContent": frozenset({"text", "image"}),
        "cachePoint": frozenset({"type", "ttl"}),
        "reasoningContent": frozenset({"reasoningText", "redactedContent"}),
        "citationsContent": frozenset({"content", "citations"}),
        "searchResult": frozenset({"source", "title", "content", "citations"}),
        "toolAddition": frozenset({"tool"}),
        "toolRemoval": frozenset({"tool"}),
    }
)

# Blocks that may stand in the content of a toolResult.
RESULT_KINDS = frozenset({"json", "text", "image", "document", "video", "searchResult"})

_KNOWN = dict(BLOCK_FIELDS) | {"json": frozenset[str]()}  # a plain dict is asked faster


def is_odd(entry: Mapping[str, Json]) -> bool:
    """A message that the API does not take as it is: another role or key, text in place of blocks, a block of two kinds."""
    if not MESSAGE_FIELDS.issuperset(entry) or entry.get("role") not in ROLES:
        return True
    content = entry.get("content")
    return content is not None if type(content) is not list else any_odd(content)


def any_odd(blocks: list[Json]) -> bool:
    """One of the blocks is none that the API takes."""
    for block in blocks:
        if type(block) is not dict or len(block) != 1:
            return True
        for kind, value in block.items():
            known = _KNOWN.get(kind)
            if known is None or (type(value) is dict and known and not known.issuperset(value)) or (kind == "json" and type(value) is not dict):
                return True
            if kind == "toolResult" and type(value) is dict and type(inner := value.get("content")) is list and any_odd(inner):
                return True
    return False


# Blocks that say more than the text in them.
_OWN = frozenset({"guardContent", "citationsContent"})


def facts_of_fields(content: Json) -> int:
    """OWN_FIELD where a block says what only this API knows, or tells of an error. (What stands in media is looked for there.)"""
    for block in content if type(content) is list else ():
        if type(block) is not dict:
            continue
        if not _OWN.isdisjoint(block):
            return OWN_FIELD
        result = block.get("toolResult")
        if type(result) is dict and (result.get("status") == "error" or facts_of_fields(result.get("content"))):
            return OWN_FIELD
    return 0
