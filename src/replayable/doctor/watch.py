"""Looks at the lines of a file one after the other: those of a session, or messages."""

from __future__ import annotations

from array import array

import msgspec
from msgspec import UNSET

from replayable.doctor.lines import BLANK
from replayable.doctor.outline import answers_of, calls_of, is_code_mode, is_written_by_runtime, may_send
from replayable.doctor.plain_rows import (
    PLAIN_TYPES,
    Odd,
    PlainMessage,
    Whole,
    check_letters,
    content_of,
    may_matter,
    plain_message,
    plain_row,
    see_content,
    value_of,
)
from replayable.doctor.report import Kind
from replayable.formats.openclaw.spellings import HEADER, INTERNAL_CONTEXT, LEAF, ROW_TYPES
from replayable.model.values import Json, Raw, is_blank

_BUCKETS = 4096
_CONTEXT = INTERNAL_CONTEXT.encode()


class Screened(msgspec.Struct, frozen=True):
    """A healthy file."""

    kind: Kind
    version: int | None
    records: int


class Watch:
    """Looks at lines one after the other, and raises Odd at the first that wants a closer look."""

    kind: Kind
    version: int | None = None

    def __init__(self) -> None:
        self.records = 1

    def look_at(self, texts: list[bytes], block: bytes) -> None:
        """Looks at the lines of a block."""
        raise NotImplementedError

    def verdict(self) -> Screened | None:
        """What the file is, None where something is left open."""
        return Screened(self.kind, self.version, self.records)


class WatchOverMessages(Watch):
    """Looks at messages, one a line."""

    kind: Kind = "messages"

    def look_at(self, texts: list[bytes], block: bytes) -> None:
        """Looks at the lines of a block."""
        check_letters(block)
        has_images = b"image" in block
        for text in texts:
            try:
                message = plain_message(text)
                if message.stopReason == "error" or is_blank(message.role):
                    raise Whole
                if message.role == "user" or (has_images and b"image" in text):
                    see_content(content_of(message), message.role)
            except (msgspec.MsgspecError, Whole):
                if not text.strip(BLANK):
                    continue
                row = value_of(text)
                if type(row) is dict and "role" in row:
                    self.see_row(row)
            self.records += 1

    def see_row(self, row: Raw) -> None:
        """Looks at a message that was decoded as a whole."""
        role, content = row["role"], row.get("content")
        if type(role) is not str or is_blank(role) or (role == "assistant" and content == [] and row.get("stopReason") == "error"):
            raise Odd
        see_content(content, role)


class WatchOverSession(Watch):
    """Looks at the rows of a session file, its header left out."""

    kind: Kind = "session"

    def __init__(self, version: int) -> None:
        super().__init__()
        self.version = version
        self.ids = [array("q") for _ in range(_BUCKETS)]
        self.last: str | None = None
        self.open: set[str] = set()  # calls of code sessions that wait for their results
        self.after_send = False

    def look_at(self, texts: list[bytes], block: bytes) -> None:
        """Looks at the lines of a block. (One loop without calls: it is what a large file takes its time for.)"""
        check_letters(block)
        has_images, ids = b"image" in block, self.ids
        if _CONTEXT in block:  # a turn may be stored twice, with and without it
            raise Odd
        for text in texts:
            try:
                row = plain_row(text)
                if row.type not in PLAIN_TYPES or (row.type == "message") is (row.message is None):
                    raise Whole
                if row.message is not None:
                    self._see_plain(row.message, text, has_images)
            except (msgspec.MsgspecError, Whole):
                if text.strip(BLANK):
                    self._see_row(value_of(text))
                    self.records += 1
                continue
            parent, own = row.parentId, row.id
            if parent != self.last and parent is not None and parent is not UNSET and not self._is_known(parent):
                raise Odd
            if own:
                code = hash(own)
                ids[code % _BUCKETS].append(code)
                self.last = own
            self.records += 1

    def verdict(self) -> Screened | None:
        """What the file is; None where a call of the known cases has no result, or an id comes twice."""
        if self.open or any(len(set(bucket)) < len(bucket) for bucket in self.ids):
            return None
        return super().verdict()

    def _see_plain(self, message: PlainMessage, text: bytes, has_images: bool) -> None:
        """Looks at a message of which few fields were decoded. What its content must be asked for is decoded now."""
        role = message.role
        if role == "assistant":
            api = message.api
            if self.after_send or message.stopReason == "error" or (api is not None and api.endswith("responses") and may_matter(api, text)):
                raise Whole
        elif self.open or is_blank(role):
            raise Whole
        else:
            self.after_send = False
        if role == "user" or (has_images and b"image" in text):
            see_content(content_of(message), role)

    def _see_row(self, row: Json) -> None:
        """Looks at a row that was decoded as a whole."""
        if type(row) is not dict:
            return
        if row.get("type") == HEADER:
            raise Odd
        own, parent = row.get("id"), row.get("parentId", UNSET)
        if parent is not None and parent is not UNSET and parent != self.last and not self._is_known(parent):
            raise Odd
        if type(own) is str and own and self._is_node(row):
            code = hash(own)
            self.ids[code % _BUCKETS].append(code)
            self.last = own
        if row.get("type") == "message":
            self._see_message(row.get("message"))

    def _see_message(self, message: Json) -> None:
        role = message.get("role") if type(message) is dict else None
        if type(role) is not str or is_blank(role):
            raise Odd
        content = message.get("content")
        if role == "assistant":
            self._see_assistant(message, content)
        else:
            self.after_send = False
        see_content(content, role)
        if self.open:
            self.open.difference_update(answers_of(message))

    def _see_assistant(self, message: Raw, content: Json) -> None:
        if (self.after_send and is_written_by_runtime(message)) or (content == [] and message.get("stopReason") == "error"):
            raise Odd
        self.after_send = may_send(message)
        if is_code_mode(message):
            self.open.update([own for own, _ in calls_of(message)])

    def _is_node(self, row: Raw) -> bool:
        """Other rows may hang on the row. One that chooses a leaf must choose one that is there."""
        kind = row.get("type")
        if kind == LEAF and not all((name := row.get(key)) is None or self._is_known(name) for key in ("targetId", "appendParentId")):
            raise Odd
        return type(kind) is str and (kind in ROW_TYPES or "parentId" in row)

    def _is_known(self, name: Json) -> bool:
        if type(name) is not str:
            return False
        code = hash(name)
        return code in self.ids[code % _BUCKETS]
