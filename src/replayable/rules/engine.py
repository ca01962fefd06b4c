"""Runs rules over a history: in order, by scope, and only where the facts call for them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_not
from typing import Any

import msgspec

from replayable.model import CALL, Message, Settings, facts_of_all
from replayable.report import Change
from replayable.rules.pairing.analysis import PairedTurn, assembled, pair, turns_of
from replayable.rules.rule import AnyRule, CallRule, HistoryRule, MessageRule, PairingRule, RequestRule, TurnRule


class Run(msgspec.Struct, gc=False):
    """A history on its way through the rules. `paired` is the analysis of `messages`, with what the pairing rules decided
    (`decided`: something, so that the messages are to be put together anew)."""

    messages: tuple[Message, ...]
    settings: Settings
    facts: int
    changes: list[Change]
    paired: tuple[PairedTurn, ...] | None = None
    decided: bool = False


def run(rules: Sequence[AnyRule], messages: tuple[Message, ...], settings: Settings) -> tuple[tuple[Message, ...], Settings, tuple[Change, ...]]:
    """Messages and settings after all rules, and what was changed, in the order of the rules.

    Where nothing was wrong the very same objects come back."""
    state = Run(messages, settings, facts_of_all(messages), [])
    for rule in rules:
        if state.decided and not isinstance(rule, PairingRule):
            _put_together(state)
        if rule.looks_for & state.facts:
            _SCOPES[_scope(rule)](rule, state)
    if state.decided:
        _put_together(state)
    return state.messages, state.settings, tuple(state.changes)


def _scope(rule: AnyRule) -> type:
    return next(scope for scope in _SCOPES if isinstance(rule, scope))


def _become(state: Run, messages: list[Message] | tuple[Message, ...]) -> None:
    state.messages = tuple(messages)
    state.facts = facts_of_all(state.messages)
    state.paired = None


def _become_if_new(state: Run, messages: list[Message]) -> None:
    if len(messages) != len(state.messages) or any(map(is_not, messages, state.messages)):
        _become(state, messages)


def _analysis(state: Run) -> tuple[PairedTurn, ...]:
    if state.paired is None:
        state.paired = pair(state.messages)
    return state.paired


def _by_message(rule: MessageRule, state: Run) -> None:
    wanted = rule.looks_for
    found = [index for index, message in enumerate(state.messages) if message.facts & wanted]
    replaced: dict[int, Message | None] = {}
    for index in found:
        before = state.messages[index]
        after, changes = rule.repair(before)
        if after is not before:
            replaced[index] = after
            state.changes.extend(changes)
    if replaced:
        _become(state, [kept for index, message in enumerate(state.messages) if (kept := replaced.get(index, message)) is not None])


def _by_calls(rule: CallRule, state: Run) -> None:
    wanted = rule.looks_for
    replaced: dict[int, Message | None] = {}
    for turn in _analysis(state):
        before = turn.opening
        if before is None or not before.facts & wanted or (turn.complete and rule.asked == "unanswered"):
            continue
        after, changes = rule.repair(before, turn.answered())
        if after is not before:
            replaced[id(before)] = after
            state.changes.extend(changes)
    if replaced:
        _become(state, [kept for message in state.messages if (kept := replaced.get(id(message), message)) is not None])


def _by_pair(rule: PairingRule, state: Run) -> None:
    turns = _analysis(state)
    repaired: dict[int, PairedTurn] = {}
    for index, turn in enumerate(turns):
        if not turn.sound:
            after, changes = rule.repair(turn)
            if after is not turn:
                repaired[index] = after
                state.changes.extend(changes)
    if repaired:
        state.paired = tuple(repaired.get(index, turn) for index, turn in enumerate(turns))
        state.decided = True


def _put_together(state: Run) -> None:
    _become_if_new(state, [message for turn in _analysis(state) for message in assembled(turn)])
    state.decided = False


def _by_turn(rule: TurnRule, state: Run) -> None:
    out: list[Message] = []
    for turn in turns_of(state.messages):
        before = tuple(turn)
        if not any(message.facts & rule.looks_for for message in before):
            out.extend(before)
            continue
        after, changes = rule.repair(before)
        state.changes.extend(changes)
        out.extend(after)
    _become_if_new(state, out)


def _by_history(rule: HistoryRule[Any], state: Run) -> None:
    fold, out, wanted = rule.begin_for(state.settings), list[Message](), rule.looks_for if rule.sees == "its facts" else -1
    for message in state.messages:
        if not message.facts & wanted:
            out.append(message)
            continue
        fold, given, changes = rule.step(fold, message)
        out.extend(given)
        if changes:
            state.changes.extend(changes)
    given, changes = rule.end(fold)
    out.extend(given)
    state.changes.extend(changes)
    _become_if_new(state, out)


def _by_request(rule: RequestRule, state: Run) -> None:
    start = next((index for index in range(len(state.messages) - 1, -1, -1) if state.messages[index].facts & CALL), 0)
    ending = state.messages[start:]
    settings, after, changes = rule.repair(state.settings, ending, state.facts)
    state.changes.extend(changes)
    state.settings = settings
    if after is not ending:
        _become(state, state.messages[:start] + after)


_SCOPES: dict[type, Any] = {
    MessageRule: _by_message,
    CallRule: _by_calls,
    PairingRule: _by_pair,
    TurnRule: _by_turn,
    HistoryRule: _by_history,
    RequestRule: _by_request,
}
