"""A history that ends in an assistant turn."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model import building
from replayable.model.building import edited, with_parts
from replayable.model.facts import ASSISTANT, CALL, REASONING, SYSTEM
from replayable.model.parts import Part, ServerCall, ServerResult, Text
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, RequestRule
from replayable.rules.turns.unmarked_prefill import is_marked

# The closing user turn: it asks for nothing that the conversation does not hold.
CLOSING = "Continue."

Ending = tuple[Message, ...]


class TrailingAssistant(RequestRule, frozen=True):
    """Strips or closes a last assistant turn that the target would have to continue."""

    name: ClassVar[str] = "trailing-assistant"
    looks_for: ClassVar[int] = ASSISTANT
    rewrites: ClassVar[str] = "the end of a history that ends with the assistant is made up, and goes when there is a real one"

    prefill: Literal["taken", "wanted", "refused"] = "refused"
    thinking: bool | None = None
    ends_in_space: Literal["taken", "refused"] = "taken"
    reasoned: Literal["taken", "refused"] = "taken"
    mark: str | None = None

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - the last turn says it all
        """The history with a last turn that the target takes."""
        if not ending or not is_prefill(ending[-1]) or self.prefill == "wanted" or is_marked(ending[-1], self.mark):
            return settings, ending, ()
        after, changes = self._kept(ending) if self._takes(ending[-1]) else self._refused(settings, ending)
        return settings, after, changes

    def _takes(self, last: Message) -> bool:
        return self.prefill == "taken" and not (self.reasoned == "refused" and last.facts & REASONING)

    def _kept(self, ending: Ending) -> tuple[Ending, Changes]:
        """The prefill, without white space at its end where the target refuses that."""
        last = ending[-1]
        parts = _without_space(last.parts) if self.ends_in_space == "refused" else last.parts
        after = with_parts(last, parts)
        if after is last or not parts:  # a turn of nothing but white space is blank, and another rule's damage
            return ending, ()
        kept = len(parts) - (parts[-1] is not last.parts[len(parts) - 1])
        change = Change(
            rule=self.name,
            loss="none",
            origin=last.origin,
            reason="the last assistant message ended in white space",
            before=[part_as_json(part) for part in last.parts[kept:]],
            after=[part_as_json(part) for part in parts[kept:]] or None,
        )
        return (*ending[:-1], after), (change,)

    def _refused(self, settings: Settings, ending: Ending) -> tuple[Ending, Changes]:
        if self._thinks(settings):
            kept = _without_prefill(ending)
            # A request needs a turn: where nothing but these would be left of the conversation, they are closed instead.
            if any(not message.facts & SYSTEM for message in kept):
                return kept, tuple(self._stripped(message) for message in ending[len(kept) :])
        return (*ending, building.message("user", (Text(CLOSING),))), (self._closed(),)

    def _thinks(self, settings: Settings) -> bool:
        if self.thinking is not None:
            return self.thinking
        return settings.thinking is not None and settings.thinking.mode != "disabled"

    def _stripped(self, message: Message) -> Change:
        return Change(
            rule=self.name,
            loss="content",
            origin=message.origin,
            reason="with thinking on, the target continues no assistant message at the end of the history, so it is not sent",
            before=[part_as_json(part) for part in message.parts],
        )

    def _closed(self) -> Change:
        return Change(
            rule=self.name,
            loss="synthetic",
            origin=None,
            reason="the history ends with an assistant message, so a short user turn was put behind it",
            after=[part_as_json(Text(CLOSING))],
        )


def is_prefill(message: Message) -> bool:
    """An assistant turn that waits for nothing: one with calls waits for their results, and one that ends in a provider's own tool goes on."""
    if message.role != "assistant" or message.facts & CALL:
        return False
    return not (message.parts and type(message.parts[-1]) in (ServerCall, ServerResult))


def _without_prefill(ending: Ending) -> Ending:
    count = len(ending)
    while count and is_prefill(ending[count - 1]):
        count -= 1
    return ending[:count]


def _without_space(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts without white space at the end of the text that they end with."""
    while parts and type(words := parts[-1]) is Text:
        text = words.text.rstrip()
        if text == words.text and text:
            break
        if text:
            return (*parts[:-1], edited(words, text=text))
        parts = parts[:-1]
    return parts
