"""An instruction after the conversation has begun."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model.building import edited, with_parts
from replayable.model.facts import LATE_SYSTEM, SYSTEM
from replayable.model.parts import Part, Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule

# What stands around the words, so that the model knows them from the user's. Fixed: caches depend on it.
OPENING, CLOSING = "<system>\n", "\n</system>"

# An instruction between turns must follow what the API counts as a user message (results are one).
_BEFORE = ("user", "tool")


class Place(msgspec.Struct, frozen=True):
    """The role that stands before (None: the conversation has not begun), and an instruction whose place is not settled yet."""

    before: str | None = None
    held: Message | None = None


class LateSystemMessage(HistoryRule[Place], frozen=True):
    """Makes instructions user messages where the target does not take them at this place."""

    name: ClassVar[str] = "late-system-message"
    looks_for: ClassVar[int] = LATE_SYSTEM

    place: Literal["user-text", "turns"] = "user-text"

    def begin(self) -> Place:
        """The head of the history."""
        return Place()

    def step(self, state: Place, message: Message) -> tuple[Place, tuple[Message, ...], Changes]:
        """Holds an instruction until it is known what follows it."""
        before, out, changes = self._settled(state, message)
        if not message.facts & SYSTEM:
            return Place(message.role), (*out, message), changes
        if before is None:
            return Place(), (message,), ()
        return Place(before, message), out, changes

    def end(self, state: Place) -> tuple[tuple[Message, ...], Changes]:
        """The instruction that the history ends with."""
        _, out, changes = self._settled(state, None)
        return out, changes

    def _settled(self, state: Place, following: Message | None) -> tuple[str | None, tuple[Message, ...], Changes]:
        """The role that now stands before, and the held instruction as it goes out."""
        held = state.held
        if held is None:
            return state.before, (), ()
        if self.place == "turns" and state.before in _BEFORE and (following is None or following.role == "assistant"):
            return "system", (held if held.role == "system" else with_parts(held, held.parts, "system"),), self._renamed(held)
        return "user", (with_parts(held, wrapped(held.parts), "user"),), (self._change(held),)

    def _renamed(self, held: Message) -> Changes:
        """The role that instructions between turns have is one."""
        if held.role == "system":
            return ()
        value = [part_as_json(part) for part in held.parts]
        reason = f"an instruction between turns has the role system, not {held.role}"
        return (Change(rule=self.name, loss="none", origin=held.origin, reason=reason, before=value, after=value),)

    def _change(self, held: Message) -> Change:
        return Change(
            rule=self.name,
            loss="none",
            origin=held.origin,
            reason=f"a {held.role} message may not stand here, so it is sent as a user message that says what it is",
            before=[part_as_json(part) for part in held.parts],
            after=[part_as_json(part) for part in wrapped(held.parts)],
        )


def wrapped(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with their words between the marks; what says nothing needs none."""
    return tuple(edited(part, text=f"{OPENING}{part.text}{CLOSING}") if type(part) is Text and not is_blank(part.text) else part for part in parts)
