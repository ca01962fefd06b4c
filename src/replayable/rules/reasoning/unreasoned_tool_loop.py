"""A running tool loop that does not begin with reasoning, while reasoning is on."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, CALL, RESULT, TOOL, USER
from replayable.model.parts import Reasoning
from replayable.model.settings import Settings, Thinking
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, RequestRule

Ending = tuple[Message, ...]


class UnreasonedToolLoop(RequestRule, frozen=True):
    """Turns reasoning off for this request."""

    name: ClassVar[str] = "unreasoned-tool-loop"
    looks_for: ClassVar[int] = CALL
    reach = "history"
    told_by = "reading"

    is_on: bool = False

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - the messages say it all
        """The settings with reasoning off, where the loop that is to go on has none at its head."""
        if not self._is_on(settings) or not _lacks_reasoning(ending):
            return settings, ending, ()
        after = edited(settings, thinking=Thinking("disabled"))
        return after, ending, (self._change(settings),)

    def _is_on(self, settings: Settings) -> bool:
        """Reasoning with a budget; how much a model thinks that was told an effort alone is up to it, and no loop is refused."""
        said = settings.thinking
        return self.is_on if said is None else said.mode == "enabled" and said.budget is not None

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


def _lacks_reasoning(messages: Ending) -> bool:
    """The running tool loop does not begin with reasoning."""
    opening = _opening(messages)
    return opening is not None and not (opening.parts and type(opening.parts[0]) is Reasoning)


def _opening(messages: Ending) -> Message | None:
    """The message of the assistant that the tool loop at the end begins with. What stands between two of the assistant's is one turn of the
    user's to the API; the loop goes on from it as long as it holds a result, whatever is said beside that."""
    opening: Message | None = None
    answers, between = 0, True
    for message in reversed(messages):
        if message.facts & ASSISTANT:
            if not answers:
                break
            opening, between = message, False
        elif message.facts & (USER | TOOL):
            answers = message.facts & RESULT | (answers if between else 0)
            between = True
    return opening
