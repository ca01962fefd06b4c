"""Whether a stored image is one, judged without decoding its pixels."""

from __future__ import annotations

import msgspec

from replayable.images import shrinking
from replayable.images.base64 import decoded_anyhow
from replayable.images.cache import BoundedCache, known_by
from replayable.images.foreign import name_of
from replayable.images.header import Header, header_of, seems_cut_off

# 25 megapixels, as in openclaw's image sanitiser (openclaw-storage §6.1, 2026-10): larger ones cost too much memory to decode.
MOST_PIXELS = 25_000_000

# Characters of base64 that are decoded to find a header: nearly always the first are enough, EXIF and colour profiles ask for more.
# Multiples of 4 stand for whole bytes.
_HEADS = (4 * 1024, 512 * 1024)


class Flaw(msgspec.Struct, frozen=True):
    """Why something is no image that can be sent. `label` completes "[image omitted: …]", `reason` a sentence that begins with "the image"."""

    label: str
    reason: str


EMPTY = Flaw("it was stored without data", "has no data")
NOT_BASE64 = Flaw("its data are not base64", "has data that are not base64")
CUT_OFF = Flaw("its data are cut off", "is cut off")
BEYOND = Flaw("it has more than 25 megapixels", "has more than 25 megapixels")

_judged: BoundedCache[tuple[Flaw | None]] = BoundedCache(shrinking.CACHED)


def header_in(data: str) -> Header | None:
    """The header of an image in base64. Decodes no more than it must."""
    for length in (*(head for head in _HEADS if head < len(data)), len(data)):
        content = decoded_anyhow(data[:length])
        if content is not None and (found := header_of(content)) is not None:
            return found
    return None


def flaw_of(data: str) -> Flaw | None:
    """What is wrong with an image in base64; None where nothing is. The same image is judged once."""
    key = known_by(data)
    found = _judged.get(key)
    if found is None:
        found = (_flaw_of(data),)
        _judged.put(key, found, shrinking.BOOKKEEPING)
    return found[0]


def forget() -> None:
    """Drops what is known of images that were seen before; they are then judged and worked on anew, to the same results."""
    _judged.clear()
    shrinking.forget()


def _flaw_of(data: str) -> Flaw | None:
    if not data.strip():
        return EMPTY
    content = decoded_anyhow(data)
    if content is None:
        return NOT_BASE64
    header = header_of(content)
    if header is None:
        return _unknown(content)
    if header.width * header.height > MOST_PIXELS:
        return BEYOND
    return CUT_OFF if seems_cut_off(content, header.media_type) and not shrinking.can_be_decoded(content) else None


def _unknown(content: bytes) -> Flaw:
    kind = name_of(content)
    if kind is None:
        return Flaw("its data are no image", "has data that are no image")
    return Flaw(f"{kind} is not supported", f"is {kind}, which is not supported")
