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

from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec

from replayable.model import ASSISTANT, CALL, NO_MESSAGES, RESULT, SYNTHETIC, SYSTEM, USER, Message, Settings, ToolCall, ToolResult, facts_of_all
from replayable.report import Change
from replayable.rules.engine import REACHES, SCOPES, Run, become_if_new, finish_fold, fold_on, fold_turns, put_together, repair_end
from replayable.rules.pairing.analysis import PairedTurn, id_of, pair
from replayable.rules.rule import AnyRule, Changes, HistoryRule, NeighbourRule, Reach, RequestRule, Scope, TurnHistoryRule

_OPENING = CALL | ASSISTANT


class Unsettled(Exception):
    """What comes now reaches into what was settled."""


class Stage(msgspec.Struct, gc=False):
    """One rule and where it stands after the settled part: `before` are the facts of the last message that came by and was no
    instruction (0: none did), `fold` the state of a fold, `beginning` the state that it began with, `answer` what became of
    which settings, for a rule that looks at nothing else, `at_rest` those with which it changes nothing, `skipped` what went by a fold that was not
    needed so far.

    `far`: what it looks for in the settled part, too. A rule that sees a message, a turn or neighbours has no need of that."""

    rule: AnyRule
    scope: Scope
    near: int
    far: int
    before: int = 0
    fold: Any = None
    beginning: Any = None
    answer: tuple[Settings, Settings, Changes] | None = None
    at_rest: Settings | None = None
    skipped: list[tuple[Message, ...]] = msgspec.field(default_factory=list)
    changes: list[Change] = msgspec.field(default_factory=list)


class Settled(msgspec.Struct):
    """The settled part of a history after the rules. `facts` are those of its messages at any stage, `open` the ids of calls that a
    later result may belong to."""

    stages: tuple[Stage, ...]
    messages: list[Message] = msgspec.field(default_factory=list)
    facts: int = 0
    open: set[str] = msgspec.field(default_factory=set)


def nothing_settled(rules: Sequence[AnyRule]) -> Settled:
    """Before the first part."""
    return Settled(tuple([Stage(rule, rule.scope, rule.looks_for, rule.looks_for if rule.scope in _LOOKING_AT_ALL else 0) for rule in rules]))


def settle(settled: Settled, messages: tuple[Message, ...], settings: Settings) -> tuple[Message, ...]:
    """What the next part of the history becomes, as far as no rule holds it back. It is added to what is settled.

    Raises Unsettled; then `settled` is of no further use."""
    state, base = _begun(settled, messages, settings, "middle"), settled.facts
    opened: set[str] = set()
    seen, passed, facts, judged = None, 0, 0, None
    for stage in settled.stages:
        if state.decided and stage.scope != "pairing":
            put_together(state)
        if state.before != stage.before:
            _see_before(stage, state)
        if state.messages is not seen:
            seen, passed = state.messages, _last_said(state.messages)
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
        elif stage.scope in _FOLDS:
            stage.skipped.append(state.messages)
        if passed:
            stage.before = passed
    if state.decided:
        put_together(state)
    settled.open |= opened
    settled.facts |= (facts | state.facts) & ~NO_MESSAGES
    settled.messages += state.messages
    return state.messages


def go_on(settled: Settled, messages: tuple[Message, ...], settings: Settings) -> tuple[tuple[Message, ...], Settings, tuple[Change, ...]]:
    """What follows the settled part, to the end, after the rules; the settings; and all changes, those of the settled part too.

    Raises Unsettled. The settled part stays as it is; folds that were not needed so far catch up with it."""
    state, base = _begun(settled, messages, settings, "end"), settled.facts
    changes: list[Change] = []
    for stage in settled.stages:
        if state.decided and stage.scope != "pairing":
            put_together(state)
        if state.before != stage.before:
            _see_before(stage, state)
        if (stage.near & state.facts or stage.far & base) and stage.at_rest is not state.settings:
            _go_on(stage, state, settled)
            if state.changes:
                changes += stage.changes
                changes += state.changes
                state.changes.clear()
                continue
        if stage.changes:
            changes += stage.changes
    if state.decided:
        put_together(state)
    return state.messages, state.settings, tuple(changes)


# ---------------------------------------------------------------------------------------------- one rule after the other
_FOLDS = ("history", "turn-history")
_LOOKING_AT_ALL = (*_FOLDS, "request")
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
        fold, out = fold_on(rule, stage.fold, state)
        stage.fold, released, changes = rule.release(fold)
        if rule.is_late(stage.fold):
            raise Unsettled  # what was given out before is other now
        state.changes += changes
        become_if_new(state, [*out, *released] if released else out)
    elif scope == "turn-history":
        turns = cast("TurnHistoryRule[Any]", stage.rule)
        _catch_up_with_turns(turns, stage)
        stage.fold = fold_turns(turns, stage.fold, state)
    else:
        SCOPES[scope](stage.rule, state)


