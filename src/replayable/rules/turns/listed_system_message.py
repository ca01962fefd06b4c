"""A leading instruction among the messages of an API that has a field of its own for it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model import building
from replayable.model.facts import SILENT, SUSPECT_TEXT, SYSTEM
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule


class Head(msgspec.Struct, frozen=True):
    """Whether the instructions before the conversation have gone by."""

    is_over: bool = False


class ListedSystemMessage(HistoryRule[Head], frozen=True):
    """Takes instructions before the conversation out of the list of messages. For histories in the target's own format."""

    name: ClassVar[str] = "listed-system-message"
    looks_for: ClassVar[int] = SYSTEM

    def begin(self) -> Head:
        """Before the first message."""
        return Head()

    def step(self, state: Head, message: Message) -> tuple[Head, tuple[Message, ...], Changes]:
        """The message, outside the list if it is an instruction that was stored in it and nothing else came before."""
        if state.is_over:
            return state, (message,), ()
        if not message.facts & SYSTEM:
            return Head(True), (message,), ()
        if message.origin is None:
            return state, (message,), ()
        return state, (_outside(message),), (self._change(message),)

    def _change(self, message: Message) -> Change:
        told = [part_as_json(part) for part in message.parts]
        reason = f"a {message.role} message stands among the messages, so it is sent in the field that the API has for it"
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=told, after=told)


def _outside(message: Message) -> Message:
    """The instruction as one that stands in no list: without a place in it, and without what was stored there."""
    return building.message(message.role, message.parts, None, None, message.meta, message.facts & (SUSPECT_TEXT | SILENT))
