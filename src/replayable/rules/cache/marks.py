"""Where cache marks stand in a message, and where one goes that has to move."""

from __future__ import annotations

from collections.abc import Callable

from replayable.model.building import edited
from replayable.model.parts import Part, ToolResult
from replayable.model.transcript import Message

# From where a mark moves, and to where; None: there is no place for it.
Move = tuple[int, int | None]


def moves(parts: tuple[Part, ...], may_carry: Callable[[Part], bool]) -> tuple[Move, ...]:
    """The moves of all marks that stand on a part which may carry none: to the nearest one before that may, else behind.

    Before, because a mark closes the stretch that is cached: one part earlier it closes nothing that is not there."""
    return tuple((index, _nearest(parts, index, may_carry)) for index, part in enumerate(parts) if part.cache is not None and not may_carry(part))


def moved(parts: tuple[Part, ...], steps: tuple[Move, ...]) -> tuple[Part, ...]:
    """The parts after these moves. A part that has a mark already keeps its own."""
    out = list(parts)
    for index, place in steps:
        mark = out[index].cache
        out[index] = edited(out[index], cache=None)
        if place is not None and out[place].cache is None:
            out[place] = edited(out[place], cache=mark)
    return tuple(out)


def count(message: Message) -> int:
    """How many marks a message has, those within its results included."""
    return sum(_count_of(part) for part in message.parts)


def _count_of(part: Part) -> int:
    within = sum(inner.cache is not None for inner in part.parts) if type(part) is ToolResult else 0
    return within + (part.cache is not None)


def _nearest(parts: tuple[Part, ...], index: int, may_carry: Callable[[Part], bool]) -> int | None:
    order = (*range(index - 1, -1, -1), *range(index + 1, len(parts)))
    return next((place for place in order if may_carry(parts[place])), None)
