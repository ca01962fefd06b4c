"""Reasoning of turns that are over."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model import REASONING, Message
from replayable.rules.chain import Chain, in_order
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.reasoning.running_turn import user_speaks
from replayable.rules.rule import Changes, HistoryRule

_WORDS = {
    "none": "the turn is over, and the target's API ignores reasoning of earlier turns",
    "content": "the turn is over, and the target's API takes no reasoning of earlier turns",
}


class Running(msgspec.Struct, frozen=True):
    """The messages from the first one with reasoning on, since the user last spoke."""

    held: Chain | None = None


class FinishedReasoning(HistoryRule[Running], frozen=True):
    """Takes reasoning out of every turn but the one that is still running."""

    name: ClassVar[str] = "finished-reasoning"
    looks_for: ClassVar[int] = REASONING

    loss: Literal["none", "content"] = "none"

    def begin(self) -> Running:
        """Nobody has spoken."""
        return Running()

    def step(self, state: Running, message: Message) -> tuple[Running, tuple[Message, ...], Changes]:
        """Holds a turn back until the user speaks again."""
        if user_speaks(message):
            out, changes = self._finished(state)
            return Running(), (*out, message), changes
        if state.held is None and not message.facts & REASONING:
            return state, (message,), ()
        return Running(Chain(message, state.held)), (), ()

    def end(self, state: Running) -> tuple[tuple[Message, ...], Changes]:
        """The running turn keeps what it thought, unless it has said its last word."""
        held = in_order(state.held)
        return (tuple(held), ()) if not held or held[-1].role != "assistant" else self._finished(state)

    def _finished(self, state: Running) -> tuple[tuple[Message, ...], Changes]:
        out, changes = list[Message](), list[Changes]()
        for message in in_order(state.held):
            after, told = without_reasoning(message, lambda _: True, Reason(self.name, _WORDS[self.loss], self.loss))
            out.append(after)
            changes.append(told)
        return tuple(out), tuple(change for told in changes for change in told)
