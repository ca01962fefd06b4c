"""Parts that are stored in the form of another API, in a history that is sent as it was stored."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.facts import ODD_FIELD
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class BorrowedShape(MessageRule, frozen=True):
    """Has a message written anew where some of its parts are understood, but not in the API's own form."""

    name: ClassVar[str] = "borrowed-shape"
    looks_for: ClassVar[int] = ODD_FIELD

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as one that is not written as it was stored. (A reader marks such parts: they are not intact from the start.)"""
        borrowed = [part for part in message.parts if not part.intact]
        if not message.intact or not borrowed:
            return message, ()
        value = [part_as_json(part) for part in borrowed]
        reason = "some of it was stored in the form of another API, and is sent in the form of this one"
        change = Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=value, after=value)
        return msgspec.structs.replace(message, intact=False), (change,)
