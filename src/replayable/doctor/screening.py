"""A quick look at a file: whether it is surely healthy. It never takes a damaged one for healthy; a healthy one that looks odd is
looked at again, row by row.

No model is built, and no more is kept of a row than eight bytes: the hash of its id.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import msgspec

from replayable import records
from replayable.doctor.lines import BLANK, blocks
from replayable.doctor.outline import answers_of, calls_of, is_code_mode, is_written_by_runtime, may_send
from replayable.doctor.report import Kind
from replayable.doctor.salvages.blank_user import is_blank_text
from replayable.doctor.salvages.corrupt_image import is_corrupt
from replayable.formats.openclaw.spellings import HEADER, LEAF, ROW_TYPES
from replayable.model import Json, Raw, is_blank
from replayable.projection.migration import version_of

_decode = msgspec.json.decode
_BUCKETS = 4096


class Screened(msgspec.Struct, frozen=True):
    """A healthy file."""

    kind: Kind
    version: int | None
    records: int


class _Odd(Exception):
    """Something that wants a closer look."""


def screened(chunks: Iterable[bytes]) -> Screened | None:
    """What the file is, if it is surely healthy."""
    watch: _Watch | None = None
    try:
        for block in blocks(chunks):
            rows = _rows(block)
            if watch is None and rows:
                watch = _Watch(rows[0])
            for row in rows:
                watch.see(row)  # type: ignore[union-attr]
        return None if watch is None else watch.verdict()
    except _Odd:
        return None


def _rows(block: bytes) -> list[Json]:
    """The values of the lines. Raises _Odd where a line is no plain value."""
    if records.may_be_deep(block):
        raise _Odd
    texts = block.split(b"\n")
    try:
        return [_decode(text) for text in (texts if texts[-1] else texts[:-1])]
    except (msgspec.MsgspecError, RecursionError):
        return [_value(text) for text in texts if text.strip(BLANK)]


def _value(text: bytes) -> Json:
    read = records.read_line(text)
    if read.flaws or len(read.found) != 1:
        raise _Odd
    return read.found[0].value


class _Watch:
    """Looks at the rows one after the other. Only two kinds of file are known well enough: session files with their header first, and
    messages, one a line."""

    def __init__(self, first: Json) -> None:
        if type(first) is not dict:
            raise _Odd
        is_header = first.get("type") == HEADER and type(own := first.get("id")) is str and bool(own.strip())
        if not is_header and type(first.get("role")) is not str:
            raise _Odd
        self.kind: Kind = "session" if is_header and "role" not in first else "messages"
        self.version = version_of(first) if self.kind == "session" else None
        self.records = 0
        self.ids = [array("q") for _ in range(_BUCKETS)]
        self.last: Json = None
        self.open: set[str] = set()
        self.after_send = False

    def see(self, row: Json) -> None:
        """Takes a row in. Raises _Odd."""
        self.records += 1
        if type(row) is not dict:
            return
        if self.kind == "messages":
            if "role" in row:
                self._see_message(row)
            return
        if row.get("type") == HEADER:
            if self.records > 1:
                raise _Odd
            return
        self._see_place(row)
        if row.get("type") == "message":
            message = row.get("message")
            if type(message) is not dict:
                raise _Odd
            self._see_message(message)

    def _see_place(self, row: Raw) -> None:
        """Where the row hangs. Rows that name a later one, or none there is, are odd; so are names that are no texts."""
        own = row.get("id")
        if "parentId" in row:
            parent = row["parentId"]
            if parent is not None and (type(parent) is not str or (parent != self.last and not self._is_known(parent))):
                raise _Odd
        if type(own) is str and own and self._is_node(row):
            code = hash(own)
            self.ids[code % _BUCKETS].append(code)
            self.last = own

    def _is_node(self, row: Raw) -> bool:
        """Other rows may hang on the row. One that only chooses a leaf must choose one that is there."""
        kind = row.get("type")
        if kind == LEAF:
            return all((name := row.get(key)) is None or (type(name) is str and self._is_known(name)) for key in ("targetId", "appendParentId"))
        return type(kind) is str and (kind in ROW_TYPES or "parentId" in row)

    def _is_known(self, name: str) -> bool:
        code = hash(name)
        return code in self.ids[code % _BUCKETS]

    def _see_message(self, message: Raw) -> None:
        role = message.get("role")
        if type(role) is not str or is_blank(role):
            raise _Odd
        content = message.get("content")
        if role == "assistant":
            self._see_assistant(message, content)
        else:
            self.after_send = False
            if role == "user" and type(content) is str and is_blank(content):
                raise _Odd
        if type(content) is list:
            _see_blocks(content, role)
        if self.open:
            self.open.difference_update(answers_of(message))

    def _see_assistant(self, message: Raw, content: Json) -> None:
        if self.after_send and is_written_by_runtime(message):
            raise _Odd
        if content == [] and message.get("stopReason") == "error":
            raise _Odd
        api = message.get("api")
        self.after_send = False
        if type(api) is str and api.endswith("responses"):
            self.after_send = may_send(message)
            if is_code_mode(message):
                self.open.update([own for own, _ in calls_of(message)])

    def verdict(self) -> Screened | None:
        """What the file is; None where a call of the known cases has no result, or an id comes twice."""
        if self.open or any(len(set(bucket)) < len(bucket) for bucket in self.ids):
            return None
        return Screened(self.kind, self.version, self.records)


def _see_blocks(content: list[Json], role: str) -> None:
    if role == "user" and not content:
        raise _Odd
    for block in content:
        if type(block) is dict:
            kind = block.get("type")
            if (kind == "text" and role == "user" and is_blank_text(block)) or (kind == "image" and is_corrupt(block)):
                raise _Odd
