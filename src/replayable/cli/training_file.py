"""A file with one conversation a line, read as it comes: of a file of any size, one line is held at a time."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from replayable.cli.source import Line, conversations

_BOM = b"\xef\xbb\xbf"
_MOST_LINES = 50  # that may stand before the first conversation


class Input(msgspec.Struct, frozen=True):
    """What a FILE argument named. `lines`: each with a conversation of its own, or None where the whole is one; then `rest` reads the whole.

    `size` in bytes, None where it is not known before its end."""

    name: str
    size: int | None
    lines: Iterator[Line] | None
    head: bytes
    file: BinaryIO

    def whole(self) -> bytes:
        """All bytes. Raises a usage error for an empty input."""
        data = self.head + self.file.read()
        if not data.strip():
            raise click.UsageError(f"{self.name}: the input is empty")
        return data


@contextmanager
def opened(file: str) -> Iterator[Input]:
    """The input of a command, `-` for standard input. Raises OSError."""
    if file == "-":
        yield _input("standard input", sys.stdin.buffer, None)
        return
    with Path(file).open("rb") as stream:
        status = os.fstat(stream.fileno())
        yield _input(file, stream, status.st_size or None)


def _input(name: str, stream: BinaryIO, size: int | None) -> Input:
    head = _head(stream)
    return Input(name, size, _lines(head, stream) if _are_conversations(head) else None, head, stream)


def _are_conversations(head: bytes) -> bool:
    """Whether the first lines hold a conversation each; a bracket on a line of its own opens one value that goes over many lines."""
    first = head.lstrip(_BOM + b" \t\r\n").split(b"\n", 1)[0].rstrip()
    return first not in (b"{", b"[") and bool(conversations(head))


def _head(stream: BinaryIO) -> bytes:
    """The first lines, as far as the second that may be a conversation."""
    found = list[bytes]()
    for line in stream:
        found.append(line)
        if sum(1 for each in found if each.lstrip(_BOM).lstrip()[:1] in (b"{", b"[")) >= 2 or len(found) >= _MOST_LINES:
            break
    return b"".join(found)


def _lines(head: bytes, stream: BinaryIO) -> Iterator[Line]:
    offset = 0
    for number, line in enumerate(chain(io.BytesIO(head.removeprefix(_BOM)), stream), start=1):
        if not line.isspace():
            yield Line(number, offset, line)
        offset += len(line)
