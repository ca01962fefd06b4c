"""Settings that the target takes one by one, but not together."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, Reach, RequestRule
from replayable.rules.settings.telling import dropped, narrowed

# What a temperature is where nobody says.
DEFAULT_TEMPERATURE = 1

Ending = tuple[Message, ...]


class ConflictingSetting(RequestRule, frozen=True):
    """Drops or loosens a setting that excludes another. For histories in another format."""

    name: ClassVar[str] = "conflicting-setting"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # settings may stand beside anything
    reach: ClassVar[Reach] = "nothing"

    temperature_with_thinking: Literal["any", "default"] = "any"
    least_top_p_with_thinking: float = 0.0
    forced_with_thinking: Literal["taken", "refused"] = "taken"
    temperature_with_top_p: Literal["taken", "refused"] = "taken"
    json_with_tools: Literal["taken", "refused"] = "taken"
    thinking: Literal["as-told", "by-default", "on", "off"] = "as-told"

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only settings matter
        """The settings without what excludes another."""
        before, changes = settings, list[Change]()
        if self._thinks(settings):
            settings = self._beside_thinking(settings, changes)
        if self.temperature_with_top_p == "refused" and settings.temperature is not None and settings.top_p is not None:
            settings = self._without("top_p", settings, "the target's model takes a temperature or 'top_p', not both", changes)
        if self.json_with_tools == "refused" and settings.tools and settings.response_format not in (None, {"type": "text"}):
            settings = self._without("response_format", settings, "the target's model answers in JSON or calls tools, not both", changes)
        return before if not changes else settings, ending, tuple(changes)

    def _thinks(self, settings: Settings) -> bool:
        if self.thinking in ("on", "off"):
            return self.thinking == "on"
        return self.thinking == "by-default" if settings.thinking is None else settings.thinking.mode != "disabled"

    def _beside_thinking(self, settings: Settings, changes: list[Change]) -> Settings:
        if self.temperature_with_thinking == "default" and settings.temperature not in (None, DEFAULT_TEMPERATURE):
            settings = self._without("temperature", settings, "with thinking on the target takes no temperature but the default", changes)
        if settings.top_p is not None and settings.top_p < self.least_top_p_with_thinking:
            reason = f"with thinking on the target takes a 'top_p' from {self.least_top_p_with_thinking:g} on"
            settings = self._without("top_p", settings, reason, changes)
        choice = settings.tool_choice
        if self.forced_with_thinking == "refused" and choice is not None and choice.mode in ("required", "named"):
            after = msgspec.structs.replace(choice, mode="auto", name=None)
            reason = "with thinking on the target cannot be made to call a tool, so the choice is left to it"
            changes.append(narrowed(self.name, "content", reason, "tool_choice", choice, after))
            settings = edited(settings, tool_choice=after)
        return settings

    def _without(self, field: Literal["temperature", "top_p", "response_format"], settings: Settings, reason: str, changes: list[Change]) -> Settings:
        changes.append(dropped(self.name, "content", reason, field, getattr(settings, field)))
        return edited(settings, **{field: None})
