"""`replayable diagnose`: what a provider's error text means, where in the request it is, and what cures it."""

from __future__ import annotations

import sys
from typing import Any

import click
import msgspec

import replayable
from replayable import formats, policies, records
from replayable.cli.difference import difference
from replayable.cli.findings import lines_of_messages
from replayable.cli.flags import option_flags, options_of
from replayable.cli.line_numbers import lines_of
from replayable.cli.output import check_output, write_output
from replayable.cli.reports import as_json
from replayable.cli.source import Source, read_source
from replayable.cli.wording import printable, without_name
from replayable.diagnosis import Diagnosis
from replayable.errors import ReadError, UnknownFormat
from replayable.inspection import Inspection, inspect
from replayable.options import Options
from replayable.targets import Target, parse_target


@click.command(short_help="What a provider's error text means, and what cures it.")
@click.option("--error", "text", required=True, metavar="TEXT", help="The answer's body, or what an SDK, a gateway or a log made of it; `-`: standard input.")
@click.argument("file", required=False)
@click.option("--for", "target", metavar="PROVIDER/MODEL", help="Where the request was sent; told by the text where not given.")
@click.option("--json", "form", flag_value="json", default="text", help="Print JSON.")
@click.option("-o", "--out", metavar="OUT", help="Where the cured request goes.")
@option_flags
def command(*, text: str, file: str | None, target: str | None, form: str, out: str | None, **flags: Any) -> int:
    """Tell which refusal an error text is, where in FILE (a request, or the history that it was made of) it stands, which rule of `prepare`
    cures it, and what the cured request says otherwise.

    Put TEXT in single quotes: a shell takes what stands in backticks out of double ones. Status 0: a cure is known. 1: none is, or no repair
    of the request helps (it is too long, comes too often, …), or the text is not known.
    """
    if text == "-" and file == "-":
        raise click.UsageError("only one of --error and FILE can be standard input")
    options = options_of(flags)
    source = None if file is None else read_source(file)
    if source is not None:
        check_output(out, source.record)
    found = _diagnosed(_read_error(text), source, target, options)
    shown = _Shown(found, source, _difference(found, source, options))
    if form == "json":
        click.echo(as_json(_as_value(shown)))
    else:
        _print(shown)
    if out is not None and found.cured is not None:
        write_output(out, found.cured.body)
    return 0 if found.rule is not None or found.cured is not None else 1


class _Shown(msgspec.Struct, frozen=True):
    """A diagnosis with what it was made for. `difference`: the lines of the diff, without their files."""

    found: Diagnosis
    source: Source | None
    difference: list[str]


def _read_error(text: str) -> str:
    return sys.stdin.buffer.read().decode("utf-8", "replace") if text == "-" else text


def _diagnosed(error: str, source: Source | None, target: str | None, options: Options) -> Diagnosis:
    try:
        return replayable.diagnose(error, None if source is None else source.data, target, options=options)
    except (ReadError, UnknownFormat) as failure:
        name = "the input" if source is None else source.name
        raise click.ClickException(f"{name}: {without_name(failure)}") from failure


def _difference(found: Diagnosis, source: Source | None, options: Options) -> list[str]:
    """What the cured request says otherwise than FILE would, sent as it is."""
    if found.cured is None or source is None:
        return []
    return difference(_sent(found.cured.target, source, options).request, found.cured.request)


def _sent(target: Target, source: Source, options: Options) -> Inspection:
    return inspect(source.data, str(target), options=msgspec.structs.replace(options, api=target.api))


# ---------------------------------------------------------------------------------------------- JSON
def _as_value(shown: _Shown) -> dict[str, Any]:
    found = shown.found
    fields = ("kind", "refusal", "alike", "target", "api", "pointer", "origin", "rule", "fix")
    value: dict[str, Any] = {name: getattr(found, name) for name in fields}
    value["line"] = _line(shown)
    value["cured"] = None if found.cured is None else found.cured.request
    value["changes"] = () if found.cured is None else found.cured.changes
    return value


def _line(shown: _Shown) -> int | None:
    """The line of the file on which the thing pointed at stands; of a stored history that of its message."""
    found, source = shown.found, shown.source
    if source is None or found.pointer is None:
        return None
    document = records.load(source.data)
    if _is_own(found, document):
        return lines_of(document, [found.pointer]).get(found.pointer)
    return None if found.origin is None else lines_of_messages(document, [found.origin]).get(found.origin)


def _is_own(found: Diagnosis, document: records.Document) -> bool:
    """Whether the pointer is one into the file itself."""
    try:
        name = formats.recognised(document.value).name
    except UnknownFormat:
        return True
    return found.target is None or name == policies.format_of(parse_target(found.target, found.api).api) or isinstance(document.value, dict)


# ---------------------------------------------------------------------------------------------- text
def _print(shown: _Shown) -> None:
    found = shown.found
    click.echo(_headline(found))
    if found.alike:
        click.echo(f"    or, in the same words: {', '.join(found.alike)}")
    if found.pointer is not None:
        click.echo(f"    at {printable(found.pointer) or '/'}{_where(shown)}")
    click.echo(f"    {found.fix}")
    click.echo(f"    {_cure(shown)}")
    for line in shown.difference:
        click.echo(_coloured(printable(line)))


def _headline(found: Diagnosis) -> str:
    if found.kind != "refusal":
        return click.style(found.kind, bold=True) + (f" ({found.refusal})" if found.refusal is not None else "")
    return click.style(found.refusal or found.kind, bold=True) + _whom(found)


def _whom(found: Diagnosis) -> str:
    """The target, with its API where `--for` alone would mean another one."""
    if found.target is None:
        return ""
    return f", for {found.target}" + (f" --api {found.api}" if found.api != parse_target(found.target).api else "")


def _where(shown: _Shown) -> str:
    line, origin = _line(shown), shown.found.origin
    words = [f"line {line}"] if line is not None else []
    if origin is not None and shown.source is not None:
        words.append(f"message {origin} of the history")
    return f" ({', '.join(words)})" if words else ""


def _cure(shown: _Shown) -> str:
    found = shown.found
    if found.kind == "unknown":
        return "No cure is known."
    if found.kind != "refusal":
        return "No repair of the request helps."
    if found.cured is not None:
        return f"Cured by the rule {found.rule}; the request changes so:" if found.rule else "Cured by writing it for the target; the request changes so:"
    if found.rule is None:
        return "No cure is known."
    where = "give FILE, and --for where it was sent, for the request" if shown.source is None else "name the target with --for for the request"
    return f"The rule {found.rule} of `replayable prepare` cures it; {where}."


def _coloured(line: str) -> str:
    return click.style(line, fg={"-": "red", "+": "green", "@": "cyan"}.get(line[:1]))
