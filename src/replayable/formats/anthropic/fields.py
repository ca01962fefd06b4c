"""The name of the format, and whether a block has keys that the API does not take."""

from __future__ import annotations

from replayable.facts.anthropic_fields import BLOCK_FIELDS
from replayable.model import Json

NAME = "anthropic"

_KNOWN = dict(BLOCK_FIELDS)  # a plain dict is asked faster


def has_odd_block(blocks: list[Json]) -> bool:
    """One of the blocks is of a known type and has keys that the API does not take; so may one in the content of a tool result."""
    for block in blocks:
        if type(block) is not dict or type(kind := block.get("type")) is not str:
            continue
        known = _KNOWN.get(kind)
        if known is None:
            continue
        if not known.issuperset(block):
            return True
        if kind == "tool_result" and type(content := block.get("content")) is list and has_odd_block(content):
            return True
    return False
