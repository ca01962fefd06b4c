"""A message without any part."""

from __future__ import annotations

from typing import ClassVar

from replayable.model import BLANK, EMPTY, FAILED, Message, Text, is_blank, with_parts
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.placeholder import PLACEHOLDER
from replayable.rules.rule import Changes, MessageRule


class EmptyTurn(MessageRule, frozen=True):
    """Drops empty messages; an empty user turn keeps its place with words that say so."""

    name: ClassVar[str] = "empty-turn"
    looks_for: ClassVar[int] = EMPTY | BLANK

    keeps_owned_state: bool = True

    def repair(self, message: Message) -> tuple[Message | None, Changes]:
        """The message with visible content; None where it goes."""
        if not _says_nothing(message):
            return message, ()
        if message.role == "user":
            return self._filled(message)
        owns_state = message.meta is not None and message.meta.owns_state
        if owns_state and self.keeps_owned_state and message.role == "assistant":
            return message, ()
        reason = f"the {'failed ' if message.facts & FAILED else ''}{message.role or 'role-less'} message holds nothing"
        return None, (Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=[]),)

    def _filled(self, message: Message) -> tuple[Message, Changes]:
        placeholder = Text(PLACEHOLDER)
        reason = "the user's message holds nothing visible; it keeps its place, so that turns do not shift"
        change = Change(rule=self.name, loss="synthetic", origin=message.origin, reason=reason, before=[], after=[part_as_json(placeholder)])
        return with_parts(message, (placeholder,)), (change,)


def _says_nothing(message: Message) -> bool:
    """No part, or in an assistant's turn none but blank text: what a call left that went."""
    if not message.parts:
        return True
    return message.role == "assistant" and all(type(part) is Text and is_blank(part.text) for part in message.parts)