def _go_on(stage: Stage, state: Run, settled: Settled) -> None:
    scope = stage.scope
    if scope == "request":
        _by_request(cast(RequestRule, stage.rule), stage, state, settled)
        return
    _refuse_to_look_back(stage, state)
    if scope == "history":
        rule = cast("HistoryRule[Any]", stage.rule)
        _catch_up(rule, stage, state.settings)
        if stage.beginning != rule.begin_for(state.settings):
            raise Unsettled  # it began with other settings
        fold, out = fold_on(rule, rule.fork(stage.fold), state)
        if rule.is_late(fold):
            raise Unsettled
        finish_fold(rule, fold, out, state)
    elif scope == "turn-history":
        turns = cast("TurnHistoryRule[Any]", stage.rule)
        _catch_up_with_turns(turns, stage)
        fold_turns(turns, turns.fork(stage.fold), state)
    else:
        SCOPES[scope](stage.rule, state)
    if settled.open and state.paired is not None:
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
    """The ids of calls that a later result may belong to: those of turns that are not right as they stand."""
    openings = [turn.opening for turn in turns if not turn.sound or any(each.facts & SYNTHETIC for each in turn.as_stored)]
    return {id_of(part.id) for opening in openings if opening is not None for part in opening.parts if type(part) is ToolCall}


def _refuse_late_results(turns: tuple[PairedTurn, ...], settled: Settled) -> None:
    for turn in turns if settled.open else ():
        if turn.sound:
            continue
        for each in turn.as_stored:
            for part in each.parts if each.facts & (RESULT | CALL) else ():
                named = id_of(part.call_id) if type(part) is ToolResult else id_of(part.id) if type(part) is ToolCall else None
                if named is not None and (not named or named in settled.open):
                    raise Unsettled


# ---------------------------------------------------------------------------------------------- the end
class Joined(Sequence[Message]):
    """The settled messages and those that follow, as one sequence, without a copy."""

    def __init__(self, settled: Sequence[Message], following: tuple[Message, ...]) -> None:
        self._settled = settled
        self._following = following

    def __len__(self) -> int:
        return len(self._settled) + len(self._following)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        index = index + len(self) if index < 0 else index
        return self._settled[index] if index < len(self._settled) else self._following[index - len(self._settled)]

    def __iter__(self) -> Iterator[Message]:
        yield from self._settled
        yield from self._following

    def __reversed__(self) -> Iterator[Message]:
        yield from reversed(self._following)
        yield from reversed(self._settled)


def _by_request(rule: RequestRule, stage: Stage, state: Run, settled: Settled) -> None:
    if rule.reach == "nothing":
        _by_settings(rule, stage, state)
    elif rule.reach == "history" and settled.messages:
        _by_whole(rule, stage, state, settled)
    else:
        _by_end(rule, state, settled)


def _by_end(rule: RequestRule, state: Run, settled: Settled) -> None:
    before = state.messages
    start = REACHES[rule.reach](before)
    is_cut = bool(settled.messages) and not _begins_here(rule, before, start)
    if is_cut and (settled.facts & _WANTED[rule.reach] or not before):
        raise Unsettled  # the end begins in the settled part
    repair_end(rule, state, start)
    if is_cut and state.messages is not before and not _keeps_the_user(before, state.messages):
        raise Unsettled  # it changed the end without having seen where that begins


def _by_settings(rule: RequestRule, stage: Stage, state: Run) -> None:
    before = state.settings
    if stage.answer is None or stage.answer[0] is not before:
        after, _, changes = rule.repair(before, (), state.base | state.facts)
        stage.answer = before, after, changes
    _, state.settings, changes = stage.answer
    state.changes += changes
    if state.settings is before and not changes:
        stage.at_rest = before


_WANTED: dict[Reach, int] = {"turn": CALL, "exchange": ~0, "history": ~0}


def _keeps_the_user(before: tuple[Message, ...], after: tuple[Message, ...]) -> bool:
    """Both begin with the same message of the user's: what changed is behind it, and what stands before it is no matter."""
    return bool(before[0].facts & USER) and not before[0].facts & RESULT and bool(after) and after[0] is before[0]


def _begins_here(rule: RequestRule, messages: tuple[Message, ...], start: int) -> bool:
    if start == len(messages):
        return False
    first = messages[start].facts
    return bool(first & CALL) if rule.reach == "turn" else bool(first & USER) and not first & RESULT


def _by_whole(rule: RequestRule, stage: Stage, state: Run, settled: Settled) -> None:
    """A rule that looks at the whole history, where it says how that can be told without the settled part."""
    if rule.told_by == "history":
        raise Unsettled
    is_by_settings = rule.told_by == "settings"
    messages = state.messages if is_by_settings else cast(tuple[Message, ...], Joined(settled.messages, state.messages))
    settings, after, changes = rule.repair(state.settings, messages, state.base | state.facts)
    if after is not messages or (is_by_settings and settings is not state.settings):
        raise Unsettled
    if is_by_settings:
        stage.at_rest = settings
    state.settings = settings
    state.changes += changes
