"""Names with a sentence each, and rows under headings: as a table on a terminal, as plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from replayable.cli.wording import one_line, printable


def print_pairs(pairs: Iterable[tuple[str, str]]) -> None:
    """Prints the pairs to standard output."""
    rows = [(printable(name), printable(sentence)) for name, sentence in pairs]
    if sys.stdout.isatty():
        _as_table(rows)
        return
    width = max((len(name) for name, _ in rows), default=0)
    for name, sentence in rows:
        click.echo(f"{name:<{width}}  {sentence}".rstrip())


def print_rows(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Prints rows under headings to standard output; without a terminal, columns of plain text."""
    cells = [headings, *(tuple(one_line(cell) for cell in row) for row in rows)]
    if sys.stdout.isatty():
        _as_headed_table(cells)
        return
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    for row in cells:
        click.echo("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


def _as_headed_table(cells: list[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*cells[0], box=None, padding=(0, 2, 0, 0), header_style="bold")
    for row in cells[1:]:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def _as_table(rows: Iterable[tuple[str, str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for name, sentence in rows:
        table.add_row(Text(name), Text(sentence))
    Console(highlight=False).print(table)
