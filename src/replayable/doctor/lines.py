"""A file → its lines, in pieces that fit into memory. What is not in UTF-8 is turned into it on the way."""

from __future__ import annotations

import codecs
import itertools
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import msgspec

from replayable.on_demand import pattern
from replayable.salvage import encoding_of

_CHUNK = 1 << 20
_LINE = pattern(rb"[^\n]*\n|[^\n]+")
BLANK = b" \t\r\n\v\f"
_MARK = b"\xef\xbb\xbf"


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line that is not blank. `number` is 1-based, `offset` in bytes (of the text in UTF-8)."""

    text: bytes
    number: int
    offset: int
    is_last: bool


class Text:
    """The chunks of a file in UTF-8. `encoding`: the one that it is in, where that is another. `is_lossy`: so far something in it was no
    character in that encoding."""

    def __init__(self, file: BinaryIO) -> None:
        file.seek(0)
        head = file.read(_CHUNK)
        found = encoding_of(head[:8])
        self.encoding = None if found is None else found[0]
        self.is_lossy = False
        self.chunks = _chunks(file, head) if found is None else self._recoded(_chunks(file, head), *found)

    def _recoded(self, chunks: Iterator[bytes], encoding: str, mark: int) -> Iterator[bytes]:
        decoder = codecs.getincrementaldecoder(encoding)()
        for chunk in itertools.chain(chunks, (b"",)):
            yield self._decoded(decoder, chunk[mark:], not chunk).encode("utf-8", "replace")
            mark = 0

    def _decoded(self, decoder: codecs.IncrementalDecoder, chunk: bytes, is_last: bool) -> str:
        before = decoder.getstate()
        try:
            return decoder.decode(chunk, is_last)
        except UnicodeDecodeError:
            self.is_lossy = True
            decoder.setstate(before)
            decoder.errors = "replace"
            return decoder.decode(chunk, is_last)


def text_of(file: BinaryIO) -> Text:
    """The text of an open file, from its beginning."""
    return Text(file)


def _chunks(file: BinaryIO, head: bytes) -> Iterator[bytes]:
    while head:
        yield head
        head = file.read(_CHUNK)


def blocks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks, each ending where a line does."""
    begun: list[bytes] = []
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if not end:
            begun.append(chunk)
            continue
        begun.append(chunk[:end])
        yield b"".join(begun)
        begun = [chunk[end:]]
    if rest := b"".join(begun):
        yield rest


def lines(chunks: Iterable[bytes]) -> Iterator[Line]:
    """The lines that are not blank. A mark of the encoding alone makes no line."""
    held: Line | None = None
    number = offset = 0
    for block in blocks(chunks):
        for text in _LINE.findall(block):
            number += 1
            bare = text[3:] if number == 1 and text.startswith(_MARK) else text
            if bare.strip(BLANK):
                if held is not None:
                    yield held
                held = Line(text.rstrip(b"\n"), number, offset, False)
            offset += len(text)
    if held is not None:
        yield Line(held.text, held.number, held.offset, True)
