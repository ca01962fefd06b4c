"""A damaged file, looked at as a whole: what is wrong with it, and what is to be done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from replayable import records
from replayable.doctor.lines import Line, Text, lines, text_of
from replayable.doctor.outline import Draughtsman, Outline
from replayable.doctor.planning import Plan, plan_of
from replayable.doctor.reading import Lines, kind_of, read
from replayable.doctor.report import Finding, Kind
from replayable.errors import ReadError
from replayable.formats.openclaw.spellings import HEADER
from replayable.projection.migration import version_of
from replayable.report import Loss
from replayable.salvage import database_of, name_of


class Survey(msgspec.Struct):
    """What was found in a file. `outline` and `plan` are those of a session file, empty for others. `is_lossy`: in its encoding there are
    bytes that are no characters, so that the file itself must be kept."""

    kind: Kind
    version: int | None
    records: int
    findings: tuple[Finding, ...]
    outline: Outline
    plan: Plan
    is_lossy: bool = False


def survey(file: BinaryIO, path: Path) -> Survey:
    """The survey of an open file. Raises ReadError where no record can be read, and for what is no session: a file of which less can be read
    than not, and which does not begin with a header (a text that quotes some records is not to be made a session of them)."""
    kind = _kind(file, path)
    pen = Draughtsman(path.name)
    if kind == "document":
        return Survey(kind, None, 1, (), pen.outline, Plan())
    text = text_of(file)
    findings = list[Finding]()
    count = whole = 0
    for line in lines(text.chunks):
        found = read(line, kind)
        findings.extend(found.findings)
        count += len(found.rows)
        whole += found.records
        if kind == "session":
            for row in found.rows:
                pen.see(row.value, row.line, hash(row.text if row.text is not None else records.encode(row.value)))
    unreadable = sum(finding.damage == "unreadable-line" for finding in findings)
    if whole < unreadable and not _begins_with_header(pen.outline):
        raise ReadError(f"{path}: is no session file: {unreadable} lines or parts of lines are no JSON, and only {whole} are")
    if not count:
        raise ReadError(f"{path}: no JSON record can be kept of it")
    version = _version(pen.outline)
    plan, more = plan_of(pen.outline) if kind == "session" else (Plan(), ())
    return Survey(kind, version, count, (*_recoded(text), *findings, *more), pen.outline, plan, text.is_lossy)


def _begins_with_header(outline: Outline) -> bool:
    """The first line says that the file is a session, whatever follows."""
    return outline.headers[:1] == [0] and outline.lines[0] == 1


def mended(file: BinaryIO, kind: Kind) -> Iterator[tuple[Line, Lines]]:
    """Each line of the file and its rows as the survey saw them."""
    for line in lines(text_of(file).chunks):
        yield line, read(line, kind)


def _kind(file: BinaryIO, path: Path) -> Kind:
    """The kind of the file; "document" for one value over several lines. Leaves the file at its beginning."""
    try:
        opening = next(lines(text_of(file).chunks), None)
        if opening is None:
            raise ReadError(f"{path}: empty, there is no history in it")
        if (database := database_of(opening.text)) is not None:
            raise ReadError(f"{path}: is {database}; `replayable store` reads sessions from one")
        if _may_open_a_document(opening) and _is_document(file, path):
            return "document"
        return kind_of(lines(text_of(file).chunks))
    finally:
        file.seek(0)


def _may_open_a_document(opening: Line) -> bool:
    """The first line is not one value. There may be values in it all the same: those of a list that has each message on a line of its own."""
    read = records.read_line(opening.text)
    return not read.found or (bool(read.flaws) and not opening.is_last)


def _is_document(file: BinaryIO, path: Path) -> bool:
    """The whole file is one value. Raises ReadError where nothing in it can be read."""
    file.seek(0)
    return records.load_text(records.Handed(file.read(), str(path), "bytes")).records is None


def _recoded(text: Text) -> Iterator[Finding]:
    if text.encoding is not None:
        words = f"the file is in {name_of(text.encoding)}; it is written in UTF-8"
        loss: Loss = "content" if text.is_lossy else "none"
        yield Finding(damage="wrong-encoding", reason=f"{words}, and kept as it was: not all of it are characters" if text.is_lossy else words, loss=loss)


def _version(outline: Outline) -> int | None:
    header = next((row for row in outline.rows if type(row) is dict and row.get("type") == HEADER), None)
    return None if header is None else version_of(header)
