"""The lines of a damaged file → its rows, each with what was wrong with it and what of it cannot be kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from replayable import records
from replayable.doctor.lines import Line
from replayable.doctor.report import Finding, Kind
from replayable.doctor.salvages import OF_MESSAGES
from replayable.doctor.salvages.salvage import Wrong
from replayable.formats.openclaw.spellings import HEADER
from replayable.model.values import Json
from replayable.report import Loss
from replayable.salvage import Flaw


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row that can be kept. `text`: its JSON as it was stored; None where it must be written anew. `line` is 1-based, `offset` in bytes."""

    value: Json
    text: bytes | None
    line: int
    offset: int


class Lines(msgspec.Struct, frozen=True, gc=False):
    """The rows of one line. `lost`: bytes for the side file. `records`: how many could be read, also of those that cannot be kept."""

    rows: tuple[Row, ...]
    findings: tuple[Finding, ...] = ()
    lost: tuple[bytes, ...] = ()
    records: int = 0


def kind_of(lines: Iterable[Line]) -> Kind:
    """What sort of file it is; the first row that only one sort has decides."""
    for line in lines:
        for found in records.read_line(line.text, line.is_last).found:
            kind = _kind_of_row(found.value)
            if kind is not None:
                return kind
    return "lines"


def _kind_of_row(row: Json) -> Kind | None:
    if type(row) is not dict:
        return None
    if type(row.get("role")) is str:
        return "messages"
    kind = row.get("type")
    if kind == HEADER and any(key in row for key in ("id", "sessionId", "version", "cwd")):
        return "session"
    message = row.get("message")
    is_entry = kind == "message" and type(message) is dict and "role" in message and ("id" in row or "timestamp" in row)
    return "session" if is_entry else None


def read(line: Line, kind: Kind) -> Lines:
    """The rows of a line, mended."""
    found = records.read_line(line.text, line.is_last)
    findings = tuple([_finding(flaw, line) for flaw in found.flaws])
    recoded = any(flaw.damage == "wrong-encoding" for flaw in found.flaws)
    lost = tuple([flaw.lost for flaw in found.flaws if flaw.lost])
    rows: list[Row] = []
    for each in found.found:
        mended = _mended(Row(each.value, None if recoded else each.text, line.number, line.offset + each.offset), kind, each.text)
        rows.extend(mended.rows)
        findings, lost = findings + mended.findings, lost + mended.lost
    return Lines(tuple(rows), findings, lost, len(found.found))


def _finding(flaw: Flaw, line: Line) -> Finding:
    loss: Loss = "content" if flaw.lost and flaw.damage != "nul-padding" else "none"
    return Finding(damage=flaw.damage, line=line.number, offset=line.offset, reason=flaw.reason, loss=loss)


# ---------------------------------------------------------------------------------------------- the message in a row
def _message_in(row: Json, kind: Kind) -> str | None:
    """The field that holds the message of a row: "" where the row is one itself, None where it holds none."""
    if type(row) is not dict:
        return None
    if kind == "session":
        return "message" if row.get("type") == "message" else None
    return "" if kind == "messages" and "role" in row else None


def _mended(row: Row, kind: Kind, text: bytes) -> Lines:
    """The row with its message mended. `text` goes to the side file where something of it is not kept."""
    place = _message_in(row.value, kind)
    if place is None:
        return Lines((row,))
    stored = row.value.get(place) if place else row.value
    message, wrong = mend(stored)
    if not wrong:
        return Lines((row,))
    findings = tuple([Finding(damage=name, line=row.line, offset=row.offset, reason=each.reason, loss=each.loss) for name, each in wrong])
    lost = (text,) if any(each.loss == "content" for _, each in wrong) else ()
    if message is None:
        return Lines((), findings, lost)
    value = {**row.value, place: message} if place else message
    return Lines((Row(value, None, row.line, row.offset),), findings, lost)


def mend(message: Json) -> tuple[Json, tuple[tuple[str, Wrong], ...]]:
    """The message after all salvages of messages, None where it cannot be kept; and what was wrong, by the name of the salvage."""
    wrong: list[tuple[str, Wrong]] = []
    for salvage in OF_MESSAGES:
        message, found = salvage.repair(message)
        wrong.extend((salvage.name, each) for each in found)
        if message is None:
            break
    return message, tuple(wrong)


def rows_of(lines: Iterable[Line], kind: Kind) -> Iterator[Lines]:
    """The rows of every line."""
    for line in lines:
        yield read(line, kind)
