"""The form of an expectation, and the handed list that the expectations are about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from replayable.contracts import check
from replayable.options import Options
from replayable.report import Problem
from replayable.targets import parse_target

ENTRIES: Mapping[str, Mapping[str, Any]] = {
    entry["id"]: entry for entry in json.loads((Path(__file__).parent.parent / "handed/spec/provider-contracts.json").read_text())
}


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """One refusal, seen: `pointer` is where. `options` are those of `check`, `api` the target's where it is not its provider's default.

    `payload` stands in place of a request that the list only sketches, `error` in place of a text that the list has not.
    `beside` are the ids of other refusals of the same request, `left` those that `prepare` leaves, with `why`. `instead` is a rule that
    takes away what another rule would have repaired, since the request of the list has more damages than the one.
    """

    target: str
    pointer: str
    api: str | None = None
    options: Mapping[str, Any] = {}
    payload: Any = None
    error: str | None = None
    beside: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    why: str = ""
    instead: str = ""


def payload_of(identifier: str, expected: Expected) -> Any:
    """The request that is refused."""
    return ENTRIES[identifier]["violating_payload"] if expected.payload is None else expected.payload


def problems_of(identifier: str, expected: Expected) -> tuple[Problem, ...]:
    """What is found in it. That a request which names a model has to name a limit as well is not what the entries are about."""
    found = check(payload_of(identifier, expected), parse_target(expected.target, expected.api), Options(**expected.options))
    return tuple(problem for problem in found if problem.rule != "anthropic-max-tokens-required")
