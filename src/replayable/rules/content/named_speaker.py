"""A message with the name of who speaks, for a target that takes none."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.facts import ASSISTANT, SYSTEM, USER
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class NamedSpeaker(MessageRule, frozen=True):
    """Takes the name of the speaker out of what was stored. For histories in the target's own format."""

    name: ClassVar[str] = "named-speaker"
    looks_for: ClassVar[int] = USER | ASSISTANT | SYSTEM

    field: str = "name"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as it was stored, without the name; it still counts as untouched and is written from there."""
        raw = message.raw
        if type(raw) is not dict or self.field not in raw or message.role == "tool":
            return message, ()
        kept = {key: value for key, value in raw.items() if key != self.field}
        change = Change(
            rule=self.name,
            loss="none" if raw[self.field] is None else "content",
            origin=message.origin,
            reason="the target takes no name of who speaks",
            before=[{self.field: raw[self.field]}],
        )
        return msgspec.structs.replace(message, raw=kept), (change,)
