"""What `check` prints of one conversation."""

from __future__ import annotations

from itertools import islice

import click

from replayable.cli.findings import Checked, Finding, as_fields
from replayable.cli.reports import as_json
from replayable.cli.wording import counted, printable

MOST = 200  # problems that are shown; --json has all of them


def print_checked(checked: Checked, name: str) -> None:
    """Prints the problems of one conversation, those first that the provider would name first."""
    for finding in islice(checked.findings, MOST):
        _print_finding(finding, checked)
    left = len(checked.findings) - MOST
    if left > 0:
        click.echo(f"… and {counted(left, 'more problem')}: --json has them all")
    if checked.stored_as is not None:
        click.echo(f"{name} is {checked.stored_as}: it was checked as the request that it would be with nothing repaired", err=True)
    click.echo(counted(len(checked.findings), "problem"))


def print_checked_as_json(checked: Checked) -> None:
    """Prints the problems of one conversation as one JSON object."""
    stored = {} if checked.stored_as is None else {"format": checked.stored_as}
    click.echo(as_json({"problems": [as_fields(finding) for finding in checked.findings], **stored}))


def _print_finding(finding: Finding, checked: Checked) -> None:
    problem = finding.problem
    click.echo(click.style(printable(problem.pointer) or "/", bold=True) + _where(finding, checked))
    click.echo(f"    {printable(problem.error)}")
    click.echo(click.style(f"    {printable(problem.fix)} ({problem.rule}, {problem.certainty})", dim=True))
    if finding.repaired_by:
        click.echo(click.style(f"    `replayable prepare` repairs it: {', '.join(finding.repaired_by)}", dim=True))


def _where(finding: Finding, checked: Checked) -> str:
    words = [f"line {finding.line}"] if finding.line is not None else []
    if finding.message is not None and checked.stored_as is not None:
        words.append(f"message {finding.message} of the history")
    return f"  {', '.join(words)}" if words else ""
