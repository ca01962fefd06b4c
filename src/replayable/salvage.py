"""Lines that are no JSON value → the JSON texts in them, and other encodings → UTF-8.

What happens to files: a process is killed in the middle of a line, the next one goes on behind it; a file system leaves NUL bytes in
the place of what it lost; an editor saves in another encoding. Nothing is decoded here for keeps, only cut out.

What is no text at all, but a database, is known by its first bytes.
"""

from __future__ import annotations

import codecs
import json
from typing import Any, Literal

import msgspec

from replayable.on_demand import pattern

# How a line was damaged, as the doctor names it.
Damage = Literal["unreadable-line", "glued-records", "nul-padding", "byte-order-mark", "wrong-encoding"]


class Flaw(msgspec.Struct, frozen=True, gc=False):
    """One thing that is wrong with a line. `lost`: bytes of it that cannot be read."""

    damage: Damage
    reason: str
    lost: bytes = b""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A part of a line: a record, or what lies between records. `offset`: in bytes from the beginning of the line."""

    text: bytes
    offset: int
    is_record: bool


# ---------------------------------------------------------------------------------------------- records in a line
_decode = json.JSONDecoder(strict=False).raw_decode
_RECORD_START = pattern(r'\{\s*"')
_NULS = pattern(rb"\x00+")
# What stands between the elements of a list that was cut off.
_FRAME = " \t\r\n,[]"
# Behind these a text may go on inside the record that was begun.
_INSIDE = (":", "[", ",")
_TOKEN = pattern(r'(?s)"[^"\\]*(?:\\.[^"\\]*)*(?P<end>"|\\?\Z)|[{}\[\],:]')
# Fields under which no message stands, in whatever record.
_NO_MESSAGE = frozenset(
    {"id", "type", "role", "name", "api", "model", "provider", "timestamp", "usage", "stopReason", "isError", "text", "thinking", "data", "mimeType"}
    | {"toolName", "toolCallId", "tool_call_id", "call_id", "tool_calls", "function", "image_url", "url", "reasoning_content", "refusal", "status"}
)
# Those of a message that hold its blocks: no message stands right in them.
_BLOCKS = frozenset({"content", "parts"})


def pieces(line: bytes) -> tuple[Piece, ...]:
    """The records in a line that is no JSON value, and what lies between them; no pieces where there is no record in it."""
    found: list[Piece] = []
    offset = 0
    for text in _NULS.split(line):
        at = line.find(text, offset)
        found.extend(Piece(piece.text, at + piece.offset, piece.is_record) for piece in _cut(text))
        offset = at + len(text)
    return tuple(found) if any(piece.is_record for piece in found) else ()


def _cut(text: bytes) -> list[Piece]:
    """The pieces of a text without NUL bytes."""
    words = text.decode("utf-8", "surrogateescape")
    found: list[Piece] = []
    start = at = 0
    while (begin := _RECORD_START.search(words, at)) is not None:
        at = begin.start()
        try:
            value, end = _decode(words, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if _is_record(value, words, start, at, end):
            found.extend(_between(words, start, at))
            found.append(_piece(words, at, end, True))
            start = end
        at = end
    return [*found, *_between(words, start, len(words))]


def _is_record(value: Any, words: str, start: int, at: int, end: int) -> bool:
    """The value is a record of its own, not a part of one that was cut off."""
    before, after = words[start:at], words[end : end + 200].lstrip()
    if not before.strip(_FRAME):
        return True
    if after and not after.startswith("{"):
        return False
    is_message = type(value.get("role")) is str
    if not is_message and not _is_entry(value):
        return False
    return not before.rstrip().endswith(_INSIDE) or _is_row(value) or not _may_hold(before, is_message)


def _is_entry(value: dict[str, Any]) -> bool:
    """What only whole rows of a file have: a type, and where they stand or when they were written."""
    return type(value.get("type")) is str and any(key in value for key in ("timestamp", "parentId", "parentUuid", "uuid"))


def _is_row(value: dict[str, Any]) -> bool:
    """The value is a row of a file, which stands in no other: it hangs on one, holds a message, or is a header."""
    return _is_entry(value) and (any(key in value for key in ("parentId", "parentUuid", "uuid", "cwd")) or type(value.get("message")) is dict)


def _may_hold(begun: str, is_message: bool) -> bool:
    """What follows the text may belong to the record that is begun in it: a value must come next, and this may be one.

    A text that does not begin with a record tells nothing."""
    if begun.lstrip(_FRAME)[:1] != "{":
        return True
    opened, key, is_key_next = list[tuple[str, str]](), "", False
    for found in _TOKEN.finditer(begun):
        token = found[0]
        if token[0] == '"':
            if found["end"] != '"':
                return False  # the text ends within a string
            key = token[1:-1] if is_key_next else key
        elif token in "{[":
            opened.append((token, key))
            is_key_next = token == "{"
        elif token in "}]":
            is_key_next = False
            key = opened.pop()[1] if opened else ""
        else:
            is_key_next = token == "," and bool(opened) and opened[-1][0] == "{"
            key = opened[-1][1] if token == "," and opened and opened[-1][0] == "[" else key
    if is_key_next:
        return False
    return not is_message or not (key in _NO_MESSAGE or (key in _BLOCKS and "".join(bracket for bracket, _ in opened) in ("{", "{[")))


def _between(words: str, start: int, end: int) -> list[Piece]:
    return [_piece(words, start, end, False)] if words[start:end].strip(_FRAME) else []


def _piece(words: str, start: int, end: int, is_record: bool) -> Piece:
    return Piece(words[start:end].encode("utf-8", "surrogateescape"), len(words[:start].encode("utf-8", "surrogateescape")), is_record)


# ---------------------------------------------------------------------------------------------- encodings
# Longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Which of the first four bytes are zero, and in UTF-32 the next four: the first two characters of JSON are ASCII.
_ZEROS = {
    "x000": "utf-32-le",
    "000x": "utf-32-be",
    "x0x0": "utf-16-le",
    "0x0x": "utf-16-be",
}


def encoding_of(head: bytes) -> tuple[str, int] | None:
    """The encoding of a text that is not in UTF-8, and the length of its mark; told by its first eight bytes."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding, len(mark)
    first, second = _zeros(head[:4]), _zeros(head[4:8])
    unmarked = _ZEROS.get(first)
    return (unmarked, 0) if unmarked is not None and (unmarked.startswith("utf-16") or first == second) else None


