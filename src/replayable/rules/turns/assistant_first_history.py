"""A history whose first turn is the assistant's."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model import building
from replayable.model.facts import ASSISTANT_FIRST, CALL, SYSTEM
from replayable.model.parts import Text
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule

# The words that openclaw puts there too (transcript hygiene, "Google turn ordering", 2026-10).
BOOTSTRAP = "(session bootstrap)"


class Begun(msgspec.Struct, frozen=True):
    """Whether the first turn has gone by."""

    is_over: bool = False


class AssistantFirstHistory(HistoryRule[Begun], frozen=True):
    """Lets a short user turn stand before an assistant's that comes first."""

    name: ClassVar[str] = "assistant-first-history"
    looks_for: ClassVar[int] = ASSISTANT_FIRST

    opening: Literal["any", "calls"] = "any"

    def begin(self) -> Begun:
        """Before the first turn."""
        return Begun()

    def step(self, state: Begun, message: Message) -> tuple[Begun, tuple[Message, ...], Changes]:
        """The message, behind a user turn where it is the first and an assistant's."""
        if state.is_over or message.facts & SYSTEM:
            return state, (message,), ()
        if message.role != "assistant" or (self.opening == "calls" and not message.facts & CALL):
            return Begun(True), (message,), ()
        made = Text(BOOTSTRAP)
        return Begun(True), (building.message("user", (made,)), message), (self._change(made),)

    def _change(self, made: Text) -> Change:
        return Change(
            rule=self.name,
            loss="synthetic",
            origin=None,
            reason="the history begins with an assistant message, so a short user turn was put before it",
            after=[part_as_json(made)],
        )
