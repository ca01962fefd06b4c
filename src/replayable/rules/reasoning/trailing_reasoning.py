"""An assistant message that ends in reasoning."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import with_parts
from replayable.model.facts import REASONING
from replayable.model.parts import Reasoning, Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule

# What stands behind reasoning that nothing followed. Fixed: caches depend on it.
CLOSING = "[the turn ended after its reasoning]"


class TrailingReasoning(MessageRule, frozen=True):
    """Puts a short visible text behind reasoning that ends a turn."""

    name: ClassVar[str] = "trailing-reasoning"
    looks_for: ClassVar[int] = REASONING

    where: Literal["last", "alone"] = "last"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with something visible at its end."""
        if message.role != "assistant" or not self._ends_in_reasoning(message):
            return message, ()
        made = Text(CLOSING)
        reason = "nothing visible follows the reasoning of the turn, so a short text was put behind it"
        change = Change(rule=self.name, loss="synthetic", origin=message.origin, reason=reason, after=[part_as_json(made)])
        return with_parts(message, (*message.parts, made)), (change,)

    def _ends_in_reasoning(self, message: Message) -> bool:
        says_nothing = [type(part) is Reasoning or (type(part) is Text and is_blank(part.text)) for part in message.parts]
        return all(says_nothing) if self.where == "alone" else says_nothing[-1] and type(message.parts[-1]) is Reasoning
