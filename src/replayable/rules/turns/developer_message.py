"""A developer's message for a target that knows only the system's."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import SYSTEM
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class DeveloperMessage(MessageRule, frozen=True):
    """Gives a developer's message the role of a system message."""

    name: ClassVar[str] = "developer-message"
    looks_for: ClassVar[int] = SYSTEM

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as a system message."""
        if message.role != "developer":
            return message, ()
        reason = "the target has no role 'developer'; its instructions have the role 'system'"
        return with_parts(message, message.parts, "system"), (Change(rule=self.name, loss="none", origin=message.origin, reason=reason),)
