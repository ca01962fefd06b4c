"""A quick look at a file: whether it is surely healthy. It never takes a damaged one for healthy; a healthy one that looks odd is
looked at again, row by row.

No model is built. Of a plain row only the few fields are decoded that say how it hangs together, and no more is kept of it than eight
bytes: the hash of its id. A row that is not plain is decoded as a whole and asked the same questions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType

from replayable import records
from replayable.doctor.lines import BLANK, blocks
from replayable.doctor.outline import CODE_API, answers_of, calls_of, is_code_mode, is_written_by_runtime, may_send
from replayable.doctor.report import Kind
from replayable.doctor.salvages.blank_user import is_blank_text
from replayable.doctor.salvages.corrupt_image import is_corrupt
from replayable.formats.openclaw.spellings import HEADER, INTERNAL_CONTEXT, LEAF, ROW_TYPES
from replayable.model import Json, Raw, is_blank
from replayable.projection.migration import version_of

_BUCKETS = 4096
# Letters of the words that are looked for, written as escapes. Nobody writes letters so; a file that has them is looked at closely.
_LETTER_ESCAPES = (b"\\u006", b"\\u007")


class Screened(msgspec.Struct, frozen=True):
    """A healthy file."""

    kind: Kind
    version: int | None
    records: int


class _Odd(Exception):
    """Something that wants a closer look."""


class _Whole(Exception):
    """The few fields of a plain row do not say enough."""


class _PlainMessage(msgspec.Struct, gc=False):
    """The fields of a message that matter here; its content as it stands in the line."""

    role: str
    content: msgspec.Raw = msgspec.Raw(b"")
    api: str | None = None
    stopReason: str | None = None  # noqa: N815 - the name in the file


class _PlainRow(msgspec.Struct, gc=False):
    """A row of a session file that hangs by its id."""

    type: str
    id: str = ""
    parentId: str | UnsetType | None = UNSET  # noqa: N815 - the name in the file
    message: _PlainMessage | None = None


_decode = msgspec.json.decode
_plain_row = msgspec.json.Decoder(_PlainRow).decode
_plain_message = msgspec.json.Decoder(_PlainMessage).decode
_PLAIN_TYPES = ROW_TYPES - {HEADER, LEAF}


def screened(chunks: Iterable[bytes]) -> Screened | None:
    """What the file is, if it is surely healthy."""
    try:
        watch: _Watch | None = None
        for block in blocks(chunks):
            texts = _lines(block)
            if watch is None:
                watch = _watch_over(texts.pop(0))
            watch.look_at(texts, block)
        return None if watch is None else watch.verdict()
    except _Odd:
        return None


def _lines(block: bytes) -> list[bytes]:
    """The lines of a block. Raises _Odd where one is no UTF-8, which the decoder does not see in what it passes over, or too deep."""
    if records.may_be_deep(block):
        raise _Odd
    texts = block.removesuffix(b"\n").split(b"\n")
    if not block.isascii():
        try:
            for text in texts:
                if not text.isascii():
                    text.decode()
        except UnicodeDecodeError:
            raise _Odd from None
    return texts


def _value(text: bytes) -> Json:
    """The value of a line. Raises _Odd where it is no plain one."""
    try:
        return _decode(text)
    except (msgspec.MsgspecError, RecursionError):
        read = records.read_line(text)
    if read.flaws or len(read.found) != 1:
        raise _Odd
    return read.found[0].value


def _watch_over(first: bytes) -> _Watch:
    """Whoever looks at a file that begins with this line. Only two kinds of file are known well enough: session files with their
    header first, and messages, one a line."""
    row = _value(first)
    if type(row) is not dict:
        raise _Odd
    if type(row.get("role")) is str:
        watch = _WatchOverMessages()
        watch.see_row(row)
        return watch
    if row.get("type") != HEADER or type(own := row.get("id")) is not str or is_blank(own):
        raise _Odd
    return _WatchOverSession(version_of(row))


class _Watch:
    """Looks at lines one after the other, and raises _Odd at the first that wants a closer look."""

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


class _WatchOverMessages(_Watch):
    """Looks at messages, one a line."""

    kind: Kind = "messages"

    def look_at(self, texts: list[bytes], block: bytes) -> None:
        """Looks at the lines of a block."""
        has_images = _may_say(b"image", block)
        for text in texts:
            try:
                message = _plain_message(text)
                if message.stopReason == "error" or is_blank(message.role):
                    raise _Whole
                if message.role == "user" or (has_images and b"image" in text):
                    _see_content(_content_of(message), message.role)
            except (msgspec.MsgspecError, _Whole):
                if not text.strip(BLANK):
                    continue
                row = _value(text)
                if type(row) is dict and "role" in row:
                    self.see_row(row)
            self.records += 1

    def see_row(self, row: Raw) -> None:
        """Looks at a message that was decoded as a whole."""
        role, content = row["role"], row.get("content")
        if type(role) is not str or is_blank(role) or (role == "assistant" and content == [] and row.get("stopReason") == "error"):
            raise _Odd
        _see_content(content, role)


class _WatchOverSession(_Watch):
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
        has_images, ids = _may_say(b"image", block), self.ids
        if INTERNAL_CONTEXT.encode() in block:  # a turn may be stored twice
            raise _Odd
        for text in texts:
            try:
                row = _plain_row(text)
                if row.type not in _PLAIN_TYPES or (row.type == "message") is (row.message is None):
                    raise _Whole
                if row.message is not None:
                    self._see_plain(row.message, text, has_images)
            except (msgspec.MsgspecError, _Whole):
                if text.strip(BLANK):
                    self._see_row(_value(text))
                    self.records += 1
                continue
            parent, own = row.parentId, row.id
            if parent != self.last and parent is not None and parent is not UNSET and not self._is_known(parent):
                raise _Odd
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

    def _see_plain(self, message: _PlainMessage, text: bytes, has_images: bool) -> None:
        """Looks at a message of which few fields were decoded. What its content must be asked for is decoded now."""
        role = message.role
        if role == "assistant":
            api = message.api
            if self.after_send or message.stopReason == "error" or (api is not None and api.endswith("responses") and _may_matter(api, text)):
                raise _Whole
        elif self.open or is_blank(role):
            raise _Whole
        else:
            self.after_send = False
        if role == "user" or (has_images and b"image" in text):
            _see_content(_content_of(message), role)

    def _see_row(self, row: Json) -> None:
        """Looks at a row that was decoded as a whole."""
        if type(row) is not dict:
            return
        if row.get("type") == HEADER:
            raise _Odd
        own, parent = row.get("id"), row.get("parentId", UNSET)
        if parent is not None and parent is not UNSET and parent != self.last and not self._is_known(parent):
            raise _Odd
        if type(own) is str and own and self._is_node(row):
            code = hash(own)
            self.ids[code % _BUCKETS].append(code)
            self.last = own
        if row.get("type") == "message":
            self._see_message(row.get("message"))

    def _see_message(self, message: Json) -> None:
        role = message.get("role") if type(message) is dict else None
        if type(role) is not str or is_blank(role):
            raise _Odd
        content = message.get("content")
        if role == "assistant":
            self._see_assistant(message, content)
        else:
            self.after_send = False
        _see_content(content, role)
        if self.open:
            self.open.difference_update(answers_of(message))

    def _see_assistant(self, message: Raw, content: Json) -> None:
        if (self.after_send and is_written_by_runtime(message)) or (content == [] and message.get("stopReason") == "error"):
            raise _Odd
        self.after_send = may_send(message)
        if is_code_mode(message):
            self.open.update([own for own, _ in calls_of(message)])

    def _is_node(self, row: Raw) -> bool:
        """Other rows may hang on the row. One that chooses a leaf must choose one that is there."""
        kind = row.get("type")
        if kind == LEAF and not all((name := row.get(key)) is None or self._is_known(name) for key in ("targetId", "appendParentId")):
            raise _Odd
        return type(kind) is str and (kind in ROW_TYPES or "parentId" in row)

    def _is_known(self, name: Json) -> bool:
        if type(name) is not str:
            return False
        code = hash(name)
        return code in self.ids[code % _BUCKETS]


# ---------------------------------------------------------------------------------------------- what stands in a line
def _may_say(word: bytes, block: bytes) -> bool:
    """The word stands in the text, or some letter as an escape, so that it could."""
    if any(escape in block for escape in _LETTER_ESCAPES):
        raise _Odd
    return word in block


def _may_matter(api: str, text: bytes) -> bool:
    """Calls of the turn may be among those whose results get lost: all of a code session's, else those of the tool `message`. (A row has
    that word twice besides, as its type and as a field.)"""
    return api == CODE_API or text.count(b'"message"') > 2


def _content_of(message: _PlainMessage) -> Json:
    return _decode(message.content) if message.content else None


def _see_content(content: Json, role: str) -> None:
    if type(content) is not list:
        if role == "user" and type(content) is str and is_blank(content):
            raise _Odd
        return
    if role == "user" and not content:
        raise _Odd
    for block in content:
        if type(block) is dict:
            kind = block.get("type")
            if (kind == "text" and role == "user" and is_blank_text(block)) or (kind == "image" and is_corrupt(block)):
                raise _Odd
