"""Reasoning of turns before the latest, for models that do not read it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.facts import ASSISTANT, REASONING
from replayable.model.parts import Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.rules.chain import Chain, in_order
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, HistoryRule

_WORDS = "the target's model reads the reasoning of its latest turn only"


class Latest(msgspec.Struct, frozen=True):
    """The latest assistant message so far and all that followed it; nothing before one with reasoning has come."""

    held: Chain | None = None


class EarlierReasoning(HistoryRule[Latest], frozen=True):
    """Takes reasoning out of every assistant message but the latest."""

    name: ClassVar[str] = "earlier-reasoning"
    looks_for: ClassVar[int] = REASONING
    rewrites: ClassVar[str] = "reasoning of turns before the latest does not count for these models, and its signatures may fail"

    def begin(self) -> Latest:
        """No assistant has spoken."""
        return Latest()

    def step(self, state: Latest, message: Message) -> tuple[Latest, tuple[Message, ...], Changes]:
        """Holds the latest turn with reasoning back until another assistant message shows that it was not the last."""
        if not message.facts & ASSISTANT or not _speaks(message):
            return (state, (message,), ()) if state.held is None else (Latest(Chain(message, state.held)), (), ())
        out, changes = self._finished(state)
        if message.facts & REASONING:
            return Latest(Chain(message)), out, changes
        return Latest(), (*out, message), changes

    def end(self, state: Latest) -> tuple[tuple[Message, ...], Changes]:
        """The latest turn keeps what it thought."""
        return tuple(in_order(state.held)), ()

    def _finished(self, state: Latest) -> tuple[tuple[Message, ...], Changes]:
        """What was held, now that the turn is over."""
        if state.held is None:
            return (), ()
        first, *others = in_order(state.held)
        after, changes = without_reasoning(first, lambda _: True, Reason(self.name, _WORDS, "none"))
        return (after, *others), changes


def _speaks(message: Message) -> bool:
    """A turn in which nothing is said goes later on; it does not make the one before it an old one."""
    return any(type(part) is not Text or not is_blank(part.text) for part in message.parts)
