"""Half a character: a surrogate without its other half."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import SUSPECT_TEXT
from replayable.model.transcript import Message
from replayable.rules.rule import Changes, MessageRule
from replayable.rules.text.characters import well_formed
from replayable.rules.text.strings import repaired


class LoneSurrogate(MessageRule, frozen=True):
    """Puts U+FFFD where half a character stands alone."""

    name: ClassVar[str] = "lone-surrogate"
    looks_for: ClassVar[int] = SUSPECT_TEXT

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with whole characters only."""
        return repaired(self.name, message, well_formed, "half a character (a lone surrogate), which JSON parsers refuse")
