"""`replayable check`: what a target would refuse in a request, in a stored history, or in each line of a training file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from replayable import formats
from replayable.cli import catalogue_page
from replayable.cli.check_lines import Telling, TellingJson, TellingText, advancing
from replayable.cli.check_report import print_checked, print_checked_as_json
from replayable.cli.findings import Task, check_one, problems_of
from replayable.cli.flags import option_flags, options_of
from replayable.cli.providers import tell_doubt
from replayable.cli.source import Line
from replayable.cli.tally import Tally
from replayable.cli.training_file import Input, opened
from replayable.cli.wording import without_name
from replayable.errors import ReadError, UnknownFormat
from replayable.options import Options
from replayable.targets import parse_target


@click.command(short_help="What the target would refuse in a request.")
@click.argument("file", required=False)
@click.option("--for", "target", metavar="PROVIDER/MODEL", help="Where the request is to be sent.")
@click.option("--from", "source", metavar="FORMAT", help="How a stored history is written; recognised where not given.")
@click.option("--json", "form", flag_value="json", default="text", help="Print JSON.")
@click.option("--all", "whom", flag_value="all", help="Print a page of Markdown about all that is known to be refused, without FILE.")
@option_flags
def command(*, file: str | None, target: str | None, source: str | None, form: str, whom: str | None, **flags: Any) -> int:
    """Tell all that the target would refuse in FILE (`-`: standard input). Nothing is changed.

    FILE is a request, or a history in any format, which is checked as the request that it would be with nothing repaired. A JSONL file with
    one conversation a line is read line by line, whatever its size. Status 1: there are problems.
    """
    if whom is not None and file is None and target is None:
        click.echo(catalogue_page.page(), nl=False)
        return 0
    if whom is not None or file is None or target is None:
        raise click.UsageError("give FILE and --for PROVIDER/MODEL, or --all alone")
    return _check(file, target, source, form, options_of(flags))


def _check(file: str, target: str, source: str | None, form: str, options: Options) -> int:
    """The exit status after a file was checked."""
    task = Task(parse_target(target, options.api), options, None if source is None else formats.named(source).name)
    with opened(file) as given:
        is_fine = _check_all(given, given.lines, task, form) if given.lines is not None else _check_whole(given, task, form)
    if form == "text":
        tell_doubt(target, options)
    return 0 if is_fine else 1


def _check_whole(given: Input, task: Task, form: str) -> bool:
    try:
        checked = check_one(given.whole(), task)
    except (ReadError, UnknownFormat) as error:
        raise click.ClickException(f"{given.name}: {without_name(error)}") from error
    if form == "json":
        print_checked_as_json(checked)
    else:
        print_checked(checked, given.name)
    return not checked.findings


def _check_all(given: Input, lines: Iterator[Line], task: Task, form: str) -> bool:
    """Whether all conversations are fine; problems are told as they are found, and their sum at the end."""
    tally, told = Tally(), _FORMS[form]()
    for line in advancing(((line.offset, line) for line in lines), told.bar(given.size)):
        try:
            problems = problems_of(line.data, task)
        except (ReadError, UnknownFormat) as error:
            told.failure(line.number, without_name(error), tally)
            tally.add_failure(line.number, without_name(error))
            continue
        told.problems(line.number, problems, tally)
        tally.add(line.number, problems)
    if tally.failures == tally.conversations and tally.first_failure is not None:
        number, why = tally.first_failure
        raise click.ClickException(f"{given.name}: none of its {tally.conversations} lines can be used; line {number}: {why}")
    told.end(tally)
    return tally.is_fine


_FORMS: Mapping[str, type[Telling]] = {"text": TellingText, "json": TellingJson}
