"""Images that can be decoded, made as they are needed."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from random import Random
from typing import Any


def png(width: int, height: int, *, noise: bool = False) -> str:
    """A grey PNG of so many pixels, as base64; with noise it is hardly smaller than its pixels."""
    row = b"\0" + b"\x80" * width
    rows = b"".join(b"\0" + Random(number).randbytes(width) for number in range(height)) if noise else row * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows, 1)) + _chunk(b"IEND", b"")
    return b64encode(b"\x89PNG\r\n\x1a\n" + chunks).decode()


def anthropic_image(data: str, media_type: str = "image/png") -> dict[str, Any]:
    """The image as a block of a message to Claude."""
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
