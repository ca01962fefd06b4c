"""Where each rule of a policy stands after the settled part of a history that grows (see `settling`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import AnyRule, Changes, Scope

_LOOKING_AT_ALL = ("history", "turn-history", "request")


class Unsettled(Exception):
    """What comes now reaches into what was settled."""


class Stage(msgspec.Struct, gc=False):
    """One rule and where it stands after the settled part: `before` are the facts of the last message that came by and was no
    instruction (0: none did), `fold` the state of a fold, `beginning` the state that it began with, `answer` what became of
    which settings, for a rule that looks at nothing else, `at_rest` those with which it changes nothing, `skipped` what went by a fold that was not
    needed so far.

    `far`: what it looks for in the settled part, too. A rule that sees a message, a turn or neighbours has no need of that."""

    place: int
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
    later result may belong to, `called` those of all calls as stored, `is_even`: the same message went by all stages last. `told`: all
    changes; None until they are asked for. `due`: the stages that are called for, by the facts of what follows."""

    stages: tuple[Stage, ...]
    messages: list[Message] = msgspec.field(default_factory=list)
    facts: int = 0
    open: set[str] = msgspec.field(default_factory=set)
    called: set[str] = msgspec.field(default_factory=set)
    is_even: bool = True
    told: tuple[Change, ...] | None = None
    due: dict[int, tuple[Stage, ...]] = msgspec.field(default_factory=dict)


def nothing_settled(rules: Sequence[AnyRule]) -> Settled:
    """Before the first part."""
    stages = (Stage(place, rule, rule.scope, rule.looks_for, rule.looks_for if rule.scope in _LOOKING_AT_ALL else 0) for place, rule in enumerate(rules))
    return Settled(tuple(stages))