def _zeros(head: bytes) -> str:
    return "".join("0" if byte == 0 else "x" for byte in head)


def name_of(encoding: str) -> str:
    """The encoding as people call it: UTF-16, UTF-32."""
    return encoding[:6].upper()


def to_utf_8(data: bytes, encoding: str, mark: int) -> bytes:
    """The text in UTF-8; what is no character in its encoding becomes a replacement character."""
    return data[mark:].decode(encoding, "replace").encode("utf-8", "replace")


def characters(text: bytes) -> tuple[str, Flaw | None]:
    """The characters of a line that is no UTF-8, and how they were read: all as Latin-1, or some replaced. (None: it is UTF-8 in
    which surrogates stand as bytes; in pairs they are one character.)"""
    try:
        words = text.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return _other_characters(text)
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass"), None


def _other_characters(text: bytes) -> tuple[str, Flaw]:
    words = text.decode("utf-8", "surrogateescape")
    if all(sign < "\x80" or "\udc80" <= sign <= "\udcff" for sign in words):
        return _latin(text), Flaw("wrong-encoding", "bytes that are no UTF-8 read as Latin-1")
    return text.decode("utf-8", "replace"), Flaw("wrong-encoding", "bytes that are no UTF-8 read as replacement characters", text)


def _latin(text: bytes) -> str:
    """Latin-1 as Windows writes it, which gives some of its control characters a letter."""
    try:
        return text.decode("cp1252")
    except UnicodeDecodeError:
        return text.decode("latin-1")


# ---------------------------------------------------------------------------------------------- no text
# How the files of SQLite begin (sqlite.org/fileformat2.html, 2026-11): 1.3, 4.1 and 3.
_DATABASES = (
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x37\x7f\x06\x82", "the log of an SQLite database"),
    (b"\x37\x7f\x06\x83", "the log of an SQLite database"),
    (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", "the journal of an SQLite database"),
)


def database_of(data: bytes) -> str | None:
    """What of a database the data is, told by its first 16 bytes; None for anything else. There may be whole records in it, which make no
    session: rows of others lie between, and what was deleted."""
    return next((words for start, words in _DATABASES if data.startswith(start)), None)
