"""`replayable rules`: the catalogue of damages, and the page of each."""

from __future__ import annotations

import difflib
import sys

import click

from replayable.cli.tables import print_pairs
from replayable.contracts.catalogue import refusals_named
from replayable.pages import page_of
from replayable.rules import CATALOG

_MOST_CLOSE = 5  # names that are offered for one that does not exist


@click.command(short_help="The list of all rules, or the page of one.")
@click.argument("rule", required=False)
def command(rule: str | None) -> None:
    """List the rules in the order in which they run, or show the page of RULE."""
    if rule is None:
        print_pairs((each.name, page_of(each).summary) for each in CATALOG)
    else:
        _show_page(rule)


def _show_page(name: str) -> None:
    found = next((each for each in CATALOG if each.name == name), None)
    if found is None:
        raise click.UsageError(_unknown(name))
    text = page_of(found).text
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        click.echo(text, nl=not text.endswith("\n"))


def _unknown(name: str) -> str:
    refusals = refusals_named(name)
    if refusals:
        cures = dict.fromkeys(rule for refusal in refusals for rule in refusal.cured_by)
        return f"{name!r} is no rule but a refusal, which {', '.join(cures) or 'none'} repairs; docs/contracts.md tells of it"
    names = [each.name for each in CATALOG]
    close = [each for each in names if name in each][:_MOST_CLOSE] or difflib.get_close_matches(name, names, n=_MOST_CLOSE)
    return f"there is no rule {name!r}; " + (f"close to it: {', '.join(close)}" if close else "`replayable rules` lists them")
