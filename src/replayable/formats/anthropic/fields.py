"""The name of the format, and whether blocks have fields that not every format has, or that the API does not take."""

from __future__ import annotations

from replayable.facts.anthropic_fields import BLOCK_FIELDS
from replayable.formats.anthropic.reads import BLOCKS
from replayable.model.facts import ODD_FIELD, OWN_FIELD
from replayable.model.values import Json

NAME = "anthropic"
API = "anthropic-messages"

# By type, the keys of a block that says nothing beyond what is read of it; plain dicts are asked faster.
_KNOWN = dict(BLOCK_FIELDS)
_PLAIN = {kind: known & frozenset(BLOCKS[kind]) if kind in BLOCKS else known for kind, known in BLOCK_FIELDS.items()}


def facts_of_fields(blocks: list[Json]) -> int:
    """ODD_FIELD where a block of a known type has keys that the API does not take, OWN_FIELD where it has some that only this API knows
    or tells of an error. Blocks in the content of tool results count, too."""
    facts = 0
    for block in blocks:
        if type(block) is not dict or type(kind := block.get("type")) is not str:
            continue
        plain = _PLAIN.get(kind)
        if plain is None:
            continue
        if not plain.issuperset(block):
            facts |= OWN_FIELD if _KNOWN[kind].issuperset(block) else ODD_FIELD
        if kind == "tool_result":
            if block.get("is_error") is True:
                facts |= OWN_FIELD
            if type(content := block.get("content")) is list:
                facts |= facts_of_fields(content)
    return facts
