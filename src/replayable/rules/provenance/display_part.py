"""A medium in an assistant's turn that was stored for showing only."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import MEDIA
from replayable.model.parts import Media
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.removal import without
from replayable.rules.rule import Changes, MessageRule


class DisplayPart(MessageRule, frozen=True):
    """Takes media out of assistant turns. For histories in which they are a copy of what was shown, not what the model sent."""

    name: ClassVar[str] = "display-part"
    looks_for: ClassVar[int] = MEDIA

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without media, if it is an assistant's."""
        shown = [index for index, part in enumerate(message.parts) if type(part) is Media]
        if message.role != "assistant" or not shown:
            return message, ()
        return with_parts(message, without(message.parts, shown)), tuple(self._change(message, index) for index in shown)

    def _change(self, message: Message, index: int) -> Change:
        reason = "the medium was stored for showing it; the model did not send it"
        return Change(rule=self.name, loss="content", origin=message.origin, reason=reason, before=[part_as_json(message.parts[index])])
