"""`replayable prefix`: whether logged requests are extensions of each other, and if not, where, why, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click
import msgspec

from replayable.cli.reports import as_json
from replayable.cli.source import Source, read_source
from replayable.cli.wording import counted, printable, without_name
from replayable.errors import ReadError
from replayable.ledger.judging import judged
from replayable.ledger.logs import NO_REQUEST, Logged, read_log
from replayable.ledger.outline import Outline
from replayable.ledger.taking import taken
from replayable.ledger.verdict import MEANINGS, Verdict

MOST = 200  # requests that are told one by one; of more only those that are no extensions, and --json has all


_NAMED = 4  # requests that an error names


class Judged(msgspec.Struct, frozen=True):
    """One request and what it is. `line` is 1-based; `against`: the number of the request it is held against, from 1."""

    number: int
    name: str
    line: int | None
    verdict: Verdict
    against: int | None


@click.command(short_help="Whether logged requests are extensions of each other.")
@click.argument("requests", nargs=-1, required=True, metavar="REQUEST REQUEST...")
@click.option("--json", "form", flag_value="json", default="text", help="Print JSON.")
def command(*, requests: tuple[str, ...], form: str) -> int:
    """Tell whether each request is an extension of the one before it for the same model and cache; where not, what differs first and what that costs.

    REQUEST is a file (`-`: standard input) with the body of a request to any API, or with one a line. No words of a request are shown.
    Status 1: some request is no extension.
    """
    found = _judged((source, logged) for source in map(read_source, requests) for logged in _requests_of(source))
    broken = [each for each in found if each.verdict.status == "broken"]
    if form == "json":
        click.echo(as_json({"requests": [_fields(each) for each in found], "broken": len(broken)}))
    else:
        _print(found, broken)
    return 1 if broken else 0


def _requests_of(source: Source) -> Iterator[Logged]:
    """The requests of a log; what holds none is counted on standard error."""
    others = requests = 0
    try:
        for logged in read_log(source.data):
            if logged.body is not None:
                requests += 1
                yield logged
            else:
                others += 1
    except ReadError as error:
        raise click.ClickException(f"{source.name}: {without_name(error)}") from error
    if not requests:
        raise click.ClickException(f"{source.name}: {NO_REQUEST}")
    if others:
        click.echo(f"{printable(source.name)}: passed over what holds no request ({others})", err=True)


def _judged(requests: Iterable[tuple[Source, Logged]]) -> list[Judged]:
    last: dict[tuple[str, ...], tuple[int, Outline]] = {}
    found, models = list[Judged](), list[str]()
    for number, (source, logged) in enumerate(requests, start=1):
        against, before = last.get(logged.series, (None, None))
        outline = taken(logged.body or {})
        models.append(f"{printable(source.name)} {f'is for {printable(logged.model)}' if logged.model else 'names no model'}")
        found.append(Judged(number, source.name, logged.line, judged(before, outline), against))
        last[logged.series] = number, outline
    if len(found) < 2:
        raise click.UsageError("one request alone extends nothing; hand over two or more, or a file with one a line")
    if all(each.against is None for each in found):
        told = ", ".join(models[:_NAMED]) + (", …" if len(models) > _NAMED else "")
        raise click.UsageError(f"no two of the {len(found)} requests go to the same model and cache, so there is nothing to compare: {told}")
    return found


# ---------------------------------------------------------------------------------------------- reports
def _fields(each: Judged) -> dict[str, Any]:
    difference = each.verdict.difference
    meaning = None if difference is None else MEANINGS[difference.kind]
    verdict = {name: value for name, value in msgspec.structs.asdict(each.verdict).items() if name != "declared"}
    return {"number": each.number, "name": printable(each.name), "line": each.line, "against": each.against, **verdict, "meaning": meaning}


def _print(found: list[Judged], broken: list[Judged]) -> None:
    shown = found if len(found) <= MOST else broken[:MOST]
    for each in shown:
        place = printable(each.name) if each.line is None else f"{printable(each.name)}:{each.line}"
        click.echo(f"{each.number}  {place}  {_words(each)}")
        if each.verdict.difference is not None:
            click.echo(f"   {MEANINGS[each.verdict.difference.kind]}")
    if len(shown) < len(found):
        click.echo(f"… and {len(found) - len(shown):,} more: --json has them all")
    click.echo(_closing(found, broken))


def _words(each: Judged) -> str:
    verdict = each.verdict
    if verdict.status == "first":
        return "the first request of its model and cache"
    if verdict.difference is not None:
        return f"is no extension of {each.against}: {verdict.difference}"
    moved = "; cache marks were moved, which changes no content" if verdict.marks == "moved" else ""
    kept = counted(verdict.messages, "message")
    return f"extends {each.against}: {kept} as before, {verdict.bytes:,} bytes (about {verdict.tokens:,} tokens) more{moved}"


def _closing(found: list[Judged], broken: list[Judged]) -> str:
    differences = [each.verdict.difference for each in broken if each.verdict.difference is not None]
    anew = sum(each.bytes for each in differences), sum(each.tokens for each in differences)
    if not broken:
        return f"{counted(len(found), 'request')}: each extends the one before"
    return f"{counted(len(found), 'request')}, {len(broken)} no extension: {anew[0]:,} bytes (about {anew[1]:,} tokens) sent anew"
