"""A call without the reasoning that its target wants back."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import with_parts
from replayable.model.facts import CALL
from replayable.model.parts import Reasoning
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule

# What stands where no reasoning was stored. Fixed: caches depend on it. It is a note about the record, no thought about the task.
PLACEHOLDER = "[no reasoning was recorded for this turn]"


class MissingReasoning(MessageRule, frozen=True):
    """Gives an assistant message with calls a placeholder for the reasoning that was not stored."""

    name: ClassVar[str] = "missing-reasoning"
    looks_for: ClassVar[int] = CALL

    field: str | None = None
    blank: Literal["filled", "kept"] = "filled"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with reasoning."""
        if message.role != "assistant" or any(type(part) is Reasoning and not is_blank(part.text) for part in message.parts):
            return message, ()
        if self.blank == "kept" and type(message.raw) is dict and message.raw.get(self.field) is not None:
            return message, ()
        made = Reasoning(PLACEHOLDER, field=self.field)
        reason = "the target's API wants the reasoning of a turn with calls back, and none is stored; a note that says so stands in its place"
        change = Change(rule=self.name, loss="synthetic", origin=message.origin, reason=reason, after=[part_as_json(made)])
        return with_parts(message, (made, *message.parts)), (change,)
