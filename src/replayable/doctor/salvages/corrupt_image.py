"""An image whose data are no image."""

from __future__ import annotations

import re
from typing import ClassVar

from replayable.doctor.salvages.salvage import MessageSalvage, Wrong
from replayable.formats.openclaw.spellings import MEDIA_TYPES
from replayable.images.base64 import decoded_anyhow
from replayable.images.foreign import name_of
from replayable.model.values import Json
from replayable.on_demand import pattern

# What openclaw up to 2026.9 wrote in the place of such an image.
OMITTED = "[image omitted: corrupted base64 payload]"
_REPLACED = Wrong("the data of the image are no image; a text stands in its place, the row is kept in the side file", "content")

_IMAGE_TYPE = pattern(r"\s*image/", re.IGNORECASE)
# The first bytes of the common kinds: PNG, JPEG, GIF; WebP says its behind a length. Other kinds are known by name.
_BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
# What is known by name and is no image.
_OTHER = frozenset({"PDF", "HTML", "XML"})
# So many characters of base64 hold the beginning, and the brands that matter.
_HEAD = 512


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
    head = decoded_anyhow("".join(data[: 2 * _HEAD].split())[:_HEAD]) or b""
    if head.startswith(_BEGINNINGS) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return True
    kind = name_of(head)
    return kind is not None and kind not in _OTHER
