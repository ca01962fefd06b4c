"""A field of a request that the target's format has no counterpart for."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER, Json, Message, Settings, Thinking, ToolChoice, edited
from replayable.report import Change, Loss
from replayable.rules.rule import Changes, RequestRule
from replayable.rules.settings.field_loss import loss_of
from replayable.rules.settings.thinking_scale import budget_of, effort_of

# Every field that can be dropped by name; the model's is the target's, `extra` and `raw` are dealt with apart.
FIELDS = ("tools", "tool_choice", "max_tokens", "temperature", "top_p", "stop", "thinking", "response_format", "stream", "user", "store")

Ending = tuple[Message, ...]


class UntranslatableField(RequestRule, frozen=True):
    """Drops or narrows what a request of another format says and the target's cannot. For histories in another format."""

    name: ClassVar[str] = "untranslatable-field"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # settings may stand beside anything

    carried: frozenset[str] = frozenset(FIELDS)
    thinking: Literal["budget", "effort", "both"] = "both"
    tool_marks: Literal["carried", "dropped"] = "carried"
    taker: str = "the target's API"

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only settings matter
        """The settings with what the target's format can say."""
        changes = list[Change]()
        for step in (self._without_fields, self._without_parallel, self._without_server_tools, self._without_tool_marks, self._with_thinking):
            settings, told = step(settings)
            changes.extend(told)
        return settings, ending, tuple(changes)

    def _without_fields(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings without `extra`, and without fields that are not carried."""
        going = [field for field in FIELDS if getattr(settings, field) is not None and not self._is_carried(field, settings)]
        changes = [self._dropped(field, _plain(getattr(settings, field))) for field in going]
        changes += [self._dropped(field, value) for field, value in settings.extra.items()]
        if not changes:
            return settings, []
        return edited(settings, extra={}, **dict.fromkeys(going)), changes

    def _is_carried(self, field: str, settings: Settings) -> bool:
        """A response format and a tool choice may be carried for some of their kinds only."""
        return field in self.carried or f"{field}.{_kind_of(field, settings)}" in self.carried

    def _without_parallel(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings without a word on calls at one time, where the target has none."""
        choice = settings.tool_choice
        if choice is None or choice.parallel is None or not self.carried.isdisjoint(("tool_choice", "tool_choice.parallel")):
            return settings, []
        after = None if choice.mode is None else msgspec.structs.replace(choice, parallel=None)
        reason = f"{self.taker} cannot be told whether several calls may be made at one time"
        change = self._change("none" if choice.parallel else "content", reason, {"tool_choice": _plain(choice)}, _choice(after))
        return edited(settings, tool_choice=after), [change]

    def _without_server_tools(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings without tools that the other provider runs."""
        going = [tool for tool in settings.tools or () if tool.server]
        if not going:
            return settings, []
        reason = f"runs at another provider, and {self.taker} has no such tool"
        changes = [self._change("content", f"the tool {tool.name!r} {reason}", {"tools": [_plain(tool)]}, None) for tool in going]
        left = tuple(tool for tool in settings.tools or () if not tool.server)
        settings, told = self._with_choice(edited(settings, tools=left or None))
        return settings, [*changes, *told]

    def _without_tool_marks(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings without cache marks on tools, where the target has none there."""
        marked = [tool for tool in settings.tools or () if tool.cache is not None]
        if not marked or self.tool_marks == "carried":
            return settings, []
        changes = [self._change("none", f"{self.taker} has no cache mark on a tool, as on {tool.name!r}", {"cache": tool.cache}, None) for tool in marked]
        bare = tuple(msgspec.structs.replace(tool, cache=None) for tool in settings.tools or ())
        return edited(settings, tools=bare), changes

    def _with_thinking(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings with thinking in the target's words."""
        before = settings.thinking
        if before is None or self.thinking == "both":
            return settings, []
        after = _as_budget(before, settings.max_tokens) if self.thinking == "budget" else _as_effort(before)
        if after == before:
            return settings, []
        if after is None:
            reason = "the output limit leaves no room for the least thinking budget that the target takes"
            return edited(settings, thinking=None), [self._change("content", reason, {"thinking": _plain(before)}, None)]
        reason = f"{self.taker} is told how much to think by {'a budget' if self.thinking == 'budget' else 'an effort'}"
        return edited(settings, thinking=after), [self._change("none", reason, {"thinking": _plain(before)}, {"thinking": _plain(after)})]

    def _with_choice(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings with a tool choice that the tools left can meet; without any, a choice is refused."""
        before = settings.tool_choice
        after = None if before is None else _fitting(before, settings)
        if before is None or after == before:
            return settings, []
        change = self._change("content", "the tool that was to be called is not sent", {"tool_choice": _plain(before)}, _choice(after))
        return edited(settings, tool_choice=after), [change]

    def _dropped(self, field: str, value: Json) -> Change:
        return self._change(loss_of(field, value), f"{self.taker} has no counterpart for the field {field!r}", {field: value}, None)

    def _change(self, loss: Loss, reason: str, before: Json, after: Json) -> Change:
        return Change(rule=self.name, loss=loss, origin=None, reason=reason, before=[before], after=None if after is None else [after])


def _kind_of(field: str, settings: Settings) -> str | None:
    """Which response format or tool choice it is."""
    if field == "response_format" and type(settings.response_format) is dict:
        return str(settings.response_format.get("type"))
    if field == "tool_choice" and settings.tool_choice is not None:
        return settings.tool_choice.mode or "auto"
    return None


def _fitting(choice: ToolChoice, settings: Settings) -> ToolChoice | None:
    """The choice among the tools that are left: free where the chosen one went, None where all went."""
    if not settings.tools:
        return None
    if choice.mode != "named" or choice.name in {tool.name for tool in settings.tools}:
        return choice
    return msgspec.structs.replace(choice, mode="auto", name=None)


def _choice(choice: ToolChoice | None) -> Json:
    return None if choice is None else {"tool_choice": _plain(choice)}


def _as_budget(thinking: Thinking, limit: int | None) -> Thinking | None:
    """Thinking told by a budget; None where the output limit has no room for one."""
    if thinking.mode == "disabled" or thinking.effort is None:
        return thinking
    if thinking.budget is not None:
        return msgspec.structs.replace(thinking, effort=None)
    budget = budget_of(thinking.effort, limit)
    return None if budget is None else Thinking("enabled", budget)


def _as_effort(thinking: Thinking) -> Thinking:
    """Thinking told by an effort."""
    if thinking.mode == "disabled" or thinking.budget is None:
        return thinking
    return Thinking(thinking.mode, None, thinking.effort or effort_of(thinking.budget))


def _plain(value: object) -> Json:
    """A field's value as JSON, without what its reader kept and what says nothing."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, msgspec.Struct):
        return {key: item for key, item in msgspec.structs.asdict(value).items() if key != "raw" and item is not None and item is not False}
    return value
