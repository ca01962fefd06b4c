"""A document under a name that the target does not take."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import MEDIA
from replayable.model.parts import Media
from replayable.model.transcript import Message
from replayable.on_demand import pattern
from replayable.rules.documents.places import renamed
from replayable.rules.rule import Changes, MessageRule

# What a document is called of whose name nothing is left.
NAMELESS = "document"

_ALLOWED = pattern(r"[A-Za-z0-9_\-()\[\]]+(?: [A-Za-z0-9_\-()\[\]]+)*")
_REFUSED = pattern(r"[^A-Za-z0-9_\-()\[\]]+")
_ENDING = pattern(r"\.[A-Za-z0-9]{1,5}\Z")
_REASON = "the name of the document has characters that the target does not take"


class ImpossibleDocumentName(MessageRule, frozen=True):
    """Gives documents a name of letters, digits, single spaces, hyphens, underscores and brackets."""

    name: ClassVar[str] = "impossible-document-name"
    looks_for: ClassVar[int] = MEDIA

    longest: int = 200

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with its documents under names that may stand."""
        return renamed(message, self.name, _REASON, self._allowed)

    def _allowed(self, document: Media) -> str:
        name = document.name or ""
        if len(name) <= self.longest and _ALLOWED.fullmatch(name):
            return name
        words = _REFUSED.sub(" ", _ENDING.sub("", name)).strip()[: self.longest].strip()
        return words or NAMELESS[: self.longest]
