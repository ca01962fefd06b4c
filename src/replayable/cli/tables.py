"""Names with a sentence each: wrapped in two columns on a terminal, one plain line each elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from replayable.cli.wording import printable


def print_pairs(pairs: Iterable[tuple[str, str]]) -> None:
    """Prints the pairs to standard output."""
    rows = [(printable(name), printable(sentence)) for name, sentence in pairs]
    if sys.stdout.isatty():
        _as_table(rows)
        return
    width = max((len(name) for name, _ in rows), default=0)
    for name, sentence in rows:
        click.echo(f"{name:<{width}}  {sentence}".rstrip())


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
