"""A running tool loop that does not begin with reasoning, while reasoning is on."""

from __future__ import annotations

from typing import ClassVar

from replayable.model import ASSISTANT, CALL, RESULT, Message, Reasoning, Settings, Thinking, edited
from replayable.report import Change
from replayable.rules.rule import Changes, RequestRule

Ending = tuple[Message, ...]


class UnreasonedToolLoop(RequestRule, frozen=True):
    """Turns reasoning off for this request."""

    name: ClassVar[str] = "unreasoned-tool-loop"
    looks_for: ClassVar[int] = CALL
    reach = "exchange"

    is_on: bool = False

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - the exchange says it all
        """The settings with reasoning off, where the loop that is to go on has none at its head."""
        if not self._is_on(settings) or not _lacks_reasoning(ending):
            return settings, ending, ()
        after = edited(settings, thinking=Thinking("disabled"))
        return after, ending, (self._change(settings),)

    def _is_on(self, settings: Settings) -> bool:
        return self.is_on if settings.thinking is None else settings.thinking.mode == "enabled"

    def _change(self, settings: Settings) -> Change:
        said = settings.thinking
        return Change(
            rule=self.name,
            loss="none",
            origin=None,
            reason="the running tool loop has no signed reasoning to begin with, so reasoning is off for this request",
            before=None if said is None else {"mode": said.mode, "budget": said.budget, "effort": said.effort},
            after={"mode": "disabled"},
        )


def _lacks_reasoning(exchange: Ending) -> bool:
    """The exchange ends in results, and its first assistant message does not begin with reasoning."""
    if not exchange or not exchange[-1].facts & RESULT:
        return False
    opening = next((message for message in exchange if message.facts & ASSISTANT), None)
    return opening is not None and not (opening.parts and type(opening.parts[0]) is Reasoning)
