"""Several instructions at the head of a history."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model import SYSTEM, Message
from replayable.rules.chain import Chain
from replayable.rules.rule import Changes, HistoryRule
from replayable.rules.turns.merging import change_of, let_go


class Head(msgspec.Struct, frozen=True):
    """The instructions held so far; `is_over`: the conversation has begun."""

    held: Chain | None = None
    is_over: bool = False


class ConsecutiveSystemMessages(HistoryRule[Head], frozen=True):
    """Makes the instructions at the head of the history one."""

    name: ClassVar[str] = "consecutive-system-messages"
    looks_for: ClassVar[int] = SYSTEM

    def begin(self) -> Head:
        """The head of the history."""
        return Head()

    def step(self, state: Head, message: Message) -> tuple[Head, tuple[Message, ...], Changes]:
        """Holds instructions until the conversation begins."""
        if state.is_over:
            return state, (message,), ()
        if not message.facts & SYSTEM:
            return Head(is_over=True), (*let_go(state.held), message), ()
        changes = () if state.held is None else (change_of(self.name, message, "is a further instruction at the head, so it joined the first"),)
        return Head(Chain(message, state.held)), (), changes

    def end(self, state: Head) -> tuple[tuple[Message, ...], Changes]:
        """The instruction, where nothing follows it."""
        return let_go(state.held), ()
