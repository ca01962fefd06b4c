"""Which rule made a prepared request differ from the one before it."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections import Counter

import msgspec

from replayable import formats, policies
from replayable.ledger.verdict import Break
from replayable.model.facts import SYSTEM
from replayable.model.transcript import Message
from replayable.pipeline import Prepared
from replayable.records import encode
from replayable.report import Change
from replayable.rules import CATALOG, DisplacedToolResult


class Told(msgspec.Struct, frozen=True):
    """What is kept of a prepared request to be compared with the next: its changes, and the last message of the history that it holds.
    `ender`: the rule that made up its last message."""

    changes: tuple[Change, ...]
    last: int
    ender: str | None


def told(prepared: Prepared) -> Told:
    """What is kept of it."""
    messages = prepared.transcript.messages
    last = next((message.origin for message in reversed(messages) if message.origin is not None), -1)
    is_made = bool(messages) and messages[-1].origin is None
    ender = next((change.rule for change in reversed(prepared.changes) if is_made and change.origin is None and change.loss == "synthetic"), None)
    return Told(prepared.changes, max(last, max((change.origin or 0 for change in prepared.changes), default=0)), ender)


# Rules for fields of the request, not for messages.
_OF_FIELDS = frozenset(rule.name for rule in CATALOG if ".settings." in rule.__module__ or getattr(rule, "reach", "") == "nothing")


def blamed(found: Break, before: Told, prepared: Prepared) -> Break:
    """The difference with the rule that made it, where one did: a change of what stands there that only one of the two has."""
    differing = _differing(before, prepared.changes)
    candidates = _of_head(differing, prepared) if found.message is None else _of_entry(found.message, differing, before, prepared)
    if not candidates:
        return found
    change = min(candidates, key=_order)
    return msgspec.structs.replace(found, rule=change.rule, origin=change.origin)


def _of_head(differing: list[Change], prepared: Prepared) -> list[Change]:
    """The changes of fields, and of instructions, which may be sent as a field."""
    instructions = {message.origin for message in prepared.transcript.messages if message.facts & SYSTEM} - {None}
    return [change for change in differing if change.rule in _OF_FIELDS or change.origin in instructions]


def _order(change: Change) -> tuple[int, bool, int]:
    """The rule that runs first comes first: what others did to the same place follows from it."""
    place = next((index for index, rule in enumerate(CATALOG) if rule.name == change.rule), 0)
    return place, change.origin is None, change.origin or 0


def _differing(before: Told, after: tuple[Change, ...]) -> list[Change]:
    """The changes of messages that were there before, and of none, that only one of the two has, or has more often. A message that was made
    up since then explains nothing."""
    old = [change for change in before.changes if (change.origin or 0) <= before.last]
    new = [change for change in after if (change.origin or 0) <= before.last]
    return [*_beyond(old, new), *(change for change in _beyond(new, old) if change.origin is not None or change.rule in _OF_FIELDS)]


def _beyond(some: list[Change], others: list[Change]) -> list[Change]:
    """Those that the others do not have, or not so often."""
    left, found = Counter(map(_key, others)), list[Change]()
    for change in some:
        key = _key(change)
        left[key] -= 1
        if left[key] < 0:
            found.append(change)
    return found


def _key(change: Change) -> bytes:
    return encode([change.rule, change.origin, change.before, change.after])


# ---------------------------------------------------------------------------------------------- the place in the history
def _of_entry(entry: int, differing: list[Change], before: Told, prepared: Prepared) -> list[Change]:
    """The changes of the messages of the history that an entry of the request may be made of, or that may be missing there; and of a
    result that came since, where it stands there now."""
    messages = prepared.transcript.messages
    start, end = _index(messages, entry - 1, prepared) if entry else 0, _index(messages, entry, prepared)
    here = [message.origin for message in messages[start : end + 1] if message.origin is not None]
    behind = [message.origin for message in messages[end + 1 :] if message.origin is not None]
    first, last = here[0] if here and entry else 0, max(here[-1] if here else 0, behind[0] - 1 if behind else sys.maxsize)
    moved = [change for change in prepared.changes if change.rule == DisplacedToolResult.name and (change.origin or 0) > before.last]
    own = [change for change in differing if change.rule not in _OF_FIELDS and (change.origin is None or first <= change.origin <= last)]
    return [*own, *(change for change in moved if change.origin in here)]


def _index(messages: tuple[Message, ...], entry: int, prepared: Prepared) -> int:
    """The message that an entry of the request ends with."""
    wanted = formats.named(policies.format_of(prepared.target.api))
    blank = msgspec.structs.replace(prepared.transcript, messages=())

    def entries(count: int) -> int:
        written = wanted.write(msgspec.structs.replace(blank, messages=messages[:count]))
        return len(written[wanted.history_key or ""])

    return max(bisect_left(range(len(messages) + 1), entry + 2, key=entries) - 2, 0)
