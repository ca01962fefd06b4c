"""A message whose content is null beside calls or reasoning, for a target that wants an empty text there."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model.facts import CALL, REASONING
from replayable.model.parts import Reasoning
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class AbsentContent(MessageRule, frozen=True):
    """Writes an empty text where a stored message with calls, or with nothing but reasoning, has no content. For histories in the target's own format."""

    name: ClassVar[str] = "absent-content"
    looks_for: ClassVar[int] = CALL | REASONING

    field: str = "content"
    beside: Literal["calls", "reasoning"] = "calls"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as it was stored, with an empty text; it still counts as untouched and is written from there."""
        if type(message.raw) is not dict or message.raw.get(self.field) is not None or not self._is_meant(message):
            return message, ()
        reason = f"the target takes an empty text beside {self.beside}, but not no content at all"
        change = Change(rule=self.name, loss="none", origin=message.origin, reason=reason)
        return msgspec.structs.replace(message, raw={**message.raw, self.field: ""}), (change,)

    def _is_meant(self, message: Message) -> bool:
        if self.beside == "calls":
            return bool(message.facts & CALL)
        return bool(message.parts) and all(type(part) is Reasoning for part in message.parts)
