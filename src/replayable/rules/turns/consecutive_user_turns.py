"""Two user messages in a row."""

from __future__ import annotations

from typing import ClassVar

from replayable.model import SAME_ROLE_PAIR, Message
from replayable.rules.chain import Chain
from replayable.rules.rule import Changes, HistoryRule
from replayable.rules.turns.merging import change_of, held_on, let_go


class ConsecutiveUserTurns(HistoryRule[Chain | None], frozen=True):
    """Makes neighbouring user messages one."""

    name: ClassVar[str] = "consecutive-user-turns"
    looks_for: ClassVar[int] = SAME_ROLE_PAIR

    def begin(self) -> Chain | None:
        """Nothing is held."""
        return None

    def step(self, state: Chain | None, message: Message) -> tuple[Chain | None, tuple[Message, ...], Changes]:
        """Holds user messages until another role follows."""
        held, out, has_joined = held_on(state, message, "user")
        return held, out, (change_of(self.name, message, "follows a user message, so the two became one"),) if has_joined else ()

    def end(self, state: Chain | None) -> tuple[tuple[Message, ...], Changes]:
        """The last user message."""
        return let_go(state), ()
