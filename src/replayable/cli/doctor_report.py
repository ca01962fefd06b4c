"""What the doctor found, for a person: for one file its damage, for a folder a row a file."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from replayable.cli.wording import counted, printable
from replayable.doctor import Finding, Report
from replayable.report import Loss

MOST = 200  # rows that are shown; --json has all of them
_PLACES = 8  # lines that one row names
_STYLES: dict[Loss, str] = {"none": "dim", "content": "red", "synthetic": "yellow"}

Row = tuple[str, Report | None, str | None, str | None]  # path, report, error, what was imported


def print_visit(report: Report | None, imported: str | None) -> None:
    """Prints what was found in one file and what was done."""
    if report is None:
        return
    console = Console(highlight=False)
    for note in report.notes:
        _print(console, Text(printable(note.reason), style="dim"))
    if report.findings:
        _print(console, _damage(report.findings))
    _line(console, f"{report.path}: {_outcome(report)}", "green" if report.is_healthy else "red")
    for words in _left(report):
        _line(console, words, "")
    if imported is not None:
        _line(console, imported, "")


def print_rows(rows: Sequence[Row]) -> None:
    """Prints what became of each file of a folder, and the sum."""
    console = Console(highlight=False)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in ("file", "records", "damage", "outcome"):
        table.add_column(name, overflow="fold")
    for path, report, error, imported in rows[:MOST]:
        if report is None:
            table.add_row(printable(path), "", "", Text(printable((error or "").removeprefix(f"{path}: ")), style="red"))
            continue
        words = "; ".join(filter(None, (_outcome(report) if report.findings else "healthy", *_left(report), imported)))
        table.add_row(printable(path), f"{report.records:,}", _names(report.findings), printable(error or words))
    _print(console, table)
    if len(rows) > MOST:
        _line(console, f"… and {len(rows) - MOST:,} more files: --json has them all", "dim")
    _line(console, _sum(rows), "bold")


def _sum(rows: Sequence[Row]) -> str:
    reports = [report for _, report, error, _ in rows if report is not None and error is None]
    repaired = sum(report.repaired for report in reports)
    damaged = sum(not report.is_healthy for report in reports)
    unread = len(rows) - len(reports)
    return f"{counted(len(rows), 'file')}: {len(reports) - repaired - damaged} healthy, {repaired} repaired, {damaged} damaged, {unread} not treated"


# ---------------------------------------------------------------------------------------------- one file
def _outcome(report: Report) -> str:
    what = f"{report.kind}, {counted(report.records, 'record')}"
    if not report.findings:
        return f"healthy ({what})"
    found = counted(len(report.findings), "finding")
    return f"repaired, {found} ({what})" if report.repaired else f"damaged, {found} ({what}); --fix repairs it"


def _left(report: Report) -> list[str]:
    said = []
    if report.side is not None:
        said.append(f"what could not be kept is in {report.side}")
    if report.backup is not None:
        said.append(f"the backup could not be removed: {report.backup}")
    return said


def _damage(findings: Sequence[Finding]) -> Table:
    """A row for findings that say the same."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in ("damage", "lines", "loss", "what"):
        table.add_column(name, overflow="fold")
    groups: dict[tuple[str, Loss, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.damage, finding.loss, finding.reason), []).append(finding)
    for (damage, loss, reason), same in list(groups.items())[:MOST]:
        table.add_row(damage, _lines(same), Text(loss, style=_STYLES[loss]), printable(reason))
    if len(groups) > MOST:
        table.add_row("…", "", "", f"and {len(groups) - MOST:,} more: --json has them all")
    return table


def _lines(findings: Sequence[Finding]) -> str:
    named = [str(finding.line) for finding in findings if finding.line is not None]
    return ", ".join(named[:_PLACES]) + (f" … ({len(named):,})" if len(named) > _PLACES else "")


def _names(findings: Sequence[Finding]) -> str:
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding.damage] = counts.get(finding.damage, 0) + 1
    return ", ".join(f"{number} {damage}" for damage, number in counts.items())


# ---------------------------------------------------------------------------------------------- printed
def _line(console: Console, words: str, style: str) -> None:
    console.print(Text(printable(words), style=style), soft_wrap=True)


def _print(console: Console, what: RenderableType) -> None:
    """Prints the thing; where it is not a terminal that reads it, as wide as it is and without filling blanks."""
    if console.is_terminal:
        console.print(what)
        return
    wide = Console(highlight=False, width=200)
    with wide.capture() as captured:
        wide.print(what)
    for line in captured.get().splitlines():
        console.print(Text(line.rstrip()), soft_wrap=True)
