"""Rules over a history that grows: what is settled is never looked at again.

`settle` runs the rules over the next part of a history, of which more will follow, and remembers for each rule where it
stands: the state of its fold, the last message that went by, what it changed. `go_on` runs them over what follows to the end,
from there, and leaves the settled part as it is. Together they give what `engine.run` gives on the whole, or raise `Unsettled`:
then something that came later reaches into the settled part (a late result, a neighbour to be merged with), and whoever asked
begins anew.

Why this holds: every rule sees one message, one turn, neighbours, a fold, or the end. Parts begin at an assistant's message
with calls, so that no turn is cut; the state of a fold is carried on; whether neighbours or pairs reach across is checked at
every rule, on the messages as they are there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from replayable.model.facts import ASSISTANT, CALL, NO_MESSAGES, RESULT, SYNTHETIC, SYSTEM, facts_of_all
from replayable.model.parts import ToolCall, ToolResult
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.ending import by_request
from replayable.rules.engine import SCOPES, Run, become_folded, finish_fold, fold_on, fold_turns, put_together
from replayable.rules.pairing.analysis import PairedTurn, id_of, pair
from replayable.rules.rule import Changes, HistoryRule, NeighbourRule, RequestRule, TurnHistoryRule
from replayable.rules.stages import Settled, Stage, Unsettled

_OPENING = CALL | ASSISTANT
_FOLDS = ("history", "turn-history")


def settle(settled: Settled, messages: tuple[Message, ...], settings: Settings) -> tuple[Message, ...]:
    """What the next part of the history becomes, as far as no rule holds it back. It is added to what is settled.

    Raises Unsettled; then `settled` is of no further use."""
    state, base = _begun(settled, messages, settings, "middle"), settled.facts
    opened: set[str] = set()
    seen, passed, facts, judged = None, 0, 0, None
    settled.is_even = True
    for stage in settled.stages:
        if state.decided and stage.scope != "pairing":
            put_together(state)
        if state.before != stage.before:
            _see_before(stage, state)
        if state.messages is not seen:
            is_first, before = seen is None, passed
            seen, passed = state.messages, _last_said(state.messages)
            settled.is_even = settled.is_even and passed != 0 and (is_first or passed == before)
        if (stage.near & state.facts or stage.far & base) and stage.scope != "request":  # what looks at the end is for `go_on`
            facts |= state.facts
            _settle_one(stage, state)
            facts |= state.facts
            if state.paired is not judged and state.paired is not None:
                judged = state.paired
                _refuse_late_results(judged, settled)
                opened |= _open_calls(judged)
            if state.changes:
                stage.changes += state.changes
                state.changes.clear()
                settled.told = None
        elif stage.scope in _FOLDS:
            stage.skipped.append(state.messages)
        if passed:
            stage.before = passed
    if state.decided:
        put_together(state)
    settled.open |= opened
    settled.called |= {id_of(part.id) for each in messages if each.facts & CALL for part in each.parts if type(part) is ToolCall}
    facts = (facts | state.facts) & ~NO_MESSAGES
    if facts & ~settled.facts:
        settled.facts |= facts
        settled.due.clear()
    settled.messages += state.messages
    return state.messages


def go_on(settled: Settled, messages: tuple[Message, ...], settings: Settings) -> tuple[tuple[Message, ...], Settings, tuple[Change, ...]]:
    """What follows the settled part, to the end, after the rules; the settings; and all changes, those of the settled part too.

    Raises Unsettled. The settled part stays as it is; folds that were not needed so far catch up with it."""
    state = _begun(settled, messages, settings, "end")
    found: dict[int, Changes] = {}
    for stage in _called_for(settled, state):
        if stage.at_rest is not state.settings:
            _go_on(stage, state, settled)
            if state.changes:
                found[stage.place] = tuple(state.changes)
                state.changes.clear()
    if state.decided:
        put_together(state)
    return state.messages, state.settings, _all_changes(settled, found)


def _called_for(settled: Settled, state: Run) -> Iterator[Stage]:
    """The stages whose rules are called for, in order, as the facts are when their turn comes."""
    place, facts, base = 0, state.facts, settled.facts
    if settled.is_even:
        for stage in _due(settled, facts):
            yield stage
            if state.facts != facts or state.decided:
                place = stage.place + 1
                break
        else:
            return
    for stage in settled.stages[place:]:
        if state.decided and stage.scope != "pairing":
            put_together(state)
        if state.before != stage.before:
            _see_before(stage, state)
        if stage.near & state.facts or stage.far & base:
            yield stage


def _due(settled: Settled, facts: int) -> tuple[Stage, ...]:
    """The stages that are called for as long as these are the facts of what follows."""
    due = settled.due.get(facts)
    if due is None:
        due = settled.due[facts] = tuple([stage for stage in settled.stages if stage.near & facts or stage.far & settled.facts])
    return due


def _all_changes(settled: Settled, found: dict[int, Changes]) -> tuple[Change, ...]:
    """The changes of the settled part, and those that were found now behind those of the same rule."""
    if not found and settled.told is not None:
        return settled.told
    changes: list[Change] = []
    for stage in settled.stages:
        changes += stage.changes
        if stage.place in found:
            changes += found[stage.place]
    told = tuple(changes)
    if not found:
        settled.told = told
    return told


# ---------------------------------------------------------------------------------------------- one rule after the other
_LOOKING_BESIDE = ("neighbour", "call", "pairing", "turn", "turn-history")


def _begun(settled: Settled, messages: tuple[Message, ...], settings: Settings, ending: Any) -> Run:
    before = settled.stages[0].before if settled.stages else 0
    return Run(messages, settings, facts_of_all(messages, before), [], None, False, before, settled.facts, ending)


def _last_said(messages: tuple[Message, ...]) -> int:
    """The facts of the last message that is no instruction; 0 where there is none."""
    return next((each.facts for each in reversed(messages) if not each.facts & SYSTEM), 0)


def _see_before(stage: Stage, state: Run) -> None:
    """Another message stands before for this rule than for the one before it."""
    state.before = stage.before
    state.facts |= facts_of_all(state.messages, stage.before)


def _refuse_to_look_back(stage: Stage, state: Run) -> None:
    """Raises Unsettled where the rule would have to look at messages that went by."""
    scope = stage.scope
    if scope not in _LOOKING_BESIDE or not state.messages or not stage.before:
        return
    first = state.messages[0].facts
    if scope == "neighbour":
        if first & stage.before & cast(NeighbourRule, stage.rule).role:
            raise Unsettled
    elif first & _OPENING != _OPENING:
        for each in state.messages:
            if each.facts & _OPENING == _OPENING:
                break
            if each.facts & RESULT or (scope == "turn" and each.facts & stage.near):
                raise Unsettled


def _settle_one(stage: Stage, state: Run) -> None:
    scope = stage.scope
    _refuse_to_look_back(stage, state)
    if scope == "history":
        rule = cast("HistoryRule[Any]", stage.rule)
        _catch_up(rule, stage, state.settings)
        folded = fold_on(rule, stage.fold, state)
        stage.fold, released, changes = rule.release(folded.fold)
        if rule.is_late(stage.fold):
            raise Unsettled  # what was given out before is other now
        state.changes += changes
        become_folded(state, folded, released)
    elif scope == "turn-history":
        turns = cast("TurnHistoryRule[Any]", stage.rule)
        _catch_up_with_turns(turns, stage)
        stage.fold = fold_turns(turns, stage.fold, state)
    else:
        SCOPES[scope](stage.rule, state)


def _go_on(stage: Stage, state: Run, settled: Settled) -> None:
    scope = stage.scope
    if scope == "request":
        by_request(cast(RequestRule, stage.rule), stage, state, settled)
        return
    _refuse_to_look_back(stage, state)
    if scope == "history":
        rule = cast("HistoryRule[Any]", stage.rule)
        _catch_up(rule, stage, state.settings)
        if stage.beginning != rule.begin_for(state.settings):
            raise Unsettled  # it began with other settings
        folded = fold_on(rule, rule.fork(stage.fold), state)
        if rule.is_late(folded.fold):
            raise Unsettled
        finish_fold(rule, folded, state)
    elif scope == "turn-history":
        turns = cast("TurnHistoryRule[Any]", stage.rule)
        _catch_up_with_turns(turns, stage)
        fold_turns(turns, turns.fork(stage.fold), state)
    else:
        SCOPES[scope](stage.rule, state)
    if state.paired is not None:
        _refuse_late_results(state.paired, settled)


# ---------------------------------------------------------------------------------------------- folds
def _catch_up(rule: HistoryRule[Any], stage: Stage, settings: Settings) -> None:
    """Begins the fold, and lets it see what went by while the rule was not needed."""
    if stage.fold is None:
        stage.fold, stage.beginning = rule.begin_for(settings), rule.begin_for(settings)
    for message in (message for messages in stage.skipped for message in messages):
        stage.fold, given, changes = rule.step(stage.fold, message)
        if changes or len(given) != 1 or given[0] is not message:
            raise Unsettled  # it would have held the message back
    stage.skipped.clear()


def _catch_up_with_turns(rule: TurnHistoryRule[Any], stage: Stage) -> None:
    if stage.fold is None:
        stage.fold = rule.begin()
    for turn in (turn for messages in stage.skipped for turn in pair(messages, "middle")):
        stage.fold, given, changes = rule.step(stage.fold, turn.as_stored, turn.sound)
        if changes or given is not turn.as_stored:
            raise Unsettled
    stage.skipped.clear()


# ---------------------------------------------------------------------------------------------- pairs
def _open_calls(turns: tuple[PairedTurn, ...]) -> set[str]:
    """The ids of calls that a later result may belong to: those of turns that are not right as they stand. (One without an id takes results of its
    own turn alone.)"""
    openings = [turn.opening for turn in turns if not turn.sound or any(each.facts & SYNTHETIC for each in turn.as_stored)]
    return {id_of(part.id) for opening in openings if opening is not None for part in opening.parts if type(part) is ToolCall} - {""}


def _refuse_late_results(turns: tuple[PairedTurn, ...], settled: Settled) -> None:
    """Raises Unsettled where an id in a turn that is not right as it stands leads into the settled part: to an open call, or to any call where a
    call without an id would take the result else."""
    for turn in turns:
        if turn.sound:
            continue
        called = {id_of(part.id) for part in turn.opening.parts if type(part) is ToolCall} if turn.opening is not None else set[str]()
        named = {id_of(part.call_id) for each in turn.as_stored if each.facts & RESULT for part in each.parts if type(part) is ToolResult}
        if not settled.open.isdisjoint(called | named) or ("" in called and not settled.called.isdisjoint(named - called)):
            raise Unsettled
