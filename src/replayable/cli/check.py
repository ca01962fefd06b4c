"""`replayable check`: what a target would refuse in a request."""

from __future__ import annotations

from typing import Any

import click

import replayable
from replayable.cli.flags import option_flags, options_of
from replayable.cli.reports import as_json
from replayable.cli.source import read_source
from replayable.cli.wording import counted
from replayable.errors import ReadError
from replayable.records import load
from replayable.report import Problem


@click.command()
@click.argument("file")
@click.option("--for", "target", required=True, metavar="PROVIDER/MODEL", help="Where the request is to be sent.")
@click.option("--json", "form", flag_value="json", default="text", help="Print JSON.")
@option_flags
def command(*, file: str, target: str, form: str, **flags: Any) -> int:
    """Tell what the target would refuse in the request in FILE (`-`: standard input). Nothing is changed.

    Status 1: there are problems.
    """
    options = options_of(flags)
    source = read_source(file)
    try:
        request = load(source.data).value
    except ReadError as error:
        raise click.ClickException(f"{source.name}: {error}") from error
    problems = replayable.check(request, target, options=options)
    if form == "json":
        click.echo(as_json({"problems": problems}))
    else:
        _print(problems)
    return 1 if problems else 0


def _print(problems: tuple[Problem, ...]) -> None:
    from rich.console import Console

    from replayable.cli.text_report import problems_table

    if problems:
        Console(highlight=False).print(problems_table(problems))
    click.echo(counted(len(problems), "problem"))
