"""A tool that is offered under a name that the API does not take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from replayable.model.building import edited, with_parts
from replayable.model.facts import ASSISTANT, CALL, NO_MESSAGES, OTHER_ROLE, RESULT, SYSTEM, TOOL, USER
from replayable.model.parts import Part, ToolCall, ToolResult
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.calls.impossible_tool_name import ALLOWED, valid_name
from replayable.rules.rule import Changes, RequestRule

Ending = tuple[Message, ...]
Names = Mapping[str, str]


class ImpossibleDeclaredName(RequestRule, frozen=True):
    """Renames offered tools, the choice of one and their calls alike, so that two tools stay two."""

    name: ClassVar[str] = "impossible-declared-name"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # tools may be offered beside anything
    reach = "history"
    told_by = "settings"

    longest: int = 64
    allowed: str = ALLOWED
    starts: str = ""

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:
        """Settings and history with names that the API takes."""
        names = self._names(settings)
        if not names:
            return settings, ending, ()
        history = _renamed(ending, names) if facts & (CALL | RESULT) else ending
        return _offered(settings, names), history, tuple(self._change(before, after) for before, after in names.items())

    def _names(self, settings: Settings) -> Names:
        """The new name of each tool that needs one, by its old name. What stands as it is keeps its name."""
        declared = [tool.name for tool in settings.tools or () if not tool.server]
        valid = {name: valid_name(name, self.longest, self.allowed, self.starts) for name in declared}
        taken = {name for name, same in valid.items() if name == same} | {tool.name for tool in settings.tools or () if tool.server}
        names: dict[str, str] = {}
        for name, candidate in valid.items():
            if name != candidate:
                names[name] = self._free(name, candidate, taken)
                taken.add(names[name])
        return names

    def _free(self, name: str, candidate: str, taken: set[str]) -> str:
        """The candidate, or the first name with a number behind the old one that is not taken. The number makes another hash."""
        number = 1
        while candidate in taken:
            number += 1
            candidate = valid_name(f"{name} {number}", self.longest, self.allowed, self.starts)
        return candidate

    def _change(self, before: str, after: str) -> Change:
        reason = f"the API takes no tool by such a name, so it is offered, chosen and called as {after!r}"
        return Change(rule=self.name, loss="none", origin=None, reason=reason, before=[{"tools": [{"name": before}]}], after=[{"tools": [{"name": after}]}])


def _offered(settings: Settings, names: Names) -> Settings:
    tools = tuple(tool if tool.server or tool.name not in names else msgspec.structs.replace(tool, name=names[tool.name]) for tool in settings.tools or ())
    choice = settings.tool_choice
    if choice is not None and (chosen := names.get(choice.name or "")) is not None:
        choice = msgspec.structs.replace(choice, name=chosen)
    return edited(settings, tools=tools, tool_choice=choice)


def _renamed(history: Ending, names: Names) -> Ending:
    """The history with calls and results under the new names; the very same where none has an old one."""
    after = tuple(_with_names(message, names) if message.facts & (CALL | RESULT) else message for message in history)
    return history if all(one is other for one, other in zip(after, history, strict=True)) else after


def _with_names(message: Message, names: Names) -> Message:
    return with_parts(message, tuple(_named(part, names) for part in message.parts))


def _named(part: Part, names: Names) -> Part:
    if type(part) is not ToolCall and type(part) is not ToolResult:
        return part
    name = None if part.name is None else names.get(part.name)
    return part if name is None else edited(part, name=name)
