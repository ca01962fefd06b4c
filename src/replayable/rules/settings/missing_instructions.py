"""A request without instructions, for a server that demands some."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model import building
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.parts import Text
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule

# Says nothing that a model would not do anyway. Fixed: caches depend on it.
INSTRUCTIONS = "You are a helpful assistant."


class Opening(msgspec.Struct, frozen=True):
    """Whether it is still open if instructions come; they come first."""

    is_open: bool


class MissingInstructions(HistoryRule[Opening], frozen=True):
    """Puts short instructions before a history that has none."""

    name: ClassVar[str] = "missing-instructions"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # none may be missing before anything

    leading: Literal["listed", "apart"] = "apart"

    def begin(self) -> Opening:
        """Nothing has come yet."""
        return Opening(True)

    def step(self, state: Opening, message: Message) -> tuple[Opening, tuple[Message, ...], Changes]:
        """The message, and instructions before the first one that is none."""
        if not state.is_open:
            return state, (message,), ()
        if message.facts & SYSTEM and (message.origin is None or self.leading == "apart"):
            return Opening(False), (message,), ()
        made, changes = self._made()
        return Opening(False), (made, message), changes

    def end(self, state: Opening) -> tuple[tuple[Message, ...], Changes]:
        """Instructions where nothing else is."""
        if not state.is_open:
            return (), ()
        made, changes = self._made()
        return (made,), changes

    def _made(self) -> tuple[Message, Changes]:
        words = Text(INSTRUCTIONS)
        reason = "the server demands instructions and the request has none, so short ones were put before it"
        return building.message("system", (words,)), (Change(rule=self.name, loss="synthetic", origin=None, reason=reason, after=[part_as_json(words)]),)
