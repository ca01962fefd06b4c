"""Stored messages → what people are shown of them (openclaw storage specification 4.3 and 4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from replayable.formats.openclaw.tree import tree_of
from replayable.model.values import Json, Raw
from replayable.projection.context import messages_of, without_header
from replayable.projection.display.cleaning import cleaned
from replayable.projection.display.cutting import LONGEST, cut
from replayable.projection.display.failures import without_failure
from replayable.projection.display.hiding import is_hidden, without_repetition
from replayable.projection.display.routed import shown_as_forwarded
from replayable.projection.display.sends import with_sent_replies
from replayable.projection.display.silence import without_silence
from replayable.projection.display.words import final, spoken
from replayable.projection.display.wrappers import unwrapped


def display(entries: Sequence[Json], longest: int = LONGEST) -> list[Raw]:
    """What is shown of a session: its conversation since the newest reset, also from before compactions.

    `longest`: of a text, in UTF-16 units."""
    rows = without_header(entries)
    path = tree_of(rows).path
    start = max((place for place, row in enumerate(path) if rows[row]["type"] == "reset"), default=-1) + 1
    said = [row for row in path[start:] if rows[row]["type"] in ("message", "custom_message")]
    return shown(messages_of(rows, said), longest)


def shown(messages: Iterable[Json], longest: int = LONGEST) -> list[Raw]:
    """What is shown of stored messages. A message that needs nothing is the very same object."""
    plain = [unwrapped(message) for message in messages if type(message) is dict]
    visible = [message for message in map(_presented, with_sent_replies(plain)) if message is not None]
    return [cut(message, longest) for message in without_repetition(visible)]


def _presented(message: Raw) -> Raw | None:
    message = without_failure(message)
    if is_hidden(message):
        return None
    answer = final(cleaned(shown_as_forwarded(message)))
    said = None if answer is None else without_silence(answer)
    return None if said is None or is_hidden(said) else spoken(said)
