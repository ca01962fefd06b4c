"""An image whose data are no image."""

from __future__ import annotations

import re
from typing import ClassVar

from replayable.doctor.salvages.salvage import MessageSalvage, Wrong
from replayable.formats.openclaw.spellings import MEDIA_TYPES
from replayable.images.base64 import decoded_anyhow
from replayable.model import Json

# What openclaw up to 2026.9 wrote in the place of such an image.
OMITTED = "[image omitted: corrupted base64 payload]"
_REPLACED = Wrong("the data of the image are no image; a text stands in its place, the row is kept in the side file", "content")

_IMAGE_TYPE = re.compile(r"\s*image/", re.IGNORECASE)
# The first bytes of the kinds of image that are stored: PNG, JPEG, GIF, BMP; WebP and HEIC say theirs behind a length.
_BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM")
_BRANDS = frozenset({b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"hevm", b"hevs", b"mif1", b"msf1"})
# So many characters of base64 hold the beginning, and all of the brands that matter.
_HEAD = 64


class CorruptImage(MessageSalvage, frozen=True):
    """Puts a text in the place of images that nobody can decode. It looks at first bytes only: whether an image fits a target is the
    business of what is sent."""

    name: ClassVar[str] = "corrupt-image"

    def repair(self, message: Json) -> tuple[Json, tuple[Wrong, ...]]:
        """The message, without such images."""
        content = message.get("content")
        if type(content) is not list:
            return message, ()
        corrupt = [is_corrupt(block) for block in content]
        if not any(corrupt):
            return message, ()
        blocks = [{"type": "text", "text": OMITTED} if bad else block for block, bad in zip(content, corrupt, strict=True)]
        return {**message, "content": blocks}, (_REPLACED,) * sum(corrupt)


def is_corrupt(block: Json) -> bool:
    """The block is an image with data that are none."""
    if type(block) is not dict or block.get("type") != "image" or type(data := block.get("data")) is not str:
        return False
    return any(type(kind := block.get(key)) is str and _IMAGE_TYPE.match(kind) for key in MEDIA_TYPES) and not _is_image(data)


def _is_image(data: str) -> bool:
    if not data.isascii() or decoded_anyhow(data) is None:
        return False
    head = decoded_anyhow("".join(data[: 4 * _HEAD].split())[:_HEAD]) or b""
    return head.startswith(_BEGINNINGS) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP") or (head[4:8] == b"ftyp" and head[8:12] in _BRANDS)
