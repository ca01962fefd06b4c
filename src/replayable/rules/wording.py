"""Words of reasons that several rules share."""

from __future__ import annotations

from replayable.model.values import trimmed

_LONGEST = 64  # characters of an id or a name that a reason shows


def shown(word: str | None) -> str:
    """The word in quotes, cut where it is so long that nobody would read it."""
    return repr(word if word is None or len(word) <= _LONGEST else word[:_LONGEST] + "…")


def call_of_id(id: str | None) -> str:
    """`call 'call_1'`, or `a call without id`."""
    return f"call {shown(id)}" if id is not None and trimmed(id) else "a call without id"
