"""Runs rules over a history: in order, by scope, and only where the facts call for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_not
from typing import Any, Literal

import msgspec

from replayable.model import ASSISTANT_FIRST, CALL, NO_MESSAGES, ODD_CALL, RESULT, SAME_ROLE_PAIR, USER, Message, Settings, facts_of_all, facts_of_beginning
from replayable.report import Change
from replayable.rules.pairing.analysis import PairedTurn, pair, reassessed, turns_of, with_opening
from replayable.rules.rule import AnyRule, CallRule, HistoryRule, MessageRule, NeighbourRule, PairingRule, Reach, RequestRule, Scope, TurnHistoryRule, TurnRule

# So many turns are offered to a fold at once. Where one of them is damaged, it has to look at each.
_FEW = 8


class Run(msgspec.Struct, gc=False):
    """A history on its way through the rules. `paired` is the analysis of `messages`, with what the pairing rules decided
    (`decided`: something, so that the messages are to be put together anew).

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


def become_if_new(state: Run, messages: list[Message]) -> None:
    """Makes the messages those of the list, where they are not these already."""
    if _is_other(messages, state.messages):
        _become(state, messages)


def _is_other(after: Sequence[Message], before: Sequence[Message]) -> bool:
    """Whether these are not the very same messages."""
    return len(after) != len(before) or any(map(is_not, after, before))


def analysis(state: Run) -> tuple[PairedTurn, ...]:
    """The paired turns of the messages."""
    if state.paired is None:
        state.paired = pair(state.messages, state.ending)
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
        _become_shorter(state, [kept for index, message in enumerate(before) if (kept := replaced.get(index, message)) is not None], added)
        return
    paired = None if state.paired is None else _carried(state.paired, replaced)
    messages = list(before)
    for index, after in replaced.items():
        if after is not None:
            messages[index] = after
            state.facts |= after.facts
    state.messages = tuple(messages)
    state.paired = paired


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
    for index in _unsound(turns):
        after, changes = rule.repair(turns[index])
        if after is not turns[index]:
            repaired[index] = after
            state.changes.extend(changes)
    if repaired:
        state.paired = tuple(repaired.get(index, turn) for index, turn in enumerate(turns))
        state.decided = True


def _unsound(turns: Sequence[PairedTurn]) -> list[int]:
    return [index for index, turn in enumerate(turns) if not turn.sound]


def put_together(state: Run) -> None:
    """Makes the messages what the pairing rules decided."""
    turns = list(analysis(state))
    added = 0
    for index in _unsound(turns):
        turns[index] = after = reassessed(turns[index])
        for message in after.as_stored:
            added |= message.facts
    kept = tuple([turn for turn in turns if turn.as_stored])
    _become_shorter(state, [message for turn in kept for message in turn.as_stored], added)
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
    become_if_new(state, out)


def _by_neighbours(rule: NeighbourRule, state: Run) -> None:
    messages, role = state.messages, rule.role
    out: list[Message] = []
    done = 0
    for start, end in _rows(messages, role):
        row = messages[start:end]
        after, changes = rule.repair(row)
        if not _is_other(after, row):
            continue
        out.extend(messages[done:start])
        out.extend(after)
        state.changes.extend(changes)
        done = end
    if done:
        added = 0
        for message in out:
            added |= message.facts
        _become_shorter(state, [*out, *messages[done:]], added)


def _rows(messages: tuple[Message, ...], role: int) -> list[tuple[int, int]]:
    """Where two or more messages of a role stand in a row: their first index and the one behind their last."""
    rows: list[tuple[int, int]] = []
    before = 0
    for index, message in enumerate(messages):
        own = message.facts & role
        if own and before:
            if rows and rows[-1][1] == index:
                rows[-1] = (rows[-1][0], index + 1)
            else:
                rows.append((index - 1, index + 1))
        before = own
    return rows


def _by_history(rule: HistoryRule[Any], state: Run) -> None:
    finish_fold(rule, *fold_on(rule, rule.begin_for(state.settings), state), state)


def fold_on(rule: HistoryRule[Any], fold: Any, state: Run) -> tuple[Any, list[Message]]:
    """The state of a fold after the messages, and what it gave out by then."""
    out, step = list[Message](), rule.step
    for message in state.messages:
        fold, given, changes = step(fold, message)
        out += given
        if changes:
            state.changes += changes
    return fold, out


def finish_fold(rule: HistoryRule[Any], fold: Any, out: list[Message], state: Run) -> None:
    """Makes the messages what a fold gave out for them, and what it holds at the end."""
    given, changes = rule.end(fold)
    state.changes += changes
    become_if_new(state, [*out, *given] if given else out)


def _by_turn_history(rule: TurnHistoryRule[Any], state: Run) -> None:
    fold_turns(rule, rule.begin(), state)


def fold_turns(rule: TurnHistoryRule[Any], fold: Any, state: Run) -> Any:
    """The state of a fold after the turns; the messages become what it gave out for them."""
    turns, step = analysis(state), rule.step
    repaired: dict[int, tuple[Message, ...]] = {}
    for start in range(0, len(turns), _FEW):
        few = turns[start : start + _FEW]
        if False not in [turn.sound for turn in few] and rule.passes_by(fold, few):
            continue
        for index, turn in enumerate(few, start):
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
        _become_shorter(state, [message for index, turn in enumerate(turns) for message in repaired.get(index, turn.as_stored)], added)
    return fold


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
