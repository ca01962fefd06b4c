"""Which rule made a prepared request differ from the one before it."""

from __future__ import annotations

import sys
from bisect import bisect_left

import msgspec

from replayable import formats, policies
from replayable.ledger.verdict import Break
from replayable.model import SYSTEM, Message
from replayable.pipeline import Prepared
from replayable.records import encode
from replayable.report import Change
from replayable.rules import CATALOG


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
    if found.message is None:
        candidates = _of_head(differing, prepared)
    else:
        first, last = _origins(found.message, prepared)
        candidates = [change for change in differing if change.rule not in _OF_FIELDS and (change.origin is None or first <= change.origin <= last)]
    if not candidates:
        return found
    change = min(candidates, key=_order)
    return msgspec.structs.replace(found, rule=change.rule, origin=change.origin)


def _of_head(differing: list[Change], prepared: Prepared) -> list[Change]:
    """The changes of fields, and of instructions, which may be sent as a field."""
    instructions = {message.origin for message in prepared.transcript.messages if message.facts & SYSTEM} - {None}
    return [change for change in differing if change.rule in _OF_FIELDS or change.origin in instructions]


def _order(change: Change) -> tuple[bool, int, int]:
    """Changes of a message that is known come first; of those of one message, the first rule's."""
    place = next((index for index, rule in enumerate(CATALOG) if rule.name == change.rule), 0)
    return change.origin is None, change.origin or 0, place


def _differing(before: Told, after: tuple[Change, ...]) -> list[Change]:
    """The changes of messages that were there before, and of none, that are in only one of the two. A message that was made up since then
    explains nothing."""
    old, new = ({_key(change): change for change in some if (change.origin or 0) <= before.last} for some in (before.changes, after))
    gone = [change for key, change in old.items() if key not in new]
    come = [change for key, change in new.items() if key not in old and (change.origin is not None or change.rule in _OF_FIELDS)]
    return [*gone, *come]


def _key(change: Change) -> bytes:
    return encode([change.rule, change.origin, change.before, change.after])


# ---------------------------------------------------------------------------------------------- the place in the history
def _origins(entry: int, prepared: Prepared) -> tuple[int, int]:
    """The first and the last message of the history that an entry of the request may be made of, or that may be missing there."""
    messages = prepared.transcript.messages
    start, end = _index(messages, entry - 1, prepared) if entry else 0, _index(messages, entry, prepared)
    here = [message.origin for message in messages[start : end + 1] if message.origin is not None]
    behind = [message.origin for message in messages[end + 1 :] if message.origin is not None]
    first, last = here[0] if here and entry else 0, here[-1] if here else 0
    return first, max(last, behind[0] - 1 if behind else sys.maxsize)


def _index(messages: tuple[Message, ...], entry: int, prepared: Prepared) -> int:
    """The message that an entry of the request ends with."""
    wanted = formats.named(policies.format_of(prepared.target.api))
    blank = msgspec.structs.replace(prepared.transcript, messages=())

    def entries(count: int) -> int:
        written = wanted.write(msgspec.structs.replace(blank, messages=messages[:count]))
        return len(written[wanted.history_key or ""])

    return max(bisect_left(range(len(messages) + 1), entry + 2, key=entries) - 2, 0)
