"""An answer that was spoken, for a server that takes back written ones only."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import ODD_FIELD
from replayable.model.parts import Part, Text
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class SpokenAnswer(MessageRule, frozen=True):
    """Sends the words of a recording as words."""

    name: ClassVar[str] = "spoken-answer"
    looks_for: ClassVar[int] = ODD_FIELD

    field: str = "audio"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with its spoken words as plain text; the same where it has none."""
        parts = tuple([self._written(part) for part in message.parts])
        spoken = [(before, after) for before, after in zip(message.parts, parts, strict=True) if after is not before]
        if not spoken:
            return message, ()
        reason = "the target takes no spoken answer back; its words are sent as text"
        told, after = [part.raw for part, _ in spoken], [part_as_json(part) for _, part in spoken]
        return with_parts(message, parts), (Change(rule=self.name, loss="content", origin=message.origin, reason=reason, before=told, after=after),)

    def _written(self, part: Part) -> Part:
        """The words of a recording alone; any other part as it is."""
        is_spoken = type(part) is Text and type(part.raw) is dict and len(part.raw) == 1 and self.field in part.raw
        return edited(part, raw=None) if is_spoken else part
