"""Reasoning in a field that the target does not read."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import edited, with_parts
from replayable.model.facts import REASONING
from replayable.model.parts import Part, Reasoning
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.removal import without
from replayable.rules.rule import Changes, MessageRule


class UnreadReasoningField(MessageRule, frozen=True):
    """Moves reasoning to the field in which the target reads it."""

    name: ClassVar[str] = "unread-reasoning-field"
    looks_for: ClassVar[int] = REASONING

    field: str = "reasoning_content"
    wordless: Literal["dropped", "kept"] = "dropped"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with its reasoning in the one field."""
        parts, gone, changes = list(message.parts), set[int](), list[Change]()
        said = {part.text for part in parts if type(part) is Reasoning and self._is_read(part)}
        for index, part in enumerate(message.parts):
            if type(part) is not Reasoning or self._is_read(part) or (self.wordless == "kept" and is_blank(part.text)):
                continue
            moved = self._moved(part, said)
            if moved is None:
                gone.add(index)
            else:
                parts[index] = moved
                said.add(moved.text)
            changes.append(self._change(message, part, moved))
        return (with_parts(message, without(tuple(parts), gone)), tuple(changes)) if changes else (message, ())

    def _is_read(self, part: Reasoning) -> bool:
        return part.field == self.field or (part.field is None and not is_blank(part.text))

    def _moved(self, part: Reasoning, said: set[str]) -> Reasoning | None:
        """The reasoning in its field; None where it has no words for it, or where they stand there already."""
        if is_blank(part.text) or part.text in said:
            return None
        return edited(part, field=self.field, signature=None, redacted=None)

    def _change(self, message: Message, before: Reasoning, after: Part | None) -> Change:
        is_lost = after is None and is_blank(before.text) and not is_blank(before.redacted or "")
        return Change(
            rule=self.name,
            loss="content" if is_lost else "none",
            origin=message.origin,
            reason=_reason(before, after, self.field),
            before=[part_as_json(before)],
            after=None if after is None else [part_as_json(after)],
        )


def _reason(before: Reasoning, after: Part | None, field: str) -> str:
    if after is not None:
        return f"the target reads reasoning in the field {field!r}, so it is sent there"
    if is_blank(before.text):
        return f"the target reads reasoning in the field {field!r} alone, which has no place for reasoning without words"
    return f"the same reasoning is sent in the field {field!r} already"
