"""A quick look at a file: whether it is surely healthy. It never takes a damaged one for healthy; a healthy one that looks odd is
looked at again, row by row.

No model is built. Of a plain row only the few fields are decoded that say how it hangs together (`plain_rows.py`), and no more is kept of
it than eight bytes: the hash of its id (`watch.py`). A row that is not plain is decoded as a whole and asked the same questions.
"""

from __future__ import annotations

from collections.abc import Iterable

from replayable import records
from replayable.doctor.lines import blocks
from replayable.doctor.plain_rows import Odd, value_of
from replayable.doctor.watch import Screened, Watch, WatchOverMessages, WatchOverSession
from replayable.formats.openclaw.spellings import HEADER
from replayable.model.values import is_blank
from replayable.projection.migration import version_of


def screened(chunks: Iterable[bytes]) -> Screened | None:
    """What the file is, if it is surely healthy."""
    try:
        watch: Watch | None = None
        for block in blocks(chunks):
            texts = _lines(block)
            if watch is None:
                watch = _watch_over(texts.pop(0))
            watch.look_at(texts, block)
        return None if watch is None else watch.verdict()
    except Odd:
        return None


def _watch_over(first: bytes) -> Watch:
    """Whoever looks at a file that begins with this line. Only two kinds of file are known well enough: session files with their
    header first, and messages, one a line."""
    row = value_of(first)
    if type(row) is not dict:
        raise Odd
    if type(row.get("role")) is str:
        watch = WatchOverMessages()
        watch.see_row(row)
        return watch
    if row.get("type") != HEADER or type(own := row.get("id")) is not str or is_blank(own):
        raise Odd
    return WatchOverSession(version_of(row))


def _lines(block: bytes) -> list[bytes]:
    """The lines of a block. Raises Odd where one is no UTF-8, which the decoder does not see in what it passes over, or too deep."""
    if records.may_be_deep(block):
        raise Odd
    texts = block.removesuffix(b"\n").split(b"\n")
    if not block.isascii():
        try:
            for text in texts:
                if not text.isascii():
                    text.decode()
        except UnicodeDecodeError:
            raise Odd from None
    return texts
