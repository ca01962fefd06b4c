"""An image that says that it is of another type than it is."""

from __future__ import annotations

from typing import ClassVar

from replayable.images.inspection import header_in
from replayable.model.building import edited
from replayable.model.facts import MEDIA
from replayable.model.parts import Media, Part
from replayable.model.transcript import Message
from replayable.report import Loss
from replayable.rules.images.exchange import exchanged
from replayable.rules.rule import Changes, MessageRule


class WrongMediaType(MessageRule, frozen=True):
    """Names the type that the bytes of an image have."""

    name: ClassVar[str] = "wrong-media-type"
    looks_for: ClassVar[int] = MEDIA

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with images of the type that they say."""
        return exchanged(self.name, message, _exchange)


def _exchange(part: Part) -> tuple[Part, Loss, str] | None:
    if type(part) is not Media or part.kind != "image" or not part.data:
        return None
    header = header_in(part.data)
    if header is None or header.media_type == part.media_type:
        return None
    return edited(part, media_type=header.media_type), "none", f"the declared type of an image is not that of its bytes, {header.media_type}"
