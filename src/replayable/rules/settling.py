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
from replayable.rules.engine import REACHES, SCOPES, Run, analysis, become_if_new, put_together
from replayable.rules.pairing.analysis import PairedTurn, id_of
from replayable.rules.rule import AnyRule, Changes, HistoryRule, NeighbourRule, Reach, RequestRule, TurnHistoryRule, TurnRule

_OPENING = CALL | ASSISTANT


class Unsettled(Exception):
    """What comes now reaches into what was settled."""


class Stage(msgspec.Struct):
    """Where one rule stands after the settled part: `before` are the facts of the last message that came by and was no
    instruction (0: none did), `fold` the state of a fold, `beginning` the state that it began with, `answer` what became of
    which settings, for a rule that looks at nothing else."""

    before: int = 0
    fold: Any = None
    beginning: Any = None
    answer: tuple[Settings, Settings, Changes] | None = None
    changes: list[Change] = msgspec.field(default_factory=list)


class Settled(msgspec.Struct):
    """The settled part of a history after the rules. `facts` are those of its messages at any stage, `open` the ids of calls that a
    later result may belong to."""

    stages: list[Stage]
    messages: list[Message] = msgspec.field(default_factory=list)
    facts: int = 0
    open: set[str] = msgspec.field(default_factory=set)


def nothing_settled(rules: Sequence[AnyRule]) -> Settled:
    """Before the first part."""
    return Settled([Stage() for _ in rules])


def settle(rules: Sequence[AnyRule], settled: Settled, messages: tuple[Message, ...], settings: Settings) -> tuple[Message, ...]:
    """What the next part of the history becomes, as far as no rule holds it back. It is added to what is settled.

    Raises Unsettled; then `settled` is of no further use."""
    state = _begun(settled, messages, settings, "middle")
    opened: set[str] = set()
    for rule, stage in zip(rules, settled.stages, strict=True):
        _enter(rule, stage, state, settled)
        if rule.scope in _FOLDS:
            _fold_on(rule, stage, state)
        elif rule.scope != "request" and rule.looks_for & state.facts:
            SCOPES[rule.scope](rule, state)
        if state.paired is not None:
            _refuse_late_results(state.paired, settled)
            opened |= _open_calls(state.paired)
        stage.changes += state.changes
        state.changes = []
    if state.decided:
        put_together(state)
    settled.open |= opened
    settled.facts |= state.facts & ~NO_MESSAGES
    settled.messages += state.messages
    return state.messages


def go_on(
    rules: Sequence[AnyRule], settled: Settled, messages: tuple[Message, ...], settings: Settings
) -> tuple[tuple[Message, ...], Settings, tuple[Change, ...]]:
    """What follows the settled part, to the end, after the rules; the settings; and all changes, those of the settled part too.

    Raises Unsettled; `settled` stays as it is either way."""
    state = _begun(settled, messages, settings, "end")
    changes: list[Change] = []
    for rule, stage in zip(rules, settled.stages, strict=True):
        _enter(rule, stage, state, settled)
        if rule.looks_for & state.facts:
            _go_on(rule, stage, state, settled)
        changes += stage.changes
        if state.changes:
            changes += state.changes
            state.changes = []
    if state.decided:
        put_together(state)
    return state.messages, state.settings, tuple(changes)


# ---------------------------------------------------------------------------------------------- one rule after the other
_FOLDS = ("history", "turn-history")
_PAIRED = ("call", "pairing", "turn", "turn-history")


def _begun(settled: Settled, messages: tuple[Message, ...], settings: Settings, ending: Any) -> Run:
    before = settled.stages[0].before if settled.stages else 0
    return Run(messages, settings, settled.facts | facts_of_all(messages, before), [], None, False, before, settled.facts, ending)


def _enter(rule: AnyRule, stage: Stage, state: Run, settled: Settled) -> None:
    """Makes the state ready for a rule, and notes what the rule sees last. Raises Unsettled where it would have to look back."""
    if state.decided and rule.scope != "pairing":
        put_together(state)
    if state.messages and stage.before:
        _refuse_to_look_back(rule, stage, state)
    if state.before != stage.before:
        state.before = stage.before
        state.facts |= settled.facts | facts_of_all(state.messages, stage.before)
    if state.ending == "middle":
        stage.before = next((each.facts for each in reversed(state.messages) if not each.facts & SYSTEM), stage.before)


