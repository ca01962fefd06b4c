"""The report that a person reads: a table of repairs, the notes, the problems, and one closing line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from replayable.cli.outcome import Outcome
from replayable.cli.wording import counted, printable
from replayable.report import Change, Loss, Note, Problem

_STYLES: dict[Loss, str] = {"none": "dim", "content": "red", "synthetic": "yellow"}


def print_outcomes(outcomes: tuple[Outcome, ...]) -> None:
    """Prints what was done with each conversation, and the sum where there are several."""
    console = Console(stderr=True, highlight=False)
    for outcome in outcomes:
        if outcome.line is None or not outcome.is_fine or outcome.changes or outcome.notes:
            _print_outcome(console, outcome)
    if any(outcome.line is not None for outcome in outcomes):
        console.print(_sum(outcomes))


def show(console: Console, what: RenderableType) -> None:
    """Prints the thing; where it is not a terminal that reads it, without the blanks that fill its lines."""
    if console.is_terminal:
        console.print(what)
        return
    with console.capture() as captured:
        console.print(what)
    for line in captured.get().splitlines():
        console.file.write(line.rstrip() + "\n")


def problems_table(problems: Iterable[Problem]) -> Table:
    """What the target would refuse: where, in its own words, and what to do."""
    table = _table("where", "problem")
    for problem in problems:
        cell = Text(printable(problem.error))
        cell.append(f"\n{printable(problem.fix)} ({problem.rule}, {problem.certainty})", style="dim")
        table.add_row(Text(printable(problem.pointer) or "/"), cell)
    return table


def _print_outcome(console: Console, outcome: Outcome) -> None:
    if outcome.line is not None:
        console.print(Text(f"line {outcome.line}", style="bold"))
    if outcome.failure is not None:
        console.print(Text(printable(outcome.failure), style="red"))
        return
    if outcome.changes:
        show(console, _changes_table(outcome.changes))
    for note in _notes(outcome.notes):
        console.print(Text(note, style="dim"))
    if outcome.problems:
        show(console, problems_table(outcome.problems))
    console.print(Text(_closing(outcome)))


def _changes_table(changes: tuple[Change, ...]) -> Table:
    """The repairs by rule, in the order in which the rules ran. Messages are counted from 0, as in the JSON report."""
    table = _table("message", "repair", "loss")
    rules = dict.fromkeys(change.rule for change in changes)
    for rule in rules:
        table.add_row("", Text(rule, style="bold"), "")
        for (reason, loss), origins in _by_reason(change for change in changes if change.rule == rule).items():
            table.add_row(Text(_ranges(origins) or "new"), Text(printable(reason)), Text(loss, style=_STYLES[loss]))
    return table


def _by_reason(changes: Iterable[Change]) -> dict[tuple[str, Loss], list[int | None]]:
    """Repairs that say the same, as one line with all their messages."""
    found: dict[tuple[str, Loss], list[int | None]] = {}
    for change in changes:
        found.setdefault((change.reason, change.loss), []).append(change.origin)
    return found


def _ranges(numbers: Iterable[int | None]) -> str:
    """`3, 7-9`; empty where there is no number."""
    spans: list[list[int]] = []
    for number in sorted({number for number in numbers if number is not None}):
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def _notes(notes: Iterable[Note]) -> Iterator[str]:
    """What reading met; notes that say the same, as one with all their lines."""
    found: dict[str, list[Note]] = {}
    for note in notes:
        found.setdefault(note.reason, []).append(note)
    for reason, same in found.items():
        yield f"note: {_places(same)}{printable(reason)}"


def _places(notes: list[Note]) -> str:
    lines = _ranges(note.line for note in notes if note.line is not None)
    if lines:
        return f"line {lines}: " if lines.isdecimal() else f"lines {lines}: "
    return f"byte {notes[0].offset}: " if notes[0].offset is not None else ""


def _closing(outcome: Outcome) -> str:
    losses = [change.loss for change in outcome.changes]
    kinds = [(losses.count("synthetic"), "made up"), (losses.count("content"), "not sent")]
    spent = ", ".join(f"{number} {what}" for number, what in kinds if number)
    line = f"{counted(len(losses), 'repair')}, {counted(len(outcome.problems), 'problem')}" + (f"; {spent}" if spent else "")
    return f"{line}. Nothing written: {outcome.withheld}" if outcome.withheld else line


def _sum(outcomes: tuple[Outcome, ...]) -> Text:
    repairs = sum(len(outcome.changes) for outcome in outcomes)
    problems = sum(len(outcome.problems) for outcome in outcomes)
    missing = sum(not outcome.is_written for outcome in outcomes)
    line = f"{counted(len(outcomes), 'conversation')}: {counted(repairs, 'repair')}, {counted(problems, 'problem')}"
    return Text(line + (f"; {missing} not written" if missing else ""), style="bold")


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(
            column,
            ratio=1 if column in ("repair", "problem") else None,
            overflow="fold",
            max_width=24 if column == "where" else 12 if column == "message" else None,
        )
    table.expand = True
    return table
