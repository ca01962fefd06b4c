"""A document in a message without any words."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import MEDIA
from replayable.model.parts import Text
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.documents.places import is_document
from replayable.rules.rule import Changes, MessageRule

# What stands beside documents that came without a word. Fixed: caches depend on it.
WORDS = "[document attached]"


class LoneDocument(MessageRule, frozen=True):
    """Puts a short text beside documents that have none."""

    name: ClassVar[str] = "lone-document"
    looks_for: ClassVar[int] = MEDIA

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with a text, if it holds documents and none."""
        if message.role != "user" or not any(map(is_document, message.parts)) or any(type(part) is Text for part in message.parts):
            return message, ()
        made = Text(WORDS)
        reason = "the target takes documents only beside a text, so a short one was put behind them"
        change = Change(rule=self.name, loss="synthetic", origin=message.origin, reason=reason, after=[part_as_json(made)])
        return with_parts(message, (*message.parts, made)), (change,)
