"""A signature on reasoning, for a model that knows none."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import REASONING
from replayable.model.parts import Part, Reasoning
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class UnwantedSignature(MessageRule, frozen=True):
    """Takes signatures off reasoning; the words stay."""

    name: ClassVar[str] = "unwanted-signature"
    looks_for: ClassVar[int] = REASONING

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with its reasoning unsigned."""
        parts = tuple(_unsigned(part) for part in message.parts)
        changes = [self._change(message, before, after) for before, after in zip(message.parts, parts, strict=True) if after is not before]
        return with_parts(message, parts), tuple(changes)

    def _change(self, message: Message, before: Part, after: Part) -> Change:
        reason = "the target's model takes no signature on reasoning"
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=[part_as_json(before)], after=[part_as_json(after)])


def _unsigned(part: Part) -> Part:
    return edited(part, signature=None) if type(part) is Reasoning and part.signature is not None else part
