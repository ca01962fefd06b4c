"""The user speaks directly behind a tool result."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model import building
from replayable.model.building import with_parts
from replayable.model.facts import RESULT, TOOL, USER
from replayable.model.parts import Text, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule

# Whose words without a result are sent as the user's.
_SPEAKS = USER | TOOL

# The bridge. Fixed: caches depend on it. It claims nothing: neither that the results were read nor that they were good.
BRIDGE = "(continued)"


class Behind(msgspec.Struct, frozen=True):
    """Whether the message before ended in a tool result."""

    result: bool = False


class UserAfterTool(HistoryRule[Behind], frozen=True):
    """Lets a short assistant message stand between a tool result and the user's next words."""

    name: ClassVar[str] = "user-after-tool"
    looks_for: ClassVar[int] = RESULT

    def begin(self) -> Behind:
        """Before the first message."""
        return Behind()

    def step(self, state: Behind, message: Message) -> tuple[Behind, tuple[Message, ...], Changes]:
        """The message, behind a bridge where it is the user's and results stand before its words."""
        if not message.facts & RESULT:
            if state.result and message.facts & _SPEAKS:
                return Behind(), (self._bridge(), message), (self._change(),)
            return Behind(), (message,), ()
        rest = tuple(part for part in message.parts if type(part) is not ToolResult)
        if not rest:
            return Behind(True), (message,), ()
        results = with_parts(message, tuple(part for part in message.parts if type(part) is ToolResult), "tool")
        return Behind(), (results, self._bridge(), with_parts(message, rest)), (self._change(),)

    def _bridge(self) -> Message:
        return building.message("assistant", (Text(BRIDGE),))

    def _change(self) -> Change:
        return Change(
            rule=self.name,
            loss="synthetic",
            origin=None,
            reason="the target takes no user message directly behind a tool result, so a short assistant message stands between them",
            after=[part_as_json(Text(BRIDGE))],
        )
