"""A reference to an item that the server does not keep."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import OPAQUE
from replayable.model.parts import Opaque
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.removal import without
from replayable.rules.rule import Changes, MessageRule


class UnstoredItem(MessageRule, frozen=True):
    """Takes out items that only point to what a server would have to keep."""

    name: ClassVar[str] = "unstored-item"
    looks_for: ClassVar[int] = OPAQUE

    kinds: frozenset[str] = frozenset({"item_reference"})

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with what stands in it; it may be left without parts."""
        gone = [index for index, part in enumerate(message.parts) if type(part) is Opaque and part.kind in self.kinds]
        if not gone:
            return message, ()
        reason = "the server keeps no items, so a reference to one says nothing"
        before = [part_as_json(message.parts[index]) for index in gone]
        change = Change(rule=self.name, loss="content", origin=message.origin, reason=reason, before=before)
        return with_parts(message, without(message.parts, gone)), (change,)
