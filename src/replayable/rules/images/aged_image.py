"""Images of turns long past."""

from __future__ import annotations

from collections import deque
from typing import ClassVar

import msgspec

from replayable.model.facts import MEDIA, RESULT
from replayable.model.parts import Part, Text, ToolResult
from replayable.model.transcript import Message
from replayable.relocation import is_image, is_label
from replayable.report import Change, Loss
from replayable.rules.images.exchange import exchanged, labelled
from replayable.rules.rule import Changes, HistoryRule

WHY = "the model saw it in an earlier turn"

# In one long turn the images of its first rounds of results go too: of two when it has six, and of twenty more with every further twenty
# (openclaw's history image pruning, 2026.9.6).
ROUNDS = 6
FIRST_ROUNDS = 2
MORE_ROUNDS = 20


class Past(msgspec.Struct):
    """What is known of the history from its first image on. `messages` are held; the first of them has the place `start`. `turns`: the places
    where turns begin whose images stay, the running one last; `rounds`: those where the rounds of results of the running turn begin. Images
    before `cut` go; `pictured` are the places of messages that hold the others. `late`: an image has to go whose message was given out.
    The fold owns it, so it is updated in place."""

    messages: list[Message]
    start: int
    turns: deque[int]
    rounds: list[int]
    pictured: deque[int]
    cut: int = 0
    answered: bool = False
    in_round: bool = False
    late: bool = False


class AgedImage(HistoryRule[Past], frozen=True):
    """Lets the images of old turns go, those of many turns at a time.

    Which ones go depends on nothing but the messages so far, and what went stays away; so a request stays the beginning of the next one
    until the next step."""

    name: ClassVar[str] = "aged-image"
    looks_for: ClassVar[int] = MEDIA
    rewrites: ClassVar[str] = "the caller wants images of old turns gone; those of several turns go at once"

    turns: int = 3

    def begin(self) -> Past:
        """No image has come."""
        return Past([], 0, deque(), [], deque())

    def fork(self, state: Past) -> Past:
        """What is known so far, before what is to come."""
        copied = (list(state.messages), state.start, deque(state.turns), list(state.rounds), deque(state.pictured))
        return Past(*copied, state.cut, state.answered, state.in_round, state.late)

    def step(self, state: Past, message: Message) -> tuple[Past, tuple[Message, ...], Changes]:
        """Holds what stands behind an image: a later turn may cost it its images."""
        place = state.start + len(state.messages)
        if state.turns or message.facts & MEDIA:
            self._note(state, message, place)
        if not state.pictured and not state.messages:
            state.start += 1
            return state, (message,), ()
        state.messages.append(message)
        return state, (), ()

    def release(self, state: Past) -> tuple[Past, tuple[Message, ...], Changes]:
        """What was held, though images of it go with a later turn."""
        given, changes = self.end(state)
        state = self.fork(state)
        state.messages, state.start = [], state.start + len(given)
        return state, given, changes

    def is_late(self, state: Past) -> bool:
        """Whether an image has to go whose message was given out."""
        return state.late

    def end(self, state: Past) -> tuple[tuple[Message, ...], Changes]:
        """What was held, with texts in the place of the images that are old."""
        messages, changes = list(state.messages), list[Change]()
        for index in range(min(max(state.cut - state.start, 0), len(messages))):
            if messages[index].facts & MEDIA and _is_seen(messages[index]):
                messages[index], told = exchanged(self.name, messages[index], _text_for)
                changes.extend(told)
        return tuple(messages), tuple(changes)

    def _note(self, state: Past, message: Message, place: int) -> None:
        """Counts turns and rounds, and what of them has to go."""
        if not state.turns:
            state.turns.append(place)
        elif state.answered and _opens_turn(message):
            self._open_turn(state, place)
        state.answered = state.answered or message.role == "assistant"
        if message.facts & RESULT and not state.in_round:
            state.rounds.append(place)
            self._cut(state, state.rounds[_old_rounds(len(state.rounds))] if len(state.rounds) >= ROUNDS else 0)
        state.in_round = bool(message.facts & RESULT)
        if message.facts & MEDIA and _is_seen(message):
            state.pictured.append(place)

    def _open_turn(self, state: Past, place: int) -> None:
        state.turns.append(place)
        state.answered, state.in_round, state.rounds = False, False, []
        finished = len(state.turns) - 1
        if finished >= 2 * self.turns:
            for _ in range(finished - self.turns):
                state.turns.popleft()
            self._cut(state, state.turns[0])

    def _cut(self, state: Past, place: int) -> None:
        state.cut = max(state.cut, place)
        while state.pictured and state.pictured[0] < state.cut:
            state.late = state.pictured.popleft() < state.start or state.late


def _old_rounds(number: int) -> int:
    """How many of so many rounds lose their images."""
    return FIRST_ROUNDS + (number - ROUNDS) // MORE_ROUNDS * MORE_ROUNDS


def _opens_turn(message: Message) -> bool:
    """The user says something; results, and images that only stand where the API wants them, open no turn."""
    return message.role == "user" and any(not _is_brought(part) for part in message.parts)


def _is_brought(part: Part) -> bool:
    return type(part) is ToolResult or is_image(part) or (type(part) is Text and is_label(part.text))


def _is_seen(message: Message) -> bool:
    """The message shows images to the model; what it drew itself stays."""
    return message.role != "assistant"


def _text_for(part: Part) -> tuple[Part, Loss, str] | None:
    if not is_image(part):
        return None
    return labelled(part, WHY), "content", "an image of an old turn gave way to a labelled text, as the caller wants it"
