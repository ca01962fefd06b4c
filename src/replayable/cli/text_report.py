"""The report that a person reads: a table of repairs, the notes, the problems, and one closing line.

It stays readable and quick whatever the history holds: past `MOST` rows it tells how many there are instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from replayable.cli.outcome import Outcome
from replayable.cli.wording import counted, printable
from replayable.report import Change, Loss, Note, Problem
from replayable.rules import CATALOG
from replayable.rules.rule import RequestRule

MOST = 200  # rows, notes, problems and lines of a file that are shown; --report json has all of them
_MOST_PLACES = 12  # spans of messages or lines that one row names

_STYLES: dict[Loss, str] = {"none": "dim", "content": "red", "synthetic": "yellow"}

Rows = dict[tuple[str, Loss], list[Change]]


def print_outcomes(outcomes: tuple[Outcome, ...]) -> None:
    """Prints what was done with each conversation, and the sum where there are several."""
    console = Console(stderr=True, highlight=False)
    telling = [outcome for outcome in outcomes if outcome.line is None or not outcome.is_fine or outcome.changes or outcome.notes]
    shown = _shown(telling)
    for outcome in telling[:shown]:
        _print_outcome(console, outcome)
    if shown < len(telling):
        _print_line(console, _more(len(telling) - shown, "lines"), "dim")
    if any(outcome.line is not None for outcome in outcomes):
        _print_line(console, _sum(outcomes), "bold")


def print_problems(console: Console, problems: Collection[Problem], all_of_them: str) -> None:
    """Prints what the target would refuse: where, in its own words, and what to do. A pointer stands on a line of its own,
    so that it can be copied whole. `all_of_them`: the option that tells the ones past the most that are shown."""
    for problem in islice(problems, MOST):
        console.print(Text(printable(problem.pointer) or "/", style="bold"), soft_wrap=True)
        words = Text(printable(problem.error))
        words.append(f"\n{printable(problem.fix)} ({problem.rule}, {problem.certainty})", style="dim")
        _print_block(console, Padding(words, (0, 0, 0, 4)))
    if len(problems) > MOST:
        _print_line(console, _more(len(problems) - MOST, "problems", all_of_them), "dim")


def _shown(outcomes: list[Outcome]) -> int:
    """How many of the conversations are told one by one: until they come to the most rows."""
    rows = 0
    for count, outcome in enumerate(outcomes):
        if rows >= MOST:
            return count
        rows += 1 + len(outcome.changes) + len(outcome.notes) + len(outcome.problems)
    return len(outcomes)


def _more(number: int, what: str, option: str = "--report json") -> str:
    return f"… and {number:,} more {what}: {option} has them all"


def _print_line(console: Console, words: str, style: str = "") -> None:
    """Prints the words; where it is not a terminal that reads them, in one line however long it is."""
    console.print(Text(words, style=style), soft_wrap=not console.is_terminal)


def _print_block(console: Console, what: RenderableType) -> None:
    """Prints the thing; where it is not a terminal that reads it, without the blanks that fill its lines."""
    if console.is_terminal:
        console.print(what)
        return
    with console.capture() as captured:
        console.print(what)
    for line in captured.get().splitlines():
        console.file.write(line.rstrip() + "\n")


def _print_outcome(console: Console, outcome: Outcome) -> None:
    if outcome.line is not None:
        _print_line(console, f"line {outcome.line}", "bold")
    if outcome.failure is not None:
        _print_line(console, printable(outcome.failure), "red")
        return
    if outcome.changes:
        _print_block(console, _changes_table(outcome))
    notes = list(_notes(outcome.notes))
    for note in notes[:MOST]:
        _print_line(console, note, "dim")
    if len(notes) > MOST:
        _print_line(console, _more(len(notes) - MOST, "notes"), "dim")
    print_problems(console, outcome.problems, "--report json")
    _print_line(console, _closing(outcome))


# ---------------------------------------------------------------------------------------------- repairs
def _changes_table(outcome: Outcome) -> Table:
    """The repairs by rule, in the order in which the rules ran. Messages are counted from 0, as in the JSON report."""
    table = _table("message", outcome.deed, "loss")
    by_rule = _by_rule(outcome.changes)
    most = _most_rows(by_rule)
    for rule, rows in by_rule.items():
        table.add_row("", Text(rule, style="bold"), "")
        for (reason, loss), changes in islice(rows.items(), most):
            table.add_row(Text(_places(changes)), Text(printable(reason)), Text(loss, style=_STYLES[loss]))
        left = sum(len(changes) for changes in islice(rows.values(), most, None))
        if left:
            table.add_row("", Text(_more(left, "of these"), style="dim"), "")
    return table


def _by_rule(changes: Iterable[Change]) -> dict[str, Rows]:
    """Changes by their rule; those that say the same are one row."""
    found: dict[str, Rows] = {}
    for change in changes:
        found.setdefault(change.rule, {}).setdefault((change.reason, change.loss), []).append(change)
    return found


def _most_rows(by_rule: dict[str, Rows]) -> int:
    """How many rows a rule may have, so that all together have no more than the most; every rule has one."""
    count = sum(map(len, by_rule.values()))
    return count if count <= MOST else max(1, MOST // len(by_rule))


def _places(changes: list[Change]) -> str:
    """The messages of a row: `3, 7-9`; `new` for one that was made, `request` for the fields beside the messages."""
    numbers = _ranges(change.origin for change in changes if change.origin is not None)
    words = dict.fromkeys("request" if _is_of_request(change) else "new" for change in changes if change.origin is None)
    return ", ".join((*([numbers] if numbers else ()), *words))


_REQUEST_RULES = frozenset(rule.name for rule in CATALOG if issubclass(rule, RequestRule))


def _is_of_request(change: Change) -> bool:
    """Whether a change without a message concerns a field of the request. A message that was made comes of nothing, and its
    parts are objects."""
    is_made = change.before is None and isinstance(change.after, list) and all(isinstance(part, dict) for part in change.after)
    return change.rule in _REQUEST_RULES and not is_made


def _ranges(numbers: Iterable[int]) -> str:
    """`3, 7-9`; empty where there is no number."""
    spans: list[list[int]] = []
    distinct = sorted(set(numbers))
    for number in distinct:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = [str(first) if first == last else f"{first}-{last}" for first, last in spans[:_MOST_PLACES]]
    if len(spans) > _MOST_PLACES:
        words.append(f"… ({len(distinct):,} in all)")
    return ", ".join(words)


# ---------------------------------------------------------------------------------------------- notes and closing lines
def _notes(notes: Iterable[Note]) -> Iterator[str]:
    """What reading met; notes that say the same, as one with all their lines."""
    found: dict[str, list[Note]] = {}
    for note in notes:
        found.setdefault(note.reason, []).append(note)
    for reason, same in found.items():
        yield f"note: {_lines(same)}{printable(reason)}"


def _lines(notes: list[Note]) -> str:
    lines = _ranges(note.line for note in notes if note.line is not None)
    if lines:
        return f"line {lines}: " if lines.isdecimal() else f"lines {lines}: "
    return f"byte {notes[0].offset}: " if notes[0].offset is not None else ""


def _closing(outcome: Outcome) -> str:
    """One line: how much was done, what is left, and what it cost."""
    losses = [change.loss for change in outcome.changes]
    gone = "not sent" if outcome.deed == "repair" else "left out"
    kinds = [(losses.count("synthetic"), "made up"), (losses.count("content"), gone)]
    spent = ", ".join(f"{number} {what}" for number, what in kinds if number)
    line = _counts(outcome.deed, len(losses), len(outcome.problems)) + (f"; {spent}" if spent else "")
    return f"{line}. Nothing written: {outcome.withheld}" if outcome.withheld else line


def _sum(outcomes: tuple[Outcome, ...]) -> str:
    changes = sum(len(outcome.changes) for outcome in outcomes)
    problems = sum(len(outcome.problems) for outcome in outcomes)
    missing = sum(not outcome.is_written for outcome in outcomes)
    deed = next((outcome.deed for outcome in outcomes if outcome.failure is None), "repair")
    line = f"{counted(len(outcomes), 'conversation')}: {_counts(deed, changes, problems)}"
    return line + (f"; {missing} not written" if missing else "")


def _counts(deed: str, changes: int, problems: int) -> str:
    """`2 repairs, 0 problems`; what repairs nothing was not checked either."""
    return counted(changes, deed) + (f", {counted(problems, 'problem')}" if deed == "repair" else "")


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        is_wide = column not in ("message", "loss")
        table.add_column(column, ratio=1 if is_wide else None, overflow="fold", max_width=12 if column == "message" else None)
    table.expand = True
    return table
