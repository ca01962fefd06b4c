"""`replayable prepare`: a stored conversation as a request that the target accepts."""

from __future__ import annotations

from typing import Any

import click

import replayable
from replayable.cli.delivery import deliver
from replayable.cli.flags import option_flags, options_of
from replayable.cli.outcome import ALLOWED, Allowed, Outcome
from replayable.cli.providers import tell_doubt
from replayable.cli.reports import REPORTS, Report


@click.command(short_help="A stored conversation as a request that the target accepts.")
@click.argument("file")
@click.option("--for", "target", required=True, metavar="PROVIDER/MODEL", help="Where the request is to be sent.")
@click.option("--from", "source", metavar="FORMAT", help="How the file is written; recognised where not given.")
@click.option("-o", "--out", metavar="OUT", help="Where the request goes, instead of standard output.")
@click.option("--report", type=click.Choice(REPORTS), default="text", show_default=True, help="The report on standard error.")
@click.option("--max-loss", type=click.Choice(ALLOWED), default="content", show_default=True, help="The greatest loss; past it nothing is written.")
@option_flags
def command(*, file: str, target: str, source: str | None, out: str | None, report: Report, max_loss: Allowed, **flags: Any) -> int:
    """Turn the conversation in FILE (`-`: standard input) into a request that the target accepts.

    The request goes to standard output, the report to standard error; messages are counted from 0. A JSONL file with one
    conversation a line is handled line by line. Status 1: problems are left, or a loss was greater than allowed.
    """
    options = options_of(flags)

    def work(data: bytes) -> Outcome:
        prepared = replayable.prepare(data, target, source=source, options=options)
        return Outcome(body=prepared.body, changes=prepared.changes, notes=prepared.notes, problems=prepared.problems)

    status = deliver(file, work, out, report, max_loss)
    if report == "text":
        tell_doubt(target, options)
    return status
