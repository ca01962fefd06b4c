"""An instruction of the system's among the items, for a server that takes only the developer's there."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model.building import with_parts
from replayable.model.facts import SYSTEM
from replayable.model.parts import Opaque
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule


class Begun(msgspec.Struct, frozen=True):
    """Whether the conversation has begun."""

    has_begun: bool = False


class SystemItem(HistoryRule[Begun], frozen=True):
    """Gives instructions among the items the role of the developer's."""

    name: ClassVar[str] = "system-item"
    looks_for: ClassVar[int] = SYSTEM

    leading: Literal["listed", "apart"] = "listed"

    def begin(self) -> Begun:
        """Before the first message."""
        return Begun()

    def step(self, state: Begun, message: Message) -> tuple[Begun, tuple[Message, ...], Changes]:
        """The message, under the other role if it stands among the items."""
        if not message.facts & SYSTEM:
            return (state if state.has_begun else Begun(True)), (message,), ()
        is_apart = message.origin is None or (self.leading == "apart" and not state.has_begun)
        if message.role != "system" or is_apart or all(type(part) is Opaque for part in message.parts):
            return state, (message,), ()
        reason = "the server takes instructions of the system's only in the field that it has for them; here they are the developer's"
        change = Change(rule=self.name, loss="none", origin=message.origin, reason=reason)
        return state, (with_parts(message, message.parts, "developer"),), (change,)
