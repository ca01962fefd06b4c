"""Runs rules over a history: in order, by scope, and only where the facts call for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from replayable.model import CALL, Message, Settings, facts_of_all
from replayable.report import Change
from replayable.rules.pairing.analysis import PairedTurn, answered, assembled, pair, turns_of
from replayable.rules.rule import AnyRule, CallRule, HistoryRule, MessageRule, PairingRule, RequestRule, TurnRule


class Run(msgspec.Struct, gc=False):
    """A history on its way through the rules. `paired` is the analysis of `messages` while the pairing rules work on it."""

    messages: tuple[Message, ...]
    settings: Settings
    facts: int
    changes: list[Change]
    paired: tuple[PairedTurn, ...] | None = None


def run(rules: Sequence[AnyRule], messages: tuple[Message, ...], settings: Settings) -> tuple[tuple[Message, ...], Settings, tuple[Change, ...]]:
    """Messages and settings after all rules, and what was changed, in the order of the rules.

    Where nothing was wrong the very same objects come back."""
    state = Run(messages, settings, facts_of_all(messages), [])
    for rule in rules:
        if not isinstance(rule, PairingRule):
            _put_together(state)
        if rule.looks_for & state.facts:
            _SCOPES[_scope(rule)](rule, state)
    _put_together(state)
    return state.messages, state.settings, tuple(state.changes)


def _scope(rule: AnyRule) -> type:
    return next(scope for scope in _SCOPES if isinstance(rule, scope))


def _become(state: Run, messages: list[Message] | tuple[Message, ...]) -> None:
    state.messages = tuple(messages)
    state.facts = facts_of_all(state.messages)


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
    owned = answered(state.messages)
    wanted, out, changed = rule.looks_for, list[Message](), False
    for before in state.messages:
        if not (before.facts & wanted and before.facts & CALL and before.role == "assistant"):
            out.append(before)
            continue
        after, changes = rule.repair(before, owned[id(before)])
        changed = changed or after is not before
        state.changes.extend(changes)
        if after is not None:
            out.append(after)
    if changed:
        _become(state, out)


def _by_pair(rule: PairingRule, state: Run) -> None:
    if state.paired is None:
        state.paired = pair(state.messages)
    out = list(state.paired)
    for index, turn in enumerate(out):
        if not turn.sound:
            out[index], changes = rule.repair(turn)
            state.changes.extend(changes)
    state.paired = tuple(out)


def _put_together(state: Run) -> None:
    if state.paired is None:
        return
    if not all(turn.sound for turn in state.paired):
        messages = tuple(message for turn in state.paired for message in assembled(turn))
        if len(messages) != len(state.messages) or any(new is not old for new, old in zip(messages, state.messages, strict=True)):
            _become(state, messages)
    state.paired = None


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
    if len(out) != len(state.messages) or any(new is not old for new, old in zip(out, state.messages, strict=True)):
        _become(state, out)


def _by_history(rule: HistoryRule[Any], state: Run) -> None:
    fold, out = rule.begin_for(state.settings), list[Message]()
    for message in state.messages:
        fold, given, changes = rule.step(fold, message)
        out.extend(given)
        state.changes.extend(changes)
    given, changes = rule.end(fold)
    out.extend(given)
    state.changes.extend(changes)
    if len(out) != len(state.messages) or any(new is not old for new, old in zip(out, state.messages, strict=True)):
        _become(state, out)


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
