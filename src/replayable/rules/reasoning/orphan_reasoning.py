"""Reasoning that nothing follows in its turn."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import REASONING
from replayable.model.parts import Part, Reasoning
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.removal import without
from replayable.rules.items.replayed import is_encrypted, item_of
from replayable.rules.reasoning.removal import says_something
from replayable.rules.rule import Changes, MessageRule

_WORDS = "the item that the reasoning led to is not in the turn, and the API takes it only with that"


class OrphanReasoning(MessageRule, frozen=True):
    """Takes out reasoning at the end of a turn, unless it is encrypted and thus whole in itself."""

    name: ClassVar[str] = "orphan-reasoning"
    looks_for: ClassVar[int] = REASONING

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without reasoning that leads to nothing; it may be left without parts."""
        gone = range(_end_of(message.parts), len(message.parts))
        orphans = [index for index in gone if _is_bare(message.parts[index])]
        if not orphans:
            return message, ()
        return with_parts(message, without(message.parts, orphans)), tuple(self._change(message, message.parts[index]) for index in orphans)

    def _change(self, message: Message, part: Part) -> Change:
        loss = "content" if says_something(part) else "none"
        return Change(rule=self.name, loss=loss, origin=message.origin, reason=_WORDS, before=[part_as_json(part)])  # type: ignore[arg-type]


def _end_of(parts: tuple[Part, ...]) -> int:
    """The index from which on there is nothing but reasoning."""
    end = len(parts)
    while end and type(parts[end - 1]) is Reasoning:
        end -= 1
    return end


def _is_bare(part: Part) -> bool:
    item = item_of(part) if type(part) is Reasoning else None
    return item is None or not is_encrypted(item)
