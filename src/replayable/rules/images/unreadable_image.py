"""An image that is none: without data, broken, of a kind that no API takes, or too large to be decoded."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from replayable.images.inspection import EMPTY, Flaw, flaw_of
from replayable.model.facts import MEDIA, OPAQUE
from replayable.model.parts import Media, Opaque, Part
from replayable.model.transcript import Message
from replayable.on_demand import pattern
from replayable.report import Loss
from replayable.rules.images.exchange import exchanged, labelled
from replayable.rules.rule import Changes, MessageRule

# Types of block that hold an image. One that could not be read as such says neither data nor address.
BLOCKS = frozenset({"image", "image_url", "input_image"})

# A scheme and what follows it (RFC 3986 §3.1); `media:` and `blob:` name what only the program knew that wrote the history.
_ADDRESS = pattern(r"(?!(?:media|blob):)[a-z][a-z0-9+.-]*:\S", re.IGNORECASE)
UNTYPED = Flaw("it was stored without a type", "has no type")
ELSEWHERE = Flaw("it was stored elsewhere", "is told by a name that no provider can fetch")


class UnreadableImage(MessageRule, frozen=True):
    """Puts a labelled text in the place of an image that nobody can read."""

    name: ClassVar[str] = "unreadable-image"
    looks_for: ClassVar[int] = MEDIA | OPAQUE

    untyped: Literal["read", "refused"] = "read"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with nothing but readable images. Those behind an address are not judged."""
        return exchanged(self.name, message, self._exchange)

    def _exchange(self, part: Part) -> tuple[Part, Loss, str] | None:
        flaw = _flaw_in(part)
        if flaw is None and self.untyped == "refused" and _is_untyped(part):
            flaw = UNTYPED
        if flaw is None:
            return None
        loss: Loss = "none" if flaw is EMPTY else "content"
        return labelled(part, flaw.label), loss, f"an image {flaw.reason}, so a labelled text stands in its place"


def _is_untyped(part: Part) -> bool:
    return type(part) is Media and part.kind == "image" and part.data is not None and part.media_type is None


def _flaw_in(part: Part) -> Flaw | None:
    if type(part) is Opaque:
        return EMPTY if part.kind in BLOCKS else None
    if type(part) is not Media or part.kind != "image":
        return None
    if part.data is not None:
        return flaw_of(part.data)
    if part.url:
        return None if _ADDRESS.match(part.url) else ELSEWHERE
    return None if part.file_id else EMPTY
