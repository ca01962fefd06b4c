"""One piece of reasoning that stands twice in a turn."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import REASONING
from replayable.model.parts import Part, Reasoning
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.removal import without
from replayable.rules.rule import Changes, MessageRule


class RepeatedReasoning(MessageRule, frozen=True):
    """Keeps the first of several copies of signed reasoning in a message."""

    name: ClassVar[str] = "repeated-reasoning"
    looks_for: ClassVar[int] = REASONING

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with each piece of reasoning once."""
        if len(message.parts) < 2:
            return message, ()
        copies = _copies(message.parts)
        if not copies:
            return message, ()
        reason = "the same signed reasoning stands before it in the same turn; a store appended it again"
        changes = [
            Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=[part_as_json(message.parts[index])]) for index in sorted(copies)
        ]
        return with_parts(message, without(message.parts, copies)), tuple(changes)


def _copies(parts: tuple[Part, ...]) -> set[int]:
    """The indices of reasoning that stood before. Without a proof two equal thoughts are two."""
    seen: set[tuple[str, str | None, str | None]] = set()
    found: set[int] = set()
    for index, part in enumerate(parts):
        if type(part) is Reasoning and not (is_blank(part.signature or "") and is_blank(part.redacted or "")):
            known = (part.text, part.signature, part.redacted)
            found |= {index} if known in seen else set()
            seen.add(known)
    return found
