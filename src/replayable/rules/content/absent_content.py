"""A message with calls whose content is null, for a target that wants an empty text there."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model import CALL, Message
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class AbsentContent(MessageRule, frozen=True):
    """Writes an empty text where a stored message with calls has no content. For histories in the target's own format."""

    name: ClassVar[str] = "absent-content"
    looks_for: ClassVar[int] = CALL

    field: str = "content"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as it was stored, with an empty text; it still counts as untouched and is written from there."""
        if type(message.raw) is not dict or message.raw.get(self.field) is not None:
            return message, ()
        change = Change(rule=self.name, loss="none", origin=message.origin, reason="the target takes an empty text beside calls, but not no content at all")
        return msgspec.structs.replace(message, raw={**message.raw, self.field: ""}), (change,)
