"""An instruction for a model that knows no role for it."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import SYSTEM
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule
from replayable.rules.turns.late_system_message import wrapped


class UnsupportedSystemRole(MessageRule, frozen=True):
    """Makes every instruction a user message that says what it is."""

    name: ClassVar[str] = "unsupported-system-role"
    looks_for: ClassVar[int] = SYSTEM

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The instruction as a user message."""
        if not message.facts & SYSTEM:
            return message, ()
        after = with_parts(message, wrapped(message.parts), "user")
        change = Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason=f"the model knows no {message.role} message, so it is sent as a user message that says what it is",
            before=[part_as_json(part) for part in message.parts],
            after=[part_as_json(part) for part in after.parts],
        )
        return after, (change,)
