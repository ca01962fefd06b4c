"""What the first bytes of an image say: its media type and its size. No pixel is decoded.

PNG: https://www.w3.org/TR/png-3/#11IHDR. JPEG: ITU T.81 B.1.1.3 and B.2.2. GIF: GIF89a §18.
WebP: https://developers.google.com/speed/webp/docs/riff_container.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

import msgspec

# The four types that every API with images takes.
PNG, JPEG, GIF, WEBP = "image/png", "image/jpeg", "image/gif", "image/webp"

# How far an encoder may go on behind the end of an image before its end counts as missing.
_TAIL = 64 * 1024


class Header(msgspec.Struct, frozen=True):
    """Media type, and width and height in pixels as stored: turning by EXIF is not counted in."""

    media_type: str
    width: int
    height: int

    @property
    def longest(self) -> int:
        """The longest side, in pixels."""
        return max(self.width, self.height)


def header_of(data: bytes) -> Header | None:
    """The header of a PNG, JPEG, GIF or WebP; None of anything else, and where it is cut off or says no size."""
    for magic, media_type, read in _READERS:
        if data.startswith(magic):
            size = read(data)
            return None if size is None or 0 in size else Header(media_type, *size)
    return None


def seems_cut_off(data: bytes, media_type: str) -> bool:
    """The mark at the end of the image is missing."""
    if media_type == WEBP:
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return _ENDS[media_type] not in data[-_TAIL:]


_ENDS = {PNG: b"IEND", JPEG: b"\xff\xd9", GIF: b"\x3b"}

_Size = tuple[int, int] | None


def _png(data: bytes) -> _Size:
    return struct.unpack(">II", data[16:24]) if len(data) >= 33 and data[12:16] == b"IHDR" else None


def _gif(data: bytes) -> _Size:
    return struct.unpack("<HH", data[6:10]) if len(data) >= 13 and data[4:6] in (b"7a", b"9a") else None


def _webp(data: bytes) -> _Size:
    if data[8:12] != b"WEBP" or len(data) < 30:
        return None
    chunk = data[12:16]
    if chunk == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if chunk == b"VP8L" and data[20] == 0x2F:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    return None


# Markers that stand alone, and those of frames, which hold the size.
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def _jpeg(data: bytes) -> _Size:
    at, end = 2, len(data)
    while at + 9 <= end and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
        elif marker in _ALONE:
            at += 2
        elif marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        elif marker in (0xD9, 0xDA):  # pixels, or the end, before any size
            return None
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


_READERS: tuple[tuple[bytes, str, Callable[[bytes], _Size]], ...] = (
    (b"\x89PNG\r\n\x1a\n", PNG, _png),
    (b"\xff\xd8\xff", JPEG, _jpeg),
    (b"GIF8", GIF, _gif),
    (b"RIFF", WEBP, _webp),
)
