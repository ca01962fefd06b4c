"""Reasoning that is bound to what stood before it, where that is not what it was."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.facts import REASONING
from replayable.model.transcript import Message
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, HistoryRule

_WORDS = "what stands before the reasoning was changed, and the reasoning is bound to it"


class Prefix(msgspec.Struct, frozen=True):
    """Whether anything before was changed, and the place in the list that comes next."""

    is_changed: bool = False
    following: int = 0


class UnboundReasoning(HistoryRule[Prefix], frozen=True):
    """Takes out signed reasoning behind the first message that other rules changed, made or left out."""

    name: ClassVar[str] = "unbound-reasoning"
    looks_for: ClassVar[int] = REASONING

    def begin(self) -> Prefix:
        """Nothing has come."""
        return Prefix()

    def step(self, state: Prefix, message: Message) -> tuple[Prefix, tuple[Message, ...], Changes]:
        """The message, without its reasoning where something before it is not as it was."""
        is_gap = message.origin is not None and message.origin != state.following
        is_changed = state.is_changed or is_gap
        following = state.following if message.origin is None else message.origin + 1
        if is_changed and message.facts & REASONING:
            message, changes = without_reasoning(message, lambda _: True, Reason(self.name, _WORDS, "content"))
            return Prefix(True, following), (message,), changes
        return Prefix(is_changed or not _is_as_stored(message), following), (message,), ()


def _is_as_stored(message: Message) -> bool:
    return message.intact and message.raw is not None
