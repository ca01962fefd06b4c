"""Tool-call ids that the target refuses, or that come twice."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterator, Sequence
from typing import ClassVar, Literal

import msgspec

from replayable.model.building import edited, with_parts
from replayable.model.facts import CALL, RESULT
from replayable.model.parts import Part, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import trimmed
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.layers import LayeredCounts, LayeredSet
from replayable.rules.pairing.analysis import PairedTurn
from replayable.rules.rule import Changes, TurnHistoryRule
from replayable.rules.wording import call_of_id, shown

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_OF_IDENTIFIERS = LETTERS + "_"
_SAFE = frozenset(LETTERS + "_-")


class IdsInUse(msgspec.Struct):
    """What the fold knows: ids that hold (`plain`: given out as stored, at the first call), other ids that were given out (`made`), how often
    each stored id was called where that is not once and plain, and the ids of the calls that the results to come belong to, as
    (stored, given) in call order. The fold owns it, so it is updated in place."""

    plain: set[str]
    made: set[str]
    called: dict[str, int]
    open: list[tuple[str, str]]
    orphans: dict[str, int]

    def __contains__(self, id: object) -> bool:
        """Whether an id was given out."""
        return id in self.plain or id in self.made

    def times(self, stored: str) -> int:
        """How often a stored id was called."""
        return self.called.get(stored, 0) or (1 if stored in self.plain else 0)


class ToolCallId(TurnHistoryRule[IdsInUse], frozen=True):
    """Gives each call an id that the target takes and that no other call has, and its result the same.

    A made id depends only on the stored id, on how often it was called before and on the ids before it, so it stays when
    the history grows. The forms of made ids agree with openclaw's (`strict`, `strict9`, `openai`)."""

    name: ClassVar[str] = "tool-call-id"
    looks_for: ClassVar[int] = CALL | RESULT

    alphabet: str = LETTERS + "_-"
    longest: int = 64
    length: int | None = None
    kept: tuple[str, ...] = ()
    repeats: Literal["numbered", "hashed"] = "numbered"
    absent: Literal["made", "left"] = "made"
    missing: str = "defaulttoolid"
    empty: str = "sanitizedtoolid"

    def begin(self) -> IdsInUse:
        """No ids yet."""
        return IdsInUse(set(), set(), {}, [], {})

    def fork(self, state: IdsInUse) -> IdsInUse:
        """The ids so far, under those to come."""
        return IdsInUse(LayeredSet(state.plain), LayeredSet(state.made), LayeredCounts(state.called), list(state.open), dict(state.orphans))

    def passes_by(self, state: IdsInUse, turns: Sequence[PairedTurn]) -> bool:
        """Turns whose ids are valid and new: one look at all of them together is several times faster than one at each."""
        ids = [part.id or "" for turn in turns if turn.opening is not None for part in turn.opening.parts if type(part) is ToolCall]
        new = set(ids)
        if type(state.plain) is not set or len(new) != len(ids) or not self._are_valid(ids) or not new.isdisjoint(state.plain):
            return False
        if not new.isdisjoint(state.made) or not new.isdisjoint(state.called):
            return False
        state.plain |= new
        return True

    def step(self, state: IdsInUse, turn: tuple[Message, ...], is_sound: bool) -> tuple[IdsInUse, tuple[Message, ...], Changes]:
        """The turn with ids that hold."""
        if is_sound and self._all_hold(state, turn[0]):
            return state, turn, ()
        state.open = []
        changes: list[Change] = []
        return state, tuple([self._with_ids(state, message, changes) for message in turn]), tuple(changes)

    def _all_hold(self, state: IdsInUse, opening: Message) -> bool:
        """Whether the ids of the calls are valid and new; then they are in use from now on."""
        plain, made, called = state.plain, state.made, state.called
        for index, part in enumerate(opening.parts):
            if type(part) is ToolCall:
                each = part.id or ""
                if each in plain or each in made or each in called or not self._is_valid(each):
                    plain.difference_update(part.id for part in opening.parts[:index] if type(part) is ToolCall and part.id)
                    return False
                plain.add(each)
        return True

    def _with_ids(self, state: IdsInUse, message: Message, changes: list[Change]) -> Message:
        if not message.facts & self.looks_for:
            return message
        parts = list(message.parts)
        for index, part in enumerate(parts):
            if type(part) is ToolCall:
                parts[index] = self._called(state, part, message, changes)
            elif type(part) is ToolResult:
                parts[index] = self._answered(state, part, message, changes)
        return with_parts(message, tuple(parts))

    def _called(self, state: IdsInUse, call: ToolCall, message: Message, changes: list[Change]) -> Part:
        stored = trimmed(call.id) if call.id else ""
        if not stored and self.absent == "left":
            state.open.append(("", ""))
            return call
        state.called[stored] = occurrence = state.times(stored) + 1
        given = stored if stored not in state and (self._is_valid(stored) or self._is_kept(stored)) else self._made(stored, occurrence, state)
        state.made.add(given)
        state.open.append((stored, given))
        if given == call.id:
            return call
        new = edited(call, id=given)
        changes.append(self._change(message, call, new, self._why(call.id, stored, given, occurrence)))
        return new

    def _answered(self, state: IdsInUse, result: ToolResult, message: Message, changes: list[Change]) -> Part:
        stored = trimmed(result.call_id) if result.call_id else ""
        given = self._owner(state, stored)
        if given is None:
            given = self._orphan(state, stored)
        if given == (result.call_id or "" if self.absent == "left" else result.call_id):
            return result
        new = edited(result, call_id=given)
        changes.append(self._change(message, result, new, f"the result of {call_of_id(result.call_id)} follows its call to id {given!r}"))
        return new

    def _owner(self, state: IdsInUse, stored: str) -> str | None:
        """The id of the call that a result belongs to: the oldest open one with its stored id, else the first where an id is missing."""
        for index, (called, given) in enumerate(state.open):
            if called == stored:
                del state.open[index]
                return given
        if state.open and not stored:
            return state.open.pop(0)[1]
        nameless = next((index for index, (called, _) in enumerate(state.open) if not called), None)
        return None if nameless is None else state.open.pop(nameless)[1]

    def _orphan(self, state: IdsInUse, stored: str) -> str:
        if stored and stored not in state and (self._is_valid(stored) or self._is_kept(stored)):
            return stored
        state.orphans[stored] = occurrence = state.orphans.get(stored, 0) + 1
        given = self._fitted(stored, f"{stored}:tool_result:{occurrence}", state)
        state.made.add(given)
        return given

    # ------------------------------------------------------------------ what an id may be
    def _is_valid(self, stored: str) -> bool:
        if self.length is not None and len(stored) != self.length:
            return False
        if not 0 < len(stored) <= self.longest:
            return False
        # Most ids are identifiers, which is seen fastest. Else `strip` takes letters from both ends: nothing is left if all are in the alphabet.
        return (stored.isidentifier() and stored.isascii() and self.alphabet.startswith(_OF_IDENTIFIERS)) or not stored.strip(self.alphabet)

    def _are_valid(self, ids: list[str]) -> bool:
        """Whether all are, for ids of the most usual letters."""
        lengths = set(map(len, ids))
        if lengths and not (min(lengths) > 0 and max(lengths) <= self.longest and (self.length is None or lengths == {self.length})):
            return False
        together = "_".join(["", *ids])
        return together.isascii() and together.isidentifier() and self.alphabet.startswith(LETTERS) and ("_" in self.alphabet or "_" not in "".join(ids))

    def _is_kept(self, stored: str) -> bool:
        return any(re.fullmatch(pattern, stored) for pattern in self.kept)

    def _why(self, id: str | None, stored: str, given: str, occurrence: int) -> str:
        if not stored:
            return f"a call without id got the id {given!r}"
        return f"call id {shown(id)} became {given!r}: {self._fault(stored, given, occurrence)}"

    def _fault(self, stored: str, given: str, occurrence: int) -> str:
        if given == stored:
            return "blanks stood around it"
        if not self._is_valid(stored) and not self._is_kept(stored):
            return "the target does not take it"
        return "an earlier call has it" if occurrence > 1 else "another call has it"

    # ------------------------------------------------------------------ how an id is made
    def _made(self, stored: str, occurrence: int, used: Container[str]) -> str:
        seed = stored if occurrence == 1 else f"{stored}:{occurrence}"
        if self.repeats == "hashed" and occurrence > 1:
            return _first_free((f"call_{_digest(f'{seed}:{attempt}', 24)}" for attempt in range(1000)), used)
        return self._fitted(seed if stored else "", seed, used)

    def _fitted(self, text: str, seed: str, used: Container[str]) -> str:
        """The text in the target's alphabet and length, told apart from the ids in use by a hash of the seed."""
        if self.length is not None:
            return self._of_length(text, seed, self.length, used)
        base = self._base(text)[: self.longest]
        if base not in used:
            return base
        tail = _digest(seed, 8)
        hashed = base[: self.longest - len(tail)] + tail
        numbered = (hashed[: self.longest - len(suffix)] + suffix for suffix in (f"x{count}" for count in range(2, 1_000_000)))
        return hashed if hashed not in used else _first_free(numbered, used)

    def _base(self, text: str) -> str:
        if not text:
            return self.missing
        return self._letters(text) or self.empty

    def _letters(self, text: str) -> str:
        """What a made id keeps of a stored one: letters, digits, `_` and `-`, which every API takes, as far as this one does."""
        return "".join(letter for letter in text if letter in self.alphabet and letter in _SAFE)

    def _of_length(self, text: str, seed: str, length: int, used: Container[str]) -> str:
        letters = self._letters(text)
        if not text:
            base = self.missing[:length]
        elif len(letters) >= length:
            base = letters[:length]
        else:
            base = _digest(letters or "sanitized", length)
        if base not in used:
            return base
        return _first_free((_digest(f"{seed}:{attempt}", length) for attempt in range(1_000_000)), used)

    def _change(self, message: Message, before: ToolCall | ToolResult, after: ToolCall | ToolResult, reason: str) -> Change:
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=[part_as_json(before)], after=[part_as_json(after)])


def _digest(text: str, length: int) -> str:
    """The first hex digits of the SHA-256; lone surrogates count as U+FFFD, as in JavaScript's UTF-8."""
    clean = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return hashlib.sha256(clean.encode()).hexdigest()[:length]


def _first_free(candidates: Iterator[str], used: Container[str]) -> str:
    return next(candidate for candidate in candidates if candidate not in used)
