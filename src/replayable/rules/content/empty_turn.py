"""A message without any part."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.building import with_parts
from replayable.model.facts import BLANK, EMPTY, FAILED, RESULT, USER
from replayable.model.parts import Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.placeholder import PLACEHOLDER
from replayable.rules.rule import Changes, HistoryRule


class Neighbours(msgspec.Struct, frozen=True):
    """Whether the user spoke last, and an empty message of the user's that waits for what follows it."""

    spoke: bool = False
    waiting: Message | None = None


_SPOKE = {spoke: Neighbours(spoke) for spoke in (False, True)}


class EmptyTurn(HistoryRule[Neighbours], frozen=True):
    """Drops empty messages; an empty user turn between others keeps its place with words that say so."""

    name: ClassVar[str] = "empty-turn"
    looks_for: ClassVar[int] = EMPTY | BLANK

    keeps_owned_state: bool = True

    def begin(self) -> Neighbours:
        """Before the first message."""
        return Neighbours()

    def passed_by(self, state: Neighbours, messages: tuple[Message, ...]) -> Neighbours | None:
        """Messages that all say something, while none waits."""
        if state.waiting is not None:
            return None
        for message in messages:
            if message.facts & (EMPTY | BLANK):
                return None
        return _SPOKE[messages[-1].facts & (USER | RESULT) == USER]

    def step(self, state: Neighbours, message: Message) -> tuple[Neighbours, tuple[Message, ...], Changes]:
        """The message with visible content, or nothing where it goes."""
        if not message.facts & (EMPTY | BLANK) or not _says_nothing(message) or self._stays(message):
            return self._spoken(state, message)
        if message.role != "user":
            reason = f"the {'failed ' if message.facts & FAILED else ''}{message.role or 'role-less'} message holds nothing"
            return state, (), (self._dropped(message, reason),)
        if state.spoke or state.waiting is not None:
            return state, (), (self._dropped(message, _BESIDE),)
        return Neighbours(False, message), (), ()

    def end(self, state: Neighbours) -> tuple[tuple[Message, ...], Changes]:
        """An empty message that nothing follows."""
        return self._filled(state.waiting) if state.waiting is not None else ((), ())

    def _spoken(self, state: Neighbours, message: Message) -> tuple[Neighbours, tuple[Message, ...], Changes]:
        """What goes out with a message that stays."""
        is_users = message.facts & (USER | RESULT) == USER
        waiting = state.waiting
        if waiting is None:
            return (state if state.spoke == is_users else Neighbours(is_users)), (message,), ()
        if is_users:
            return Neighbours(True), (message,), (self._dropped(waiting, _BESIDE),)
        filled, changes = self._filled(waiting)
        return Neighbours(), (*filled, message), changes

    def _stays(self, message: Message) -> bool:
        owns_state = message.meta is not None and message.meta.owns_state
        return owns_state and self.keeps_owned_state and message.role == "assistant"

    def _dropped(self, message: Message, reason: str) -> Change:
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=[])

    def _filled(self, message: Message) -> tuple[tuple[Message, ...], Changes]:
        placeholder = Text(PLACEHOLDER)
        reason = "the user's message holds nothing visible; it keeps its place, so that turns do not shift"
        change = Change(rule=self.name, loss="synthetic", origin=message.origin, reason=reason, before=[], after=[part_as_json(placeholder)])
        return (with_parts(message, (placeholder,)),), (change,)


_BESIDE = "the user's message holds nothing visible, and the user speaks right beside it"


def _says_nothing(message: Message) -> bool:
    """No part, or in an assistant's turn none but blank text: what a call left that went."""
    if not message.parts:
        return True
    return message.role == "assistant" and all(type(part) is Text and is_blank(part.text) for part in message.parts)
