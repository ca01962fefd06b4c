"""`replayable convert`: a stored conversation in another format, otherwise as it was."""

from __future__ import annotations

import click

import replayable
from replayable.cli.delivery import deliver
from replayable.cli.outcome import ALLOWED, Allowed, Outcome
from replayable.cli.reports import REPORTS, Report


@click.command(short_help="A stored conversation in another format, nothing repaired.")
@click.argument("file")
@click.option("--to", "format", required=True, metavar="FORMAT", help="The format to write.")
@click.option("--from", "source", metavar="FORMAT", help="How the file is written; recognised where not given.")
@click.option("-o", "--out", metavar="OUT", help="Where the result goes, instead of standard output.")
@click.option("--report", type=click.Choice(REPORTS), default="text", show_default=True, help="The report on standard error.")
@click.option("--max-loss", type=click.Choice(ALLOWED), default="content", show_default=True, help="The greatest loss; past it nothing is written.")
def command(*, file: str, format: str, source: str | None, out: str | None, report: Report, max_loss: Allowed) -> int:
    """Write the conversation in FILE (`-`: standard input) in another format.

    Nothing is repaired; what the format cannot carry is taken out and reported. A JSONL file with one conversation a line is
    handled line by line.
    """

    def work(data: bytes) -> Outcome:
        converted = replayable.convert(data, format, source=source)
        return Outcome(body=converted.body, deed="change", changes=converted.changes, notes=converted.notes)

    return deliver(file, work, out, report, max_loss)
