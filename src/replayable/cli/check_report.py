"""What `check` prints: the problems of one conversation, or those of many with the sum of their reasons."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import Any

import click

from replayable.cli.findings import Checked, Finding, as_fields, cures_of
from replayable.cli.reports import as_json
from replayable.cli.tables import print_rows
from replayable.cli.tally import Tally
from replayable.cli.wording import counted, printable
from replayable.report import Problem

MOST = 200  # problems, and lines of a file, that are shown; --json has all of them

# Bytes between two looks at the progress bar.
_STEP = 1 << 20


def print_checked(checked: Checked, name: str) -> None:
    """Prints the problems of one conversation, those first that the provider would name first."""
    for finding in islice(checked.findings, MOST):
        _print_finding(finding, checked)
    left = len(checked.findings) - MOST
    if left > 0:
        click.echo(f"… and {left:,} more problems: --json has them all")
    if checked.stored_as is not None:
        click.echo(f"{name} is {checked.stored_as}: it was checked as the request that it would be with nothing repaired", err=True)
    click.echo(counted(len(checked.findings), "problem"))


def print_checked_as_json(checked: Checked) -> None:
    """Prints the problems of one conversation as one JSON object."""
    stored = {} if checked.stored_as is None else {"format": checked.stored_as}
    click.echo(as_json({"problems": [as_fields(finding) for finding in checked.findings], **stored}))


def print_line(line: int, problems: tuple[Problem, ...]) -> None:
    """Prints the problems of a conversation of many, one a line."""
    for problem in islice(problems, MOST):
        click.echo(f"line {line}: {printable(problem.pointer) or '/'}  {printable(problem.error)} ({problem.rule})")
    if len(problems) > MOST:
        click.echo(f"line {line}: … and {len(problems) - MOST:,} more problems: --json has them all")


def print_line_as_json(line: int, problems: tuple[Problem, ...]) -> None:
    """Prints a conversation of many as a JSON object on a line."""
    click.echo(as_json({"line": line, "problems": problems}))


def print_sum(tally: Tally) -> None:
    """Prints how many problems there are of each kind, the most frequent first, and how many conversations have none."""
    if tally.reasons:
        headings = ("problems", "conversations", "first line", "reason", "repaired by")
        ordered = sorted(tally.reasons.items(), key=lambda item: (-item[1].problems, item[0]))
        rows = [(f"{each.problems:,}", f"{each.conversations:,}", str(each.first), rule, ", ".join(cures_of(rule)) or "—") for rule, each in ordered]
        print_rows(headings, rows)
    words = f"{tally.conversations:,} conversations: {tally.fine:,} without problems, {tally.problems:,} problems"
    click.echo(words + (f", {tally.failures:,} cannot be read" if tally.failures else ""))


def advancing(steps: Iterable[tuple[int, Any]], size: int | None) -> Iterator[Any]:
    """The values of the steps, each with the bytes that are behind it, while a bar on a terminal's standard error tells how far it is."""
    with _bar(size) as move:
        behind = 0
        for offset, value in steps:
            if offset - behind >= _STEP:
                behind = offset
                move(offset)
            yield value


def _bar(size: int | None) -> AbstractContextManager[Callable[[int], None]]:
    if not sys.stderr.isatty():
        return nullcontext(lambda _: None)
    from replayable.cli.progress import bar

    return bar(size)


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
