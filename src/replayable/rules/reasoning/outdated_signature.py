"""A signature that was made before the conversation was compacted."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import REASONING
from replayable.model.parts import Part, Reasoning
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class OutdatedSignature(MessageRule, frozen=True):
    """Takes the proof off reasoning that is strictly older than the newest compaction."""

    name: ClassVar[str] = "outdated-signature"
    looks_for: ClassVar[int] = REASONING
    rewrites: ClassVar[str] = "a compaction changes what the signatures before it were made for"

    compacted_at: float | None = None

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with its reasoning unsigned, if it was made before the compaction. Without a time it stays."""
        made_at = message.meta.timestamp if message.meta is not None else None
        if self.compacted_at is None or made_at is None or made_at >= self.compacted_at:
            return message, ()
        parts = tuple(_unproved(part) for part in message.parts)
        changes = [self._change(message, before, after) for before, after in zip(message.parts, parts, strict=True) if after is not before]
        return with_parts(message, parts), tuple(changes)

    def _change(self, message: Message, before: Part, after: Part) -> Change:
        hidden = type(before) is Reasoning and not is_blank(before.redacted or "")
        reason = f"the {'encrypted reasoning' if hidden else 'signature'} is older than the newest compaction, which changed what stands before it"
        told = [part_as_json(before)], [part_as_json(after)]
        return Change(rule=self.name, loss="content" if hidden else "none", origin=message.origin, reason=reason, before=told[0], after=told[1])


def _unproved(part: Part) -> Part:
    """Reasoning without signature and encrypted data; every other part as it is."""
    if type(part) is not Reasoning or (part.signature is None and part.redacted is None):
        return part
    return edited(part, signature=None, redacted=None)
