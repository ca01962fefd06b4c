"""Takes parts out of a message without losing the cache marks on them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection

from replayable.model.building import edited
from replayable.model.parts import Media, Part, Text, ToolCall, ToolResult
from replayable.model.values import Json

# Kinds of part that may carry a cache mark wherever marks exist at all.
_CARRIERS = frozenset({Text, ToolCall, ToolResult, Media})


def without(parts: tuple[Part, ...], gone: Collection[int]) -> tuple[Part, ...]:
    """The parts without those at these indices. The cache mark of one moves to the nearest part before it, else behind it."""
    left = [part for index, part in enumerate(parts) if index not in gone]
    marks = [(index, parts[index].cache) for index in sorted(gone) if parts[index].cache is not None]
    if marks:
        _hand_over(left, parts, frozenset(gone), marks)
    return tuple(left)


def _hand_over(left: list[Part], parts: tuple[Part, ...], gone: frozenset[int], marks: list[tuple[int, Json]]) -> None:
    """Sets the marks, each with the index that it stood at, on the parts that are left."""
    carriers = [index for index, part in enumerate(parts) if index not in gone and type(part) in _CARRIERS]
    if not carriers:
        return
    places = dict(zip((index for index in range(len(parts)) if index not in gone), range(len(left)), strict=True))
    for index, mark in marks:
        place = places[carriers[max(bisect(carriers, index) - 1, 0)]]
        if left[place].cache is None:
            left[place] = edited(left[place], cache=mark)
