"""What `check` prints of a file with a conversation a line: each with its problems, and the sum of their reasons."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import TypeVar

import click

from replayable.cli.check_report import MOST
from replayable.cli.findings import CURES
from replayable.cli.reports import as_json
from replayable.cli.tables import print_rows
from replayable.cli.tally import Tally
from replayable.cli.wording import counted, printable
from replayable.report import Problem

Bar = AbstractContextManager[Callable[[int], None]]
Value = TypeVar("Value")

_STEP = 1 << 20  # bytes between two looks at the bar


class Telling(ABC):
    """Tells of conversations as they come, and of all of them at the end. `tally`: what came before."""

    @abstractmethod
    def bar(self, size: int | None) -> Bar:
        """Tells how many of so many bytes are read."""

    @abstractmethod
    def problems(self, line: int, problems: tuple[Problem, ...], tally: Tally) -> None:
        """Tells of one conversation."""

    @abstractmethod
    def failure(self, line: int, why: str, tally: Tally) -> None:
        """Tells of a line in which no conversation can be read."""

    @abstractmethod
    def end(self, tally: Tally) -> None:
        """Tells of all."""


class TellingText(Telling):
    """For a person: the problems of so many lines, then a table of reasons. What would tear a bar apart waits until that is gone."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._tell: Callable[[str], None] = self._waiting.append if sys.stderr.isatty() and sys.stdout.isatty() else click.echo

    def bar(self, size: int | None) -> Bar:
        return _bar(size) if sys.stderr.isatty() else _no_bar()

    def problems(self, line: int, problems: tuple[Problem, ...], tally: Tally) -> None:
        if not problems or tally.problems >= MOST:
            return
        for problem in islice(problems, MOST):
            self._tell(f"line {line}: {printable(problem.pointer) or '/'}  {printable(problem.error)} ({problem.rule})")
        if len(problems) > MOST:
            self._tell(f"line {line}: … and {len(problems) - MOST:,} more problems: --json has them all")
        if tally.problems + len(problems) >= MOST:
            self._tell("… the problems of further lines are counted below: --json has them all")

    def failure(self, line: int, why: str, tally: Tally) -> None:
        if tally.failures < MOST:
            self._tell(f"line {line}: {printable(why)}")

    def end(self, tally: Tally) -> None:
        for words in self._waiting:
            click.echo(words)
        if tally.reasons:
            _print_reasons(tally)
        words = f"{counted(tally.conversations, 'conversation')}: {tally.fine:,} without problems, {counted(tally.problems, 'problem')}"
        click.echo(words + (f", {tally.failures:,} cannot be read" if tally.failures else ""))


class TellingJson(Telling):
    """For a program: one object a line."""

    def bar(self, size: int | None) -> Bar:
        return _bar(size) if sys.stderr.isatty() and not sys.stdout.isatty() else _no_bar()

    def problems(self, line: int, problems: tuple[Problem, ...], tally: Tally) -> None:  # noqa: ARG002 - each line is told
        click.echo(as_json({"line": line, "problems": problems}))

    def failure(self, line: int, why: str, tally: Tally) -> None:  # noqa: ARG002
        click.echo(as_json({"line": line, "error": why}))

    def end(self, tally: Tally) -> None:
        """Says nothing: each line has told its own."""


def advancing(steps: Iterable[tuple[int, Value]], bar: Bar) -> Iterator[Value]:
    """The values of the steps, each with the bytes that are behind it, while a bar tells how far it is."""
    behind = 0
    with bar as move:
        for offset, value in steps:
            if offset - behind >= _STEP:
                behind = offset
                move(offset)
            yield value


def _print_reasons(tally: Tally) -> None:
    """How many problems there are of each kind, the most frequent first."""
    headings = ("problems", "conversations", "first line", "reason", "repaired by")
    ordered = sorted(tally.reasons.items(), key=lambda item: (-item[1].problems, item[0]))
    print_rows(
        headings, ((f"{each.problems:,}", f"{each.conversations:,}", str(each.first), rule, ", ".join(CURES.get(rule, ())) or "—") for rule, each in ordered)
    )


def _bar(size: int | None) -> Bar:
    from replayable.cli.progress import bar

    return bar(size)


def _no_bar() -> Bar:
    return nullcontext(lambda _: None)
