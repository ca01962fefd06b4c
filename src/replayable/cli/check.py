"""`replayable check`: what a target would refuse in a request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

import replayable
from replayable import formats, policies, records
from replayable.cli.delivery import outcomes_of
from replayable.cli.flags import option_flags, options_of
from replayable.cli.outcome import Outcome
from replayable.cli.providers import tell_doubt
from replayable.cli.reports import as_json
from replayable.cli.source import Source, read_source
from replayable.cli.wording import counted
from replayable.errors import ReplayableError
from replayable.targets import Api, parse_target


@click.command(short_help="What the target would refuse in a request.")
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

    source = read_source(file)
    outcomes = outcomes_of(source, work)
    for outcome in outcomes:
        _PRINTERS[form](outcome)
    if form == "text":
        tell_doubt(target, options)
        if not all(outcome.is_fine for outcome in outcomes):
            _tell_format(source, parse_target(target, options.api).api)
    return 0 if all(outcome.is_fine for outcome in outcomes) else 1


def _tell_format(source: Source, api: Api) -> None:
    """Prints a line to standard error where the file is surely no request of the API: its problems then say little."""
    wanted = policies.format_of(api)
    try:
        found = formats.recognised(records.load(source.data).value, wanted).name
    except ReplayableError:
        return
    if found != wanted:
        click.echo(f"{source.name} looks like {found}, not like a request over {api}; `replayable prepare` makes one of it", err=True)


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
