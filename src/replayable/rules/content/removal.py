"""Takes parts out of a message without losing the cache marks on them."""

from __future__ import annotations

from collections.abc import Collection

from replayable.model import Json, Media, Part, Text, ToolCall, ToolResult, edited

# Kinds of part that may carry a cache mark wherever marks exist at all.
_CARRIERS = frozenset({Text, ToolCall, ToolResult, Media})


def without(parts: tuple[Part, ...], gone: Collection[int]) -> tuple[Part, ...]:
    """The parts without those at these indices. The cache mark of one moves to the nearest part before it, else behind it."""
    left: list[Part | None] = [None if index in gone else part for index, part in enumerate(parts)]
    for index in sorted(gone):
        mark = parts[index].cache
        if mark is not None:
            _hand_over(left, index, mark)
    return tuple(part for part in left if part is not None)


def _hand_over(left: list[Part | None], index: int, mark: Json) -> None:
    for place in (*range(index - 1, -1, -1), *range(index + 1, len(left))):
        part = left[place]
        if part is not None and type(part) in _CARRIERS:
            if part.cache is None:
                left[place] = edited(part, cache=mark)
            return
