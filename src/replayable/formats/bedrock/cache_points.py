"""Cache points of Converse ↔ cache marks.

Here a mark is a block of its own behind what it marks, of type "default" (botocore 1.44.8 `CachePointBlock`, 2026-11); elsewhere a field
of it, of type "ephemeral".
"""

from __future__ import annotations

from replayable.model.values import Json, Raw

KEY = "cachePoint"


def is_cache_point(block: Json) -> bool:
    """A block that is a cache point and nothing else."""
    return type(block) is dict and len(block) == 1 and type(block.get(KEY)) is dict


def read_mark(block: Raw) -> Json:
    """The mark of a cache point, in the words of the other formats."""
    point = block[KEY]
    return {**point, "type": "ephemeral"} if point.get("type") == "default" else point


def write_point(mark: Json) -> dict[str, Json]:
    """The block of a mark."""
    kept = mark if type(mark) is dict else {}
    return {KEY: {**kept, "type": "default" if kept.get("type") in (None, "ephemeral") else kept["type"]}}
