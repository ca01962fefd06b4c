"""Calls and results in a history whose request offers no tools at all."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import CALL, RESULT
from replayable.model.parts import ToolCall
from replayable.model.settings import Settings, Tool
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, RequestRule

# A name for results of which not even the call is left.
NAMELESS = "unknown_tool"


class UndeclaredTools(RequestRule, frozen=True):
    """Declares the tools that the history used, where an API demands that some are declared."""

    name: ClassVar[str] = "undeclared-tools"
    looks_for: ClassVar[int] = CALL | RESULT
    rewrites: ClassVar[str] = "tools that nobody declared are declared for the calls in the history, and a new one may be called"
    reach = "history"
    told_by = "reading"

    def repair(self, settings: Settings, ending: tuple[Message, ...], facts: int) -> tuple[Settings, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The settings with a stub for each tool that was used, if they offer none."""
        if settings.tools or not any(message.facts & self.looks_for for message in ending):  # what was used may be gone by now
            return settings, ending, ()
        called = [part.name for message in ending if message.facts & CALL for part in message.parts if type(part) is ToolCall and part.name]
        names = tuple(dict.fromkeys(called)) or (NAMELESS,)
        tools = tuple(Tool(name, schema={"type": "object"}) for name in names)
        stubs = f"{', '.join(names)} {'stands there as a stub' if len(names) == 1 else 'stand there as stubs'}"
        reason = f"the history has tool calls and the request offers no tools, which the API demands; {stubs}"
        change = Change(rule=self.name, loss="synthetic", origin=None, reason=reason, after=list(names))
        return edited(settings, tools=tools), ending, (change,)
