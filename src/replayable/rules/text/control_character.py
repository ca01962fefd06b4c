"""Control characters that no request should hold."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import SUSPECT_TEXT
from replayable.model.transcript import Message
from replayable.rules.rule import Changes, MessageRule
from replayable.rules.text.characters import CONTROLS, without
from replayable.rules.text.strings import repaired


class ControlCharacter(MessageRule, frozen=True):
    """Removes control characters from every text of a message."""

    name: ClassVar[str] = "control-character"
    looks_for: ClassVar[int] = SUSPECT_TEXT

    characters: str = CONTROLS

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without these characters."""
        return repaired(self.name, message, lambda text: without(text, self.characters), "control characters, which were removed")