def _refuse_to_look_back(rule: AnyRule, stage: Stage, state: Run) -> None:
    first = state.messages[0].facts
    if rule.scope == "neighbour" and isinstance(rule, NeighbourRule):
        if first & stage.before & rule.role:
            raise Unsettled
    elif rule.scope in _PAIRED and first & _OPENING != _OPENING:
        for each in state.messages:
            if each.facts & _OPENING == _OPENING:
                break
            if each.facts & RESULT or (isinstance(rule, TurnRule) and each.facts & rule.looks_for):
                raise Unsettled


def _fold_on(rule: AnyRule, stage: Stage, state: Run) -> None:
    """A fold over the part, with what it held back so far; what it holds back now it keeps."""
    if isinstance(rule, HistoryRule):
        if stage.fold is None:
            stage.fold, stage.beginning = rule.begin_for(state.settings), rule.begin_for(state.settings)
        out = list[Message]()
        for message in state.messages:
            stage.fold, given, changes = rule.step(stage.fold, message)
            out += given
            state.changes += changes
        become_if_new(state, out)
    elif isinstance(rule, TurnHistoryRule):
        _fold_turns(rule, stage, state, rule.begin() if stage.fold is None else stage.fold)


def _fold_turns(rule: TurnHistoryRule[Any], stage: Stage | None, state: Run, fold: Any) -> None:
    repaired: dict[int, tuple[Message, ...]] = {}
    turns = analysis(state)
    for index, turn in enumerate(turns):
        fold, given, changes = rule.step(fold, turn.as_stored, turn.sound)
        if given is not turn.as_stored:
            repaired[index] = given
        state.changes += changes
    if stage is not None:
        stage.fold = fold
    if repaired:
        become_if_new(state, [message for index, turn in enumerate(turns) for message in repaired.get(index, turn.as_stored)])


def _go_on(rule: AnyRule, stage: Stage, state: Run, settled: Settled) -> None:
    if isinstance(rule, RequestRule):
        _by_request(rule, stage, state, settled)
    elif isinstance(rule, HistoryRule):
        _fold_to_end(rule, stage, state)
    elif isinstance(rule, TurnHistoryRule):
        _fold_turns(rule, None, state, rule.begin() if stage.fold is None else rule.fork(stage.fold))
    else:
        SCOPES[rule.scope](rule, state)
    if state.paired is not None:
        _refuse_late_results(state.paired, settled)


def _fold_to_end(rule: HistoryRule[Any], stage: Stage, state: Run) -> None:
    beginning = rule.begin_for(state.settings)
    if stage.fold is not None and stage.beginning != beginning:
        raise Unsettled  # it began with other settings
    fold, out = beginning if stage.fold is None else rule.fork(stage.fold), list[Message]()
    for message in state.messages:
        fold, given, changes = rule.step(fold, message)
        out += given
        state.changes += changes
    given, changes = rule.end(fold)
    state.changes += changes
    become_if_new(state, [*out, *given])


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
        _by_whole(rule, state, settled)
    else:
        start = REACHES[rule.reach](state.messages)
        if settled.messages and not _begins_here(rule, state.messages[start:]) and settled.facts & _WANTED[rule.reach]:
            raise Unsettled  # the end begins in the settled part
        SCOPES["request"](rule, state)


def _by_settings(rule: RequestRule, stage: Stage, state: Run) -> None:
    if stage.answer is None or stage.answer[0] is not state.settings:
        after, _, changes = rule.repair(state.settings, (), state.facts)
        stage.answer = state.settings, after, changes
    state.settings = stage.answer[1]
    state.changes += stage.answer[2]


_WANTED: dict[Reach, int] = {"turn": CALL, "exchange": ~0, "history": ~0}


def _begins_here(rule: RequestRule, ending: tuple[Message, ...]) -> bool:
    if not ending:
        return False
    first = ending[0].facts
    return bool(first & CALL) if rule.reach == "turn" else bool(first & USER) and not first & RESULT


def _by_whole(rule: RequestRule, state: Run, settled: Settled) -> None:
    """A rule that looks at the whole history, where it says how that can be told without the settled part."""
    if rule.told_by == "history":
        raise Unsettled
    messages = state.messages if rule.told_by == "settings" else cast(tuple[Message, ...], Joined(settled.messages, state.messages))
    settings, after, changes = rule.repair(state.settings, messages, state.facts)
    if after is not messages or (rule.told_by == "settings" and settings is not state.settings):
        raise Unsettled
    state.settings = settings
    state.changes += changes
