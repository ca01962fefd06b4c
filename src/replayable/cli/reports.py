"""Reports in their kinds: for a person, for a program, or none. All go to standard error."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal, get_args

import click
import msgspec

from replayable.cli.outcome import Outcome

Report = Literal["text", "json", "none"]
REPORTS: tuple[Report, ...] = get_args(Report)


def tell(report: Report, outcomes: tuple[Outcome, ...]) -> None:
    """Prints the report of this kind."""
    _TELLERS[report](outcomes)


def as_json(value: Any) -> str:
    """Structs and plain values as one line of JSON; where msgspec refuses (lone surrogates, huge numbers), with escapes."""
    try:
        return msgspec.json.encode(value).decode()
    except (ValueError, OverflowError):
        return json.dumps(msgspec.to_builtins(value))


def _text(outcomes: tuple[Outcome, ...]) -> None:
    from replayable.cli.text_report import print_outcomes

    print_outcomes(outcomes)


def _json(outcomes: tuple[Outcome, ...]) -> None:
    for outcome in outcomes:
        click.echo(as_json(_fields(outcome)), err=True)


def _fields(outcome: Outcome) -> dict[str, Any]:
    """What is said of one conversation; where there are several, its line comes first."""
    place = {} if outcome.line is None else {"line": outcome.line}
    if outcome.failure is not None:
        return {**place, "error": outcome.failure}
    return {**place, "changes": outcome.changes, "notes": outcome.notes, "problems": outcome.problems}


def _nothing(outcomes: tuple[Outcome, ...]) -> None:
    """Says nothing."""


_TELLERS: dict[Report, Callable[[tuple[Outcome, ...]], None]] = {"text": _text, "json": _json, "none": _nothing}
