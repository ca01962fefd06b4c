"""The fields that Converse takes in a message and in each kind of block. Constants, and whether a message has others.

Source: the service model bedrock-runtime 2023-09-30 of botocore 1.44.8 (2026-11), which refuses any other key before sending:
"Unknown parameter in messages[0].content[0]: …, must be one of: …".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from replayable.facts import bedrock_settings
from replayable.model.facts import ODD_FIELD, OWN_FIELD
from replayable.model.values import Json

NAME = "bedrock"

MESSAGE_FIELDS = bedrock_settings.MESSAGE_FIELDS
ROLES = frozenset({"user", "assistant", "system"})

# A block holds exactly one of these ("Invalid number of parameters set for tagged union structure messages[0].content[0]").
# For each kind that is an object: its keys.
BLOCK_FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"text": frozenset(), **{kind: frozenset(shape.fields or ()) for kind, shape in bedrock_settings.BLOCKS.items()}}
)

# Blocks that may stand in the content of a toolResult.
RESULT_KINDS = frozenset(bedrock_settings.RESULT_KINDS)

_KNOWN = dict(BLOCK_FIELDS) | {"json": frozenset[str]()}  # a plain dict is asked faster


# Blocks that may say more than other formats have words for: results may tell of an error, texts be guarded or cited.
_MORE = frozenset({"toolResult", "guardContent", "citationsContent"})


def facts_of_entry(entry: Mapping[str, Json]) -> int:
    """ODD_FIELD for a message that the API does not take as it is: another role or key, text in place of blocks, a block of two kinds;
    OWN_FIELD for one with a block that says what only this API knows, or that tells of an error. (Media are looked into anyway.)"""
    facts = 0 if MESSAGE_FIELDS.issuperset(entry) and entry.get("role") in ROLES else ODD_FIELD
    content = entry.get("content")
    return facts | (facts_of_blocks(content) if type(content) is list else 0 if content is None else ODD_FIELD)


def facts_of_blocks(blocks: list[Json]) -> int:
    """The same of a list of blocks."""
    facts = 0
    for block in blocks:
        if type(block) is not dict or len(block) != 1:
            facts |= ODD_FIELD
            continue
        for kind, value in block.items():
            known = _KNOWN.get(kind)
            if known is None or (type(value) is dict and known and not known.issuperset(value)) or (kind == "json" and type(value) is not dict):
                facts |= ODD_FIELD
            elif kind in _MORE:
                facts |= _facts_of_more(kind, value)
    return facts


def _facts_of_more(kind: str, value: Json) -> int:
    if kind != "toolResult" or type(value) is not dict:
        return OWN_FIELD
    inner = value.get("content")
    return (OWN_FIELD if value.get("status") == "error" else 0) | (facts_of_blocks(inner) if type(inner) is list else 0)
