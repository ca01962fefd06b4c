"""Image data in base64 that is not in its plain form."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.images.base64 import looks_untidy, tidied
from replayable.model.building import edited
from replayable.model.facts import MEDIA
from replayable.model.parts import Media, Part
from replayable.model.transcript import Message
from replayable.report import Loss
from replayable.rules.images.exchange import exchanged
from replayable.rules.rule import Changes, MessageRule


class UntidyImageData(MessageRule, frozen=True):
    """Writes the base64 of images in its plain form."""

    name: ClassVar[str] = "untidy-image-data"
    looks_for: ClassVar[int] = MEDIA

    alphabet: Literal["standard", "any"] = "standard"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with image data in plain base64."""
        return exchanged(self.name, message, self._exchange)

    def _exchange(self, part: Part) -> tuple[Part, Loss, str] | None:
        if type(part) is not Media or part.kind != "image" or not part.data or not looks_untidy(part.data):
            return None
        plain = tidied(part.data)
        if plain is None or plain == self._as_taken(part.data):
            return None
        return edited(part, data=plain), "none", "the base64 of an image was not in its plain form and was written anew"

    def _as_taken(self, data: str) -> str:
        """The data as the API reads them, which may be in the alphabet of URLs too."""
        return data if self.alphabet == "standard" else data.replace("-", "+").replace("_", "/")
