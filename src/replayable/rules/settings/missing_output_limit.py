"""A request without an output limit, for an API that demands one."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, Reach, RequestRule


class MissingOutputLimit(RequestRule, frozen=True):
    """Sets an output limit where a whole request of another API has none."""

    name: ClassVar[str] = "missing-output-limit"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES
    reach: ClassVar[Reach] = "nothing"

    limit: int = 4096

    def repair(self, settings: Settings, ending: tuple[Message, ...], facts: int) -> tuple[Settings, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The settings with a limit, if they name a model: a bare list is no request yet."""
        if settings.model is None or settings.max_tokens is not None:
            return settings, ending, ()
        limit = self.limit + (settings.thinking.budget or 0 if settings.thinking is not None else 0)
        reason = f"the API demands an output limit and the request has none; {limit} tokens were set"
        change = Change(rule=self.name, loss="synthetic", origin=None, reason=reason, after=[{"max_tokens": limit}])
        return edited(settings, max_tokens=limit), ending, (change,)
