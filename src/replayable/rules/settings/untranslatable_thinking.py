"""Thinking told in words that the target does not take."""

from __future__ import annotations

from typing import ClassVar

from replayable.facts.thinking import ANYTHING, ThinkingWords
from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.settings import Settings, Thinking
from replayable.model.transcript import Message
from replayable.report import Change, Loss
from replayable.rules.rule import Changes, Reach, RequestRule
from replayable.rules.settings.telling import narrowed
from replayable.rules.settings.thinking_scale import told

Ending = tuple[Message, ...]


class UntranslatableThinking(RequestRule, frozen=True):
    """Tells a target how much to think in the words that it takes. For histories in another format."""

    name: ClassVar[str] = "untranslatable-thinking"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # settings may stand beside anything
    reach: ClassVar[Reach] = "nothing"

    words: ThinkingWords = ANYTHING
    taker: str = "the target's model"

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only settings matter
        """The settings with thinking in the target's words."""
        before = settings.thinking
        if before is None:
            return settings, ending, ()
        after = told(before, self.words, settings.max_tokens)
        if after is before:
            return settings, ending, ()
        return edited(settings, thinking=after), ending, (self._told(before, after, settings.max_tokens),)

    def _told(self, before: Thinking, after: Thinking | None, limit: int | None) -> Change:
        loss: Loss = "none" if (after is None or after.mode == "disabled") == (before.mode == "disabled") else "content"
        return narrowed(self.name, loss, self._reason(before, after, limit), "thinking", before, after)

    def _reason(self, before: Thinking, after: Thinking | None, limit: int | None) -> str:
        if after is None and limit is not None and "budget" in self.words.words:
            return f"an output limit of {limit} leaves no room for the least thinking budget that {self.taker} takes"
        if after is None:
            return f"{self.taker} cannot be told how much to think"
        if before.mode == "disabled" and after.mode != "disabled":
            return f"{self.taker} always thinks; it is asked for the least"
        if before.mode == "disabled" and before.shown == after.shown:
            return f"{self.taker} is told nothing else of thinking that is off"
        if (before.budget, before.effort) == (after.budget, after.effort):
            return f"{self.taker} cannot be told so whether its thoughts are to be answered"
        words = " and ".join(word for word, value in (("a budget", after.budget), ("an effort", after.effort)) if value is not None)
        return f"{self.taker} is told how much to think by {words or 'nothing but that it shall'} that it takes"
