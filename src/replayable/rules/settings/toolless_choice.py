"""A tool choice in a request that offers no tools."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.rules.rule import Changes, Reach, RequestRule
from replayable.rules.settings.telling import narrowed


class ToollessChoice(RequestRule, frozen=True):
    """Drops a tool choice where there is nothing to choose from. For histories in another format."""

    name: ClassVar[str] = "toolless-choice"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # settings may stand beside anything
    reach: ClassVar[Reach] = "nothing"

    def repair(self, settings: Settings, ending: tuple[Message, ...], facts: int) -> tuple[Settings, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The settings without a choice, if they offer no tools."""
        choice = settings.tool_choice
        if choice is None or settings.tools:
            return settings, ending, ()
        reason = "the request offers no tools, and the target takes no choice of none, so the choice is not sent"
        return edited(settings, tool_choice=None), ending, (narrowed(self.name, "none", reason, "tool_choice", choice, None),)
