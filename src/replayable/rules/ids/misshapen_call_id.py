"""Ids of calls that an API with two ids a call does not take, or that come twice."""

from __future__ import annotations

import hashlib
import re
from typing import ClassVar, Literal

import msgspec

from replayable.model.building import edited, with_parts
from replayable.model.facts import CALL, RESULT
from replayable.model.parts import Part, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import is_blank, trimmed
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.layers import LayeredCounts, LayeredSet
from replayable.rules.rule import Changes, TurnHistoryRule
from replayable.rules.text.characters import is_sendable
from replayable.rules.wording import call_of_id, shown
from replayable.signatures import CALL_ID, CALL_ITEM, TWO_IDS, split_ids

LONGEST = 64
_CALL, _ITEM = "call_", "fc_"
_HASH_LENGTH = 10
_NOTHING = "id"


class CallsSoFar(msgspec.Struct):
    """The ids that results name and that were given out, how often each stored id was called, and the calls that wait for their
    results, as (stored, given): those of the turn, and those of earlier turns. The fold owns it, so it is updated in place."""

    used: set[str]
    called: dict[str, int]
    open: list[tuple[str, str]]
    waiting: list[tuple[str, str]]


class MisshapenCallId(TurnHistoryRule[CallsSoFar], frozen=True):
    """Gives each call ids that the API takes, the one that results name different from all others.

    A made id depends only on the stored id and on how often it was called before, so it stays when the history grows. Its form
    agrees with openclaw's."""

    name: ClassVar[str] = "misshapen-call-id"
    looks_for: ClassVar[int] = CALL | RESULT

    taken: Literal["two-part", "short"] = "two-part"

    def begin(self) -> CallsSoFar:
        """No ids yet."""
        return CallsSoFar(set(), {}, [], [])

    def fork(self, state: CallsSoFar) -> CallsSoFar:
        """The calls so far, under those to come."""
        return CallsSoFar(LayeredSet(state.used), LayeredCounts(state.called), list(state.open), list(state.waiting))

    def step(self, state: CallsSoFar, turn: tuple[Message, ...], is_sound: bool) -> tuple[CallsSoFar, tuple[Message, ...], Changes]:
        """The turn with ids that hold."""
        if is_sound and self._all_hold(state, turn[0]):
            return state, turn, ()
        state.waiting += state.open
        state.open = []
        changes: list[Change] = []
        return state, tuple([self._with_ids(state, message, changes) for message in turn]), tuple(changes)

    def _all_hold(self, state: CallsSoFar, opening: Message) -> bool:
        """Whether the ids of the calls are valid and new; then they are in use from now on."""
        stored = [part.id or "" for part in opening.parts if type(part) is ToolCall]
        named = [split_ids(each)[0] or "" for each in stored]
        if len(set(named)) < len(named) or not state.used.isdisjoint(named) or not all(map(self._is_valid, stored)):
            return False
        state.used.update(named)
        for each in stored:
            state.called[each] = state.called.get(each, 0) + 1
        return True

    def _with_ids(self, state: CallsSoFar, message: Message, changes: list[Change]) -> Message:
        if not message.facts & self.looks_for:
            return message
        parts = list(message.parts)
        for index, part in enumerate(parts):
            if type(part) is ToolCall:
                parts[index] = self._called(state, part, message, changes)
            elif type(part) is ToolResult:
                parts[index] = self._answered(state, part, message, changes)
        return with_parts(message, tuple(parts))

    def _called(self, state: CallsSoFar, call: ToolCall, message: Message, changes: list[Change]) -> Part:
        stored = trimmed(call.id or "")
        state.called[stored] = occurrence = state.called.get(stored, 0) + 1
        given = self._given(call.id or "", occurrence, state.used)
        state.used.add(split_ids(given)[0] or "")
        state.open.append((stored, given))
        if given == call.id:
            return call
        new = edited(call, id=given)
        changes.append(self._change(message, call, new, self._why(call.id or "", given, occurrence)))
        return new

    def _answered(self, state: CallsSoFar, result: ToolResult, message: Message, changes: list[Change]) -> Part:
        stored = trimmed(result.call_id or "")
        given = _owner(state, stored)
        if given is None:
            given = result.call_id if self._is_valid(result.call_id or "") else _derived_both(stored, stored)
        if given == result.call_id:
            return result
        new = edited(result, call_id=given)
        changes.append(self._change(message, result, new, f"the result of {call_of_id(result.call_id)} follows its call to id {given!r}"))
        return new

    def _is_valid(self, stored: str) -> bool:
        if self.taken == "short":
            return 0 < len(stored) <= LONGEST and not is_blank(stored) and is_sendable(stored)
        return CALL_ID.fullmatch(stored) is not None or TWO_IDS.fullmatch(stored) is not None

    def _given(self, stored: str, occurrence: int, used: set[str]) -> str:
        """The id as it is where it is valid and new, else one that is derived from it."""
        if self._is_valid(stored) and (split_ids(stored)[0] or "") not in used:
            return stored
        clean = trimmed(stored)
        seed = clean if occurrence == 1 else f"{clean}:{occurrence}"
        while True:
            given = _derived_both(clean, seed) if self.taken == "two-part" else _derived(clean, _CALL, seed)
            if (split_ids(given)[0] or "") not in used:
                return given
            seed += ":"

    def _why(self, stored: str, given: str, occurrence: int) -> str:
        if is_blank(stored):
            return f"a call without id got the id {given!r}"
        taken = "an earlier call has it" if occurrence > 1 else "another call has it"
        reason = taken if self._is_valid(stored) else "the API does not take it"
        return f"call id {shown(stored)} became {given!r}: {reason}"

    def _change(self, message: Message, before: ToolCall | ToolResult, after: ToolCall | ToolResult, reason: str) -> Change:
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=[part_as_json(before)], after=[part_as_json(after)])


def _owner(state: CallsSoFar, stored: str) -> str | None:
    """The id of the call that a result belongs to: the oldest open one with its stored id, else one without an id; a result without
    an id belongs to the oldest of all."""
    for calls, is_own in (
        (state.open, lambda called: called == stored),
        (state.waiting, lambda called: called == stored),
        (state.open, lambda called: not called or not stored),
    ):
        for index, (called, given) in enumerate(calls):
            if is_own(called):
                del calls[index]
                return given
    return None


def _derived_both(stored: str, seed: str) -> str:
    """The id that results name, made of the whole text, and the item's own, made of its half where there are two."""
    cut = stored.find("|")
    named = _derived(stored, _CALL, seed)
    if not 0 < cut < len(stored) - 1:
        return named
    item = trimmed(stored[cut + 1 :])
    return f"{named}|{item if CALL_ITEM.fullmatch(item) else _derived(item, _ITEM, item)}"


def _derived(text: str, prefix: str, seed: str) -> str:
    """An id with this prefix: what the text has of letters and digits, told apart by a hash of the seed."""
    body = text.removeprefix(prefix)
    units = "".join("__" if ord(letter) > 0xFFFF else letter for letter in body)  # counted as in JavaScript
    letters = re.sub(r"[^A-Za-z0-9_-]", "_", units).strip("_")
    room = LONGEST - len(prefix) - _HASH_LENGTH - 1
    return f"{prefix}{letters[:room].strip('_') or _NOTHING}_{_digest(seed or prefix)}"


def _digest(text: str) -> str:
    """The first hex digits of the SHA-256; lone surrogates count as U+FFFD, as in JavaScript's UTF-8."""
    return hashlib.sha256(re.sub("[\ud800-\udfff]", "\ufffd", text).encode()).hexdigest()[:_HASH_LENGTH]
