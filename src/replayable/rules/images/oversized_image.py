"""An image with more pixels or bytes than the target takes, or than the caller wants to send."""

from __future__ import annotations

from typing import ClassVar

from replayable.images.base64 import size_of
from replayable.images.header import JPEG, Header
from replayable.images.inspection import header_in
from replayable.images.shrinking import Failure, Limits, shrunk
from replayable.model.building import edited
from replayable.model.facts import MEDIA
from replayable.model.parts import Media, Part
from replayable.model.transcript import Message
from replayable.report import Loss
from replayable.rules.images.exchange import exchanged, labelled
from replayable.rules.rule import Changes, MessageRule


class OversizedImage(MessageRule, frozen=True):
    """Makes an image smaller, as JPEG."""

    name: ClassVar[str] = "oversized-image"
    looks_for: ClassVar[int] = MEDIA

    longest_side: int = 1200
    most_bytes: int = 5 * 1024 * 1024
    most_characters: int | None = None

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with images within the limits."""
        return exchanged(self.name, message, self._exchange)

    def _exchange(self, part: Part) -> tuple[Part, Loss, str] | None:
        if type(part) is not Media or part.kind != "image" or not part.data:
            return None
        header = header_in(part.data)
        if header is None or self._fits(part.data, header):
            return None
        found = shrunk(part.data, header, Limits(self.longest_side, self.most_bytes, self._characters()))
        size = _size_of(header, part.data)
        if isinstance(found, Failure):
            reason = f"an image of {size} is beyond the limits and could not be made smaller: {found.reason}"
            return labelled(part, found.label), "content", reason
        frames = f"; its other {found.frames_lost} frames are not sent" if found.frames_lost else ""
        reason = f"an image of {size} was made one of {found.width} × {found.height} pixels, {size_of(found.data)} bytes{frames}"
        return edited(part, data=found.data, media_type=JPEG), "content" if found.frames_lost else "none", reason

    def _fits(self, data: str, header: Header) -> bool:
        return header.longest <= self.longest_side and size_of(data) <= self.most_bytes and len(data) <= self._characters()

    def _characters(self) -> int:
        return self.most_characters if self.most_characters is not None else (self.most_bytes + 2) // 3 * 4


def _size_of(header: Header, data: str) -> str:
    return f"{header.width} × {header.height} pixels, {size_of(data)} bytes"
