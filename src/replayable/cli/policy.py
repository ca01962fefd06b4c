"""`replayable policy`: which rules run for a target, in which order, with which settings, and why."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Any

import click

from replayable import formats, policies
from replayable.cli import matrix
from replayable.cli.configured import settings_of, shown
from replayable.cli.excerpts import meanings_of, reason_of
from replayable.cli.flags import option_flags, options_of
from replayable.cli.providers import tell_doubt
from replayable.cli.reports import as_json
from replayable.contracts import CONTRACTS
from replayable.options import Options
from replayable.pages import page_of
from replayable.policies.policy import Policy
from replayable.policies.variants import whys
from replayable.targets import Target, parse_target

_LONGEST = 160  # characters of a setting's value; `--json` has all of it


@click.command(short_help="Which rules run for a target, with which settings, and why.")
@click.argument("target", required=False)
@click.option("--all", "whom", flag_value="all", help="Print a page of Markdown about all kinds of targets that are known, without TARGET.")
@click.option("--from", "source", metavar="FORMAT", help="The format of the history; another one than the target's where not given.")
@click.option("--json", "form", flag_value="json", default="text", help="Print JSON, with every setting in full.")
@option_flags
def command(*, target: str | None, whom: str | None, source: str | None, form: str, **flags: Any) -> None:
    """Tell which rules run for TARGET (PROVIDER/MODEL), in which order, with which settings, and why."""
    if (target is None) == (whom is None):
        raise click.UsageError("name one TARGET (PROVIDER/MODEL), or give --all")
    if target is None:
        click.echo(matrix.page(), nl=False)
    else:
        _tell(target, source, form, options_of(flags))


def _tell(target: str, source: str | None, form: str, options: Options) -> None:
    route = parse_target(target, options.api)
    policy = policies.choose(route, options, source=None if source is None else formats.named(source).name)
    if form == "json":
        click.echo(as_json(_as_value(route, policy)))
    else:
        tell_doubt(target, options)
        _print(route, policy)


def _as_value(target: Target, policy: Policy) -> dict[str, Any]:
    rules = [{"name": rule.name, "settings": settings_of(rule), "why": page_of(type(rule)).summary} for rule in policy.rules]
    return {"target": str(target), "api": policy.api, "format": policy.format.name, "rules": rules}


def _print(target: Target, policy: Policy) -> None:
    checked = f"checked by the contract of {policy.api}" if policy.api in CONTRACTS else "not checked, since there is no contract of this API yet"
    click.echo(f"{target} over {policy.api}: written as {policy.format.name}, {checked}")
    for why in whys(target):
        click.echo(why)
    click.echo(f"{len(policy.rules)} rules, in this order:")
    for rule in policy.rules:
        click.echo(f"\n{click.style(rule.name, bold=True)}")
        page = page_of(type(rule))
        meanings = meanings_of(page)
        click.echo(_indented(page.summary))
        click.echo(_indented(f"Why: {reason_of(page)}"))
        for name, value in settings_of(rule).items():
            click.echo(_indented(f"{name} = {shown(value, _LONGEST)}" + (f"  # {meanings[name]}" if name in meanings else "")))


def _indented(text: str) -> str:
    """The text behind four blanks, wrapped where a terminal shows it."""
    if not sys.stdout.isatty():
        return f"    {text}"
    return textwrap.fill(text, shutil.get_terminal_size().columns, initial_indent="    ", subsequent_indent="    ")
