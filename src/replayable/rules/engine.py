"""Runs rules over a history: in order, by scope, and only where the facts call for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from operator import is_not
from typing import Any, Literal

import msgspec

from replayable.model.facts import (
    ASSISTANT_FIRST,
    CALL,
    NO_MESSAGES,
    ODD_CALL,
    RESULT,
    SAME_ROLE_PAIR,
    SYNTHETIC,
    SYSTEM,
    USER,
    facts_of_all,
    facts_of_beginning,
)
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.pairing.analysis import PairedTurn, pair, reassessed, turns_of, with_opening
from replayable.rules.rule import AnyRule, CallRule, HistoryRule, MessageRule, NeighbourRule, PairingRule, Reach, RequestRule, Scope, TurnHistoryRule, TurnRule

# So many messages or turns are offered to a fold at once, and then so many turns of those. Where one of them is damaged, it has to look at each.
_MANY = 64
_FEW = 8


class Run(msgspec.Struct, gc=False):
    """A history on its way through the rules. `paired` is the analysis of `messages`, with what the pairing rules decided
    (`decided`: something, so that the messages are to be put together anew). `unsound`: turns, and the indices of those among them that
    are not sound.

    The messages may be a part of a history: `before` are the facts of the message that stands before them and is no
    instruction (0: they are the beginning), `base` the facts of all that stands before, which `facts` need not hold, `ending` tells
    whether others follow."""

    messages: tuple[Message, ...]
    settings: Settings
    facts: int
    changes: list[Change]
    paired: tuple[PairedTurn, ...] | None = None
    decided: bool = False
    before: int = 0
    base: int = 0
    ending: Literal["end", "middle"] = "end"
    unsound: tuple[tuple[PairedTurn, ...], list[int]] | None = None


def run(rules: Sequence[AnyRule], messages: tuple[Message, ...], settings: Settings) -> tuple[tuple[Message, ...], Settings, tuple[Change, ...]]:
    """Messages and settings after all rules, and what was changed, in the order of the rules.

    Where nothing was wrong the very same objects come back."""
    state = Run(messages, settings, facts_of_all(messages), [])
    for rule in rules:
        if state.decided and rule.scope != "pairing":
            put_together(state)
        if rule.looks_for & state.facts:
            SCOPES[rule.scope](rule, state)
    if state.decided:
        put_together(state)
    return state.messages, state.settings, tuple(state.changes)


def _become(state: Run, messages: list[Message] | tuple[Message, ...]) -> None:
    state.messages = tuple(messages)
    state.facts = facts_of_all(state.messages, state.before)
    state.paired = None


def _become_shorter(state: Run, messages: list[Message], added: int) -> None:
    """The messages with some gone or exchanged for others with these facts. Others may stand side by side now; that some facts
    are gone costs a look in vain later, less than noting all anew."""
    state.messages = tuple(messages)
    state.facts = state.facts | added | SAME_ROLE_PAIR
    if not state.before:
        state.facts = state.facts & ~(ASSISTANT_FIRST | NO_MESSAGES) | facts_of_beginning(messages)
    state.paired = None


def _is_other(after: Sequence[Message], before: Sequence[Message]) -> bool:
    """Whether these are not the very same messages."""
    return len(after) != len(before) or any(map(is_not, after, before))


def analysis(state: Run) -> tuple[PairedTurn, ...]:
    """The paired turns of the messages."""
    if state.paired is None:
        state.paired = pair(state.messages, state.ending, bool(state.facts & SYNTHETIC))
    return state.paired


def _by_message(rule: MessageRule, state: Run) -> None:
    wanted = rule.looks_for
    found = [index for index, message in enumerate(state.messages) if message.facts & wanted]
    replaced: dict[int, Message | None] = {}
    left = 0
    for index in found:
        before = state.messages[index]
        after, changes = rule.repair(before)
        left |= 0 if after is None else after.facts
        if after is not before:
            replaced[index] = after
            state.changes.extend(changes)
    if replaced:
        _exchange(state, replaced)
        state.facts &= ~wanted | left  # nobody else has what the rule looked for


def _exchange(state: Run, replaced: dict[int, Message | None]) -> None:
    """Other messages in the place of some. Where none goes and none changes its role, facts are only added: that some are
    gone costs a look in vain later, less than noting all anew. What the pairing found is carried on where only calls changed."""
    before = state.messages
    if any(after is None or after.role != before[index].role for index, after in replaced.items()):
        added = 0
        for after in replaced.values():
            added |= 0 if after is None else after.facts
        _become_shorter(state, _spliced(before, {index: () if after is None else (after,) for index, after in replaced.items()}), added)
        return
    paired = None if state.paired is None else _carried(state.paired, replaced)
    messages = list(before)
    for index, after in replaced.items():
        if after is not None:
            messages[index] = after
            state.facts |= after.facts
    state.messages = tuple(messages)
    state.paired = paired


def _spliced(messages: tuple[Message, ...], replaced: dict[int, tuple[Message, ...]]) -> list[Message]:
    """The messages with others in the place of some. They are few: what lies between them is copied in one go. The indices rise."""
    out: list[Message] = []
    done = 0
    for index, after in replaced.items():
        out += messages[done:index]
        out += after
        done = index + 1
    return [*out, *messages[done:]]


def _carried(turns: tuple[PairedTurn, ...], replaced: dict[int, Message | None]) -> tuple[PairedTurn, ...] | None:
    """The analysis with other openings; None where other messages changed, too."""
    out: list[PairedTurn] = []
    index = carried = 0
    for turn in turns:
        after = replaced.get(index) if turn.opening is not None else None
        if after is not None:
            carried += 1
        out.append(turn if after is None else with_opening(turn, after))
        index += len(turn.as_stored)
    return tuple(out) if carried == len(replaced) else None


def _by_calls(rule: CallRule, state: Run) -> None:
    wanted, always, odd = rule.looks_for, rule.asked == "always", ODD_CALL if rule.asked == "unanswered-or-odd" else 0
    replaced: dict[int, Message | None] = {}
    index = 0
    for turn in analysis(state):
        before = turn.opening
        if before is not None and before.facts & wanted and (always or not turn.complete or before.facts & odd):
            after, changes = rule.repair(before, turn.answered())
            if after is not before:
                replaced[index] = after
                state.changes.extend(changes)
        index += len(turn.as_stored)
    if replaced:
        _exchange(state, replaced)


def _by_pair(rule: PairingRule, state: Run) -> None:
    turns = analysis(state)
    repaired: dict[int, PairedTurn] = {}
    unsound = _unsound(state)
    for index in unsound:
        after, changes = rule.repair(turns[index])
        if after is not turns[index]:
            repaired[index] = after
            state.changes.extend(changes)
    if repaired:
        decided = list(turns)
        for index, after in repaired.items():
            decided[index] = after
        state.paired = after_all = tuple(decided)
        state.unsound = after_all, unsound  # a decision makes no turn sound
        state.decided = True


def _unsound(state: Run) -> list[int]:
    turns = analysis(state)
    if state.unsound is None or state.unsound[0] is not turns:
        state.unsound = turns, [index for index, turn in enumerate(turns) if not turn.sound]
    return state.unsound[1]


def put_together(state: Run) -> None:
    """Makes the messages what the pairing rules decided."""
    turns = list(analysis(state))
    added = 0
    for index in _unsound(state):
        turns[index] = after = reassessed(turns[index])
        for message in after.as_stored:
            added |= message.facts
    kept = tuple([turn for turn in turns if turn.as_stored])
    _become_shorter(state, list(chain.from_iterable([turn.as_stored for turn in kept])), added)
    state.paired = kept
    state.decided = False


def _by_turn(rule: TurnRule, state: Run) -> None:
    out: list[Message] = []
    for before in turns_of(state.messages):
        if not any(message.facts & rule.looks_for for message in before):
            out.extend(before)
            continue
        after, changes = rule.repair(before)
        state.changes.extend(changes)
        out.extend(after)
    if _is_other(out, state.messages):
        _become(state, out)


def _by_neighbours(rule: NeighbourRule, state: Run) -> None:
    messages, role = state.messages, rule.role
    out: list[Message] = []
    done = added = 0
    for start, end in _rows(messages, role):
        row = messages[start:end]
        after, changes = rule.repair(row)
        if not _is_other(after, row):
            continue
        out += messages[done:start]
        out += after
        state.changes.extend(changes)
        done = end
        for message in after:
            added |= message.facts
    if done:
        _become_shorter(state, [*out, *messages[done:]], added)


def _rows(messages: tuple[Message, ...], role: int) -> list[tuple[int, int]]:
    """Where two or more messages of a role (one of the lowest bits) stand in a row: their first index and the one behind their last."""
    own = bytes([message.facts & role for message in messages])  # searched in C
    return [found.span() for found in re.finditer(re.escape(bytes((role,))) + b"{2,}", own)]


def _by_history(rule: HistoryRule[Any], state: Run) -> None:
    finish_fold(rule, fold_on(rule, rule.begin_for(state.settings), state), state)


class Folded(msgspec.Struct, gc=False):
    """A fold behind the messages: its state, what it gave out by then, and the facts of what it gave out in the place of others (None: it
    gave out the very same)."""

    fold: Any
    out: list[Message]
    added: int | None = None

    def give(self, messages: tuple[Message, ...]) -> None:
        """More that goes out, in the place of others."""
        self.out += messages
        self.added = self.added or 0
        for message in messages:
            self.added |= message.facts


def fold_on(rule: HistoryRule[Any], fold: Any, state: Run) -> Folded:
    """The fold of a rule behind the messages."""
    folded, step, messages = Folded(fold, []), rule.step, state.messages
    for start in range(0, len(messages), _MANY):
        many = messages[start : start + _MANY]
        passed = rule.passed_by(folded.fold, many)
        if passed is not None:
            folded.fold = passed
            folded.out += many
            continue
        for message in many:
            folded.fold, given, changes = step(folded.fold, message)
            if len(given) == 1 and given[0] is message:
                folded.out.append(message)
            else:
                folded.give(given)
            if changes:
                state.changes += changes
    return folded


def finish_fold(rule: HistoryRule[Any], folded: Folded, state: Run) -> None:
    """Makes the messages what a fold gave out for them, and what it holds at the end."""
    given, changes = rule.end(folded.fold)
    state.changes += changes
    become_folded(state, folded, given)


def become_folded(state: Run, folded: Folded, given: tuple[Message, ...] = ()) -> None:
    """Makes the messages what a fold gave out, and what it gives besides, where they are not these already."""
    if given:
        folded.give(given)
    if folded.added is None or not _is_other(folded.out, state.messages):
        return
    if folded.added & SYSTEM:  # whether it stands in its place is seen from all messages only
        _become(state, folded.out)
    else:
        _become_shorter(state, folded.out, folded.added)


def _by_turn_history(rule: TurnHistoryRule[Any], state: Run) -> None:
    fold_turns(rule, rule.begin(), state)


def fold_turns(rule: TurnHistoryRule[Any], fold: Any, state: Run) -> Any:
    """The state of a fold after the turns; the messages become what it gave out for them."""
    turns, step = analysis(state), rule.step
    repaired: dict[int, tuple[Message, ...]] = {}
    for start in range(0, len(turns), _MANY):
        if _passes_by(rule, fold, turns[start : start + _MANY]):
            continue
        for first in range(start, min(start + _MANY, len(turns)), _FEW):
            few = turns[first : first + _FEW]
            if _passes_by(rule, fold, few):
                continue
            for index, turn in enumerate(few, first):
                fold, given, changes = step(fold, turn.as_stored, turn.sound)
                if _is_other(given, turn.as_stored):
                    repaired[index] = given
                if changes:
                    state.changes += changes
    if repaired:
        added = 0
        for given in repaired.values():
            for message in given:
                added |= message.facts
        _become_shorter(state, list(chain.from_iterable([repaired.get(index, turn.as_stored) for index, turn in enumerate(turns)])), added)
    return fold


def _passes_by(rule: TurnHistoryRule[Any], fold: Any, turns: tuple[PairedTurn, ...]) -> bool:
    return False not in [turn.sound for turn in turns] and rule.passes_by(fold, turns)


def _by_request(rule: RequestRule, state: Run) -> None:
    repair_end(rule, state, REACHES[rule.reach](state.messages))


def repair_end(rule: RequestRule, state: Run, start: int) -> None:
    """Repairs the settings and what the messages are from an index on."""
    ending = state.messages[start:]
    settings, after, changes = rule.repair(state.settings, ending, state.base | state.facts)
    state.changes.extend(changes)
    state.settings = settings
    if after is not ending:
        _become(state, state.messages[:start] + after)


def _last(messages: tuple[Message, ...], wanted: int, unwanted: int) -> int:
    """The index of the last message with a wanted fact and no unwanted one; 0 where there is none."""
    return next((index for index in range(len(messages) - 1, -1, -1) if messages[index].facts & wanted and not messages[index].facts & unwanted), 0)


REACHES: dict[Reach, Callable[[tuple[Message, ...]], int]] = {
    "nothing": len,
    "turn": lambda messages: _last(messages, CALL, 0),
    "exchange": lambda messages: _last(messages, USER, RESULT),
    "history": lambda _: 0,
}

SCOPES: dict[Scope, Callable[[Any, Run], None]] = {
    "message": _by_message,
    "call": _by_calls,
    "pairing": _by_pair,
    "turn": _by_turn,
    "neighbour": _by_neighbours,
    "history": _by_history,
    "turn-history": _by_turn_history,
    "request": _by_request,
}
"""What each scope does with a rule."""
