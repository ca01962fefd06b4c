"""A tool, or a field of one, that the target's format has no counterpart for."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.settings import Settings, Tool, ToolChoice
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.report import Change
from replayable.rules.rule import Changes, Reach, RequestRule
from replayable.rules.settings.field_loss import loss_of
from replayable.rules.settings.telling import dropped, narrowed, plain

DETAILS = ("tools.strict", "tools.cache")

Ending = tuple[Message, ...]


class UntranslatableTool(RequestRule, frozen=True):
    """Drops tools that another provider runs, and what only its format says of a tool. For histories in another format."""

    name: ClassVar[str] = "untranslatable-tool"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # tools may stand beside anything
    reach: ClassVar[Reach] = "nothing"

    carried: frozenset[str] = frozenset(DETAILS)
    taker: str = "the target's API"

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only settings matter
        """The settings with tools that the target's format can write, and a choice among them."""
        if not settings.tools:
            return settings, ending, ()
        changes = list[Change]()
        left = list[Tool]()
        for tool in settings.tools:
            if tool.server:
                changes.append(self._gone(tool))
            else:
                left.append(self._carried(tool, changes))
        if not changes:
            return settings, ending, ()
        settings = self._with_choice(edited(settings, tools=tuple(left) or None), changes)
        return settings, ending, tuple(changes)

    def _gone(self, tool: Tool) -> Change:
        reason = f"the tool {tool.name!r} runs at another provider, and {self.taker} has no such tool"
        return dropped(self.name, "content", reason, "tools", [plain(tool)])

    def _carried(self, tool: Tool, changes: list[Change]) -> Tool:
        """The tool without what the target cannot say of it."""
        going: dict[str, Json] = dict(tool.extra)
        if tool.strict is not None and "tools.strict" not in self.carried:
            going["strict"] = tool.strict
        if tool.cache is not None and (type(tool.cache) is not dict or "tools.cache" not in self.carried):
            going["cache"] = tool.cache
        for field, value in going.items():
            loss = "none" if field == "cache" else loss_of(field.rpartition(".")[2], value)
            reason = f"{self.taker} has no counterpart for {field!r} of the tool {tool.name!r}"
            changes.append(dropped(self.name, loss, reason, "tools", [{"name": tool.name, field: value}]))
        kept = {field: None for field in ("strict", "cache") if field in going}
        return msgspec.structs.replace(tool, extra={}, **kept) if going else tool

    def _with_choice(self, settings: Settings, changes: list[Change]) -> Settings:
        """The settings with a tool choice that the tools left can meet; without any, a choice is refused."""
        before = settings.tool_choice
        after = None if before is None else _fitting(before, settings)
        if before is None or after == before:
            return settings
        changes.append(narrowed(self.name, "content", "the tool that was to be called is not sent", "tool_choice", before, after))
        return edited(settings, tool_choice=after)


def _fitting(choice: ToolChoice, settings: Settings) -> ToolChoice | None:
    """The choice among the tools that are left: free where the chosen one went, None where all went."""
    if not settings.tools:
        return None
    if choice.mode != "named" or choice.name in {tool.name for tool in settings.tools}:
        return choice
    return msgspec.structs.replace(choice, mode="auto", name=None)
