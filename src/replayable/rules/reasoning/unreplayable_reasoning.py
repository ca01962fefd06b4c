"""Reasoning that the API does not know again."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import with_parts
from replayable.model.facts import REASONING
from replayable.model.parts import Reasoning
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.removal import without
from replayable.rules.items.replayed import is_encrypted, is_replayable, item_of
from replayable.rules.reasoning.removal import says_something
from replayable.rules.rule import Changes, MessageRule

_WORDS = {
    "item": "the reasoning is no item of this API, which takes no other",
    "encrypted": "the server keeps no items, and the reasoning does not stand in its item itself",
}


class UnreplayableReasoning(MessageRule, frozen=True):
    """Takes out reasoning that the API cannot be given back."""

    name: ClassVar[str] = "unreplayable-reasoning"
    looks_for: ClassVar[int] = REASONING

    needs: Literal["item", "encrypted"] = "item"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with reasoning that can be given back; it may be left without parts."""
        why = {index: why for index, part in enumerate(message.parts) if type(part) is Reasoning and (why := self._lacks(part))}
        if not why:
            return message, ()
        return with_parts(message, without(message.parts, why)), tuple(self._change(message, index, _WORDS[lacks]) for index, lacks in why.items())

    def _lacks(self, part: Reasoning) -> str | None:
        if not is_replayable(part):
            return "item"
        item = item_of(part)
        return "encrypted" if self.needs == "encrypted" and item is not None and not is_encrypted(item) else None

    def _change(self, message: Message, index: int, words: str) -> Change:
        part = message.parts[index]
        return Change(rule=self.name, loss="content" if says_something(part) else "none", origin=message.origin, reason=words, before=[part_as_json(part)])
