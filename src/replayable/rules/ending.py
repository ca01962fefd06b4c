"""Rules that look at the end of a history of which most is settled (see `settling`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from replayable.model.facts import CALL, RESULT, USER
from replayable.model.transcript import Message
from replayable.rules.engine import REACHES, Run, repair_end
from replayable.rules.rule import Reach, RequestRule
from replayable.rules.stages import Settled, Stage, Unsettled


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


def by_request(rule: RequestRule, stage: Stage, state: Run, settled: Settled) -> None:
    """Repairs settings and end as the rule does on the whole. Raises Unsettled where it would have to see more, or reaches into the settled part."""
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
