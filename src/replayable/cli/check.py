"""`replayable check`: what a target would refuse in a request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

import replayable
from replayable.cli.delivery import outcomes_of
from replayable.cli.flags import option_flags, options_of
from replayable.cli.outcome import Outcome
from replayable.cli.providers import tell_doubt
from replayable.cli.reports import as_json
from replayable.cli.source import read_source
from replayable.cli.wording import counted


@click.command()
@click.argument("file")
@click.option("--for", "target", required=True, metavar="PROVIDER/MODEL", help="Where the request is to be sent.")
@click.option("--json", "form", flag_value="json", default="text", help="Print JSON.")
@option_flags
def command(*, file: str, target: str, form: str, **flags: Any) -> int:
    """Tell what the target would refuse in the request in FILE (`-`: standard input). Nothing is changed.

    A JSONL file with one request a line is handled line by line. Status 1: there are problems.
    """
    options = options_of(flags)

    def work(data: bytes) -> Outcome:
        return Outcome(problems=replayable.check(data, target, options=options))

    outcomes = outcomes_of(read_source(file), work)
    for outcome in outcomes:
        _PRINTERS[form](outcome)
    if form == "text":
        tell_doubt(target, options)
    return 0 if all(outcome.is_fine for outcome in outcomes) else 1


def _as_json(outcome: Outcome) -> None:
    place: dict[str, Any] = {} if outcome.line is None else {"line": outcome.line}
    click.echo(as_json({**place, "problems": outcome.problems} if outcome.failure is None else {**place, "error": outcome.failure}))


def _as_text(outcome: Outcome) -> None:
    from rich.console import Console

    from replayable.cli.text_report import print_problems

    place = "" if outcome.line is None else f"line {outcome.line}: "
    print_problems(Console(highlight=False), outcome.problems, "--json")
    click.echo(place + (outcome.failure or counted(len(outcome.problems), "problem")))


_PRINTERS: dict[str, Callable[[Outcome], None]] = {"json": _as_json, "text": _as_text}
