"""The way of a conversation through a command: work on it, write the result, report, and say how it went.

A file with one conversation a line goes the same way line by line; a line that fails does not stop the others.
"""

from __future__ import annotations

from collections.abc import Callable

import click
import msgspec

from replayable.cli.outcome import Allowed, Outcome, excess
from replayable.cli.output import check_output, write_output
from replayable.cli.reports import Report, tell
from replayable.cli.source import Line, Source, conversations, read_source
from replayable.cli.wording import without_name
from replayable.errors import CannotCarry, ReadError, UnknownFormat

Work = Callable[[bytes], Outcome]

# What can be wrong with one conversation; everything else is wrong with the call.
_OF_ONE_INPUT = (ReadError, UnknownFormat, CannotCarry)


def deliver(file: str, work: Work, out: str | None, report: Report, allowed: Allowed) -> int:
    """The exit status after the conversations of a file were worked on, written and reported."""
    return deliver_source(read_source(file), work, out, report, allowed)


def deliver_source(source: Source, work: Work, out: str | None, report: Report, allowed: Allowed) -> int:
    """The same, of what was read already."""
    check_output(out, source.record)
    outcomes = tuple(msgspec.structs.replace(outcome, withheld=excess(outcome.changes, allowed)) for outcome in outcomes_of(source, work))
    written = [outcome.body for outcome in outcomes if outcome.is_written]
    if written:
        write_output(out, b"".join(written))
    tell(report, outcomes)
    return 0 if all(outcome.is_fine for outcome in outcomes) else 1


def outcomes_of(source: Source, work: Work) -> tuple[Outcome, ...]:
    """What the work gives for the conversation of a source, or for each of its lines."""
    lines = conversations(source.data) if source.holds == "any" else ()
    return _each(source, lines, work) if lines else (_only(source, work),)


def as_line(body: bytes) -> bytes:
    """A payload as one line; one that already is keeps its bytes, and the entries of a session become a list."""
    body = body.strip()
    if b"\n" not in body:
        return body + b"\n"
    try:
        return msgspec.json.format(body, indent=-1) + b"\n"
    except msgspec.DecodeError:
        return b"[" + b",".join(body.splitlines()) + b"]\n"


def _only(source: Source, work: Work) -> Outcome:
    try:
        return work(source.data)
    except _OF_ONE_INPUT as error:
        raise click.ClickException(f"{source.name}: {without_name(error)}") from error


def _each(source: Source, lines: tuple[Line, ...], work: Work) -> tuple[Outcome, ...]:
    outcomes = tuple(_attempt(line, work) for line in lines)
    if all(outcome.failure for outcome in outcomes):
        first = outcomes[0]
        raise click.ClickException(f"{source.name}: none of its {len(lines)} lines can be used; line {first.line}: {first.failure}")
    return outcomes


def _attempt(line: Line, work: Work) -> Outcome:
    try:
        outcome = work(line.data)
    except _OF_ONE_INPUT as error:
        return Outcome(line=line.number, failure=without_name(error))
    notes = tuple(msgspec.structs.replace(note, line=line.number, offset=None if note.offset is None else note.offset + line.offset) for note in outcome.notes)
    return msgspec.structs.replace(outcome, body=as_line(outcome.body), line=line.number, notes=notes)
