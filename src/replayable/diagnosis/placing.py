"""Where in a request a refusal is: where the answer says it is, and where the check finds it."""

from __future__ import annotations

import msgspec

from replayable.contracts.refusal import Place
from replayable.diagnosis.positions import places_in, resolved, unresolved
from replayable.diagnosis.recognising import Match
from replayable.diagnosis.templates import bare
from replayable.inspection import Inspection
from replayable.policies import format_of
from replayable.report import Problem
from replayable.targets import Api


class Placed(msgspec.Struct, frozen=True):
    """A refusal at a place of a request. `pointer` None: neither the answer nor the request tells where."""

    match: Match
    pointer: str | None


_KEYS = {"gemini": "contents", "openai-responses": "input"}


def place_in(found: tuple[Match, ...], answer: tuple[str, ...], inspected: Inspection) -> Placed:
    """The refusal that the request shows, of those that are worded alike; the likeliest, where the answer says it is, where it shows none.

    The problem whose text is the answer's own is it; else the one nearest to the position that the answer names; else the first."""
    places = places_in(found[0].said, answer, _history_key(found[0].api))
    pointers = tuple(resolved(place, inspected.request) for place in places)
    for match in found:
        problems = [problem for problem in inspected.problems if problem.rule == match.refusal.id]
        if problems:
            return Placed(match, min(problems, key=lambda problem: _distance(problem, answer, pointers)).pointer)
    return Placed(found[0], pointers[0] if pointers else None)


def place_without(match: Match, answer: tuple[str, ...]) -> Placed:
    """The refusal at the place that an answer tells by itself."""
    places: tuple[Place, ...] = places_in(match.said, answer, _history_key(match.api))
    return Placed(match, unresolved(places[0]) if places else None)


def _distance(problem: Problem, answer: tuple[str, ...], pointers: tuple[str, ...]) -> tuple[bool, int]:
    text = bare(problem.error)
    near = max((_shared(problem.pointer, pointer) for pointer in pointers), default=0)
    return not any(text in layer for layer in answer), -near


def _shared(one: str, other: str) -> int:
    """How many steps two pointers have in common."""
    steps = zip(one.split("/"), other.split("/"), strict=False)
    return next((number for number, (left, right) in enumerate(steps) if left != right), min(one.count("/"), other.count("/")) + 1)


def _history_key(api: Api) -> str:
    return _KEYS.get(format_of(api), "messages")
