"""More images than one request or one message may hold, or images that add up to more than a request may weigh."""

from __future__ import annotations

from collections import deque
from typing import ClassVar

import msgspec

from replayable.model.facts import MEDIA
from replayable.model.parts import Media, Part, ToolResult
from replayable.model.transcript import Message
from replayable.relocation import is_image
from replayable.report import Change, Loss
from replayable.rules.images.exchange import exchanged, labelled
from replayable.rules.rule import Changes, HistoryRule

WHY = "older images do not fit into the request any more"


class _Image(msgspec.Struct, frozen=True):
    """One image: the place of its message in the history, and its base64 text in characters."""

    message: int
    weight: int


class Held(msgspec.Struct):
    """The messages from the first with an image on, as far as they were not given out: the first stands at `start`. `going` counts the images
    that each message loses, by its place; `kept` are the others, which weigh so many `characters`. `late`: some image has to go whose message
    was given out. The fold owns it, so it is updated in place."""

    messages: list[Message]
    start: int
    kept: deque[_Image]
    going: dict[int, int]
    characters: int = 0
    late: bool = False


class SurplusImage(HistoryRule[Held], frozen=True):
    """Lets the oldest images go, many at a time.

    Which ones go depends on nothing but the messages up to the one that is too much; so a longer history lets the same
    ones go, and a request stays the beginning of the next one until the limit is met again."""

    name: ClassVar[str] = "surplus-image"
    looks_for: ClassVar[int] = MEDIA
    rewrites: ClassVar[str] = "a request takes so many images; where there are more, the oldest half goes at once"

    most: int | None = None
    most_in_message: int | None = None
    most_characters: int | None = None

    def begin(self) -> Held:
        """No message has come."""
        return Held([], 0, deque(), {})

    def fork(self, state: Held) -> Held:
        """The images so far, before those to come."""
        return Held(list(state.messages), state.start, deque(state.kept), dict(state.going), state.characters, state.late)

    def step(self, state: Held, message: Message) -> tuple[Held, tuple[Message, ...], Changes]:
        """Holds what stands behind an image: a later one may cost it its images."""
        if message.facts & MEDIA:
            self._count(state, message)
        elif not state.messages:
            state.start += 1
            return state, (message,), ()
        state.messages.append(message)
        return state, (), ()

    def release(self, state: Held) -> tuple[Held, tuple[Message, ...], Changes]:
        """What was held, though images of it may have to go later."""
        given, changes = self.end(state)
        return Held([], state.start + len(given), state.kept, {}, state.characters, state.late), given, changes

    def is_late(self, state: Held) -> bool:
        """Whether an image has to go whose message was given out."""
        return state.late

    def end(self, state: Held) -> tuple[tuple[Message, ...], Changes]:
        """What was held, with texts in the place of the images that had to go."""
        messages, changes = list(state.messages), list[Change]()
        for place, gone in state.going.items():
            index = place - state.start
            messages[index], told = self._without(messages[index], gone)
            changes.extend(told)
        return tuple(messages), tuple(changes)

    def _count(self, state: Held, message: Message) -> None:
        """Notes which images go because of those of the next message; in each message the first ones go."""
        place, weights, kept = state.start + len(state.messages), _weights(message.parts), state.kept
        surplus = max(len(weights) - self.most_in_message, 0) if self.most_in_message is not None else 0
        if surplus:
            state.going[place] = surplus
        own = weights[surplus:]
        kept.extend(_Image(place, weight) for weight in own)
        state.characters += sum(own)
        if self._is_within(len(kept), state.characters, 1):
            return
        # Of what is older, so much goes that half of the limit is free; the newest message's own images may use all of it.
        while kept and not self._is_within(len(kept), state.characters, 1 if kept[0].message == place else 2):
            oldest = kept.popleft()
            state.characters -= oldest.weight
            if oldest.message < state.start:
                state.late = True
            else:
                state.going[oldest.message] = state.going.get(oldest.message, 0) + 1

    def _is_within(self, number: int, characters: int, share: int) -> bool:
        return (self.most is None or number <= self.most // share) and (self.most_characters is None or characters <= self.most_characters // share)

    def _without(self, message: Message, gone: int) -> tuple[Message, Changes]:
        left = gone

        def exchange(part: Part) -> tuple[Part, Loss, str] | None:
            nonlocal left
            if not left or not is_image(part):
                return None
            left -= 1
            return labelled(part, WHY), "content", "a request takes no more images, so the oldest gave way to a labelled text"

        return exchanged(self.name, message, exchange)


def _weights(parts: tuple[Part, ...]) -> list[int]:
    """The characters of each image, in order; one behind an address weighs nothing."""
    found = list[int]()
    for part in parts:
        if type(part) is Media and part.kind == "image":
            found.append(len(part.data or ""))
        elif type(part) is ToolResult:
            found.extend(_weights(part.parts))
    return found
