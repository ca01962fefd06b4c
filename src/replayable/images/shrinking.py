"""Makes an image that is too large fit: fewer pixels, then a lower quality, as JPEG.

The sides and qualities that are tried are those of openclaw's image sanitiser (openclaw-storage §6.1, 2026-10).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec

from replayable.images.base64 import decoded_anyhow, encoded
from replayable.images.cache import BoundedCache, known_by
from replayable.images.header import JPEG, Header

SIDES = (1800, 1600, 1400, 1200, 1000, 800)  # pixels
QUALITIES = (85, 75, 65, 55, 45, 35)
CACHED = 64 * 1024 * 1024  # bytes of finished images that are kept
BOOKKEEPING = 1024  # bytes that an entry of the cache counts at least

MISSING = "pyvips is not installed (pip install 'pyvips[binary]')"


class Limits(msgspec.Struct, frozen=True):
    """What an image may have: pixels of its longest side, bytes, and characters of its base64 text."""

    side: int
    size: int
    characters: int


class Shrunk(msgspec.Struct, frozen=True):
    """A finished JPEG: base64 data, pixels, and how many frames of an animation were left out."""

    data: str
    width: int
    height: int
    frames_lost: int


class Failure(msgspec.Struct, frozen=True):
    """Why there is no smaller image: `reason` completes "it could not be made smaller: …", `label` "[image omitted: …]"."""

    reason: str
    label: str = "it is too large"


_finished: BoundedCache[Shrunk | Failure] = BoundedCache(CACHED)


def shrunk(text: str, header: Header, limits: Limits) -> Shrunk | Failure:
    """The image, given in base64, within the limits, or why not. The same image is worked on once."""
    key = (known_by(text), limits)
    found = _finished.get(key)
    if found is None:
        vips = _vips()
        if vips is None:
            return Failure(MISSING)
        data = decoded_anyhow(text)
        found = Failure("it is not base64") if data is None else _made(vips, data, header, limits)
        _finished.put(key, found, BOOKKEEPING + (len(found.data) if type(found) is Shrunk else 0))
    return found


def can_be_decoded(data: bytes) -> bool:
    """All pixels of the image are there; True too where nobody can tell."""
    vips = _vips()
    if vips is None:
        return True
    try:
        vips.Image.new_from_buffer(data, "", access="sequential", fail_on="truncated").avg()
    except vips.Error:
        return False
    return True


def forget() -> None:
    """Drops what was made of images before; they are then worked on anew, to the same results."""
    _finished.clear()


def _vips() -> ModuleType | None:
    """pyvips, told to keep nothing of its own unless the caller's program uses it too."""
    is_ours = "pyvips" not in sys.modules
    try:
        import pyvips  # type: ignore[import-untyped]
    except (ImportError, OSError):
        return None
    if is_ours:
        pyvips.cache_set_max(0)
    return pyvips  # type: ignore[no-any-return]


def _made(vips: Any, data: bytes, header: Header, limits: Limits) -> Shrunk | Failure:
    smallest = len(data)
    try:
        for image, quality in _tries(vips, data, header, limits.side):
            made = image.jpegsave_buffer(Q=quality, optimize_coding=True, keep="none")
            if len(made) <= limits.size and (len(made) + 2) // 3 * 4 <= limits.characters:
                return Shrunk(encoded(made), image.width, image.height, _frames(vips, data, header) - 1)
            smallest = min(smallest, len(made))
    except vips.Error:
        return Failure("its pixels cannot be decoded", "it cannot be decoded")
    return Failure(f"the smallest it could be made are {smallest} bytes")


def _tries(vips: Any, data: bytes, header: Header, most: int) -> Iterator[tuple[Any, int]]:
    """The image in each size and quality that is tried. Nearly always the first is good, so that one is written while it is decoded; for
    the others each size is held in memory."""
    yield _scaled(vips, data, header, min(header.longest, most)), QUALITIES[0]
    for number, side in enumerate(sides(header.longest, most)):
        image = _scaled(vips, data, header, side).copy_memory()
        yield from ((image, quality) for quality in QUALITIES[0 if number else 1 :])


def sides(longest: int, most: int) -> Iterator[int]:
    """The sides that are tried, descending: as large as may be, then the fixed steps below that."""
    start = min(longest, most)
    yield start
    yield from (side for side in SIDES if side < start)


def _scaled(vips: Any, data: bytes, header: Header, side: int) -> Any:
    """The image turned upright, at most `side` long, without transparency. It can be read once, from above."""
    image = vips.Image.new_from_buffer(data, "", access="sequential", fail_on="truncated", **_load_options(header, side))
    profile = {"export_profile": "srgb"} if image.get_typeof("icc-profile-data") else {}
    image = image.thumbnail_image(side, height=side, size="down", **profile)
    if image.hasalpha():
        return image.flatten(background=255)
    return image


def _load_options(header: Header, side: int) -> dict[str, int]:
    """JPEG can be halved while it is decoded, up to three times: the rest is scaled in full quality."""
    if header.media_type != JPEG:
        return {}
    return {"shrink": next((shrink for shrink in (8, 4, 2) if header.longest >= shrink * side), 1)}


def _frames(vips: Any, data: bytes, header: Header) -> int:
    if header.media_type == JPEG:
        return 1
    image = vips.Image.new_from_buffer(data, "")
    return int(image.get("n-pages")) if image.get_typeof("n-pages") else 1
