"""More images than one request or one message may hold, or images that add up to more than a request may weigh."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import ClassVar

import msgspec

from replayable.model import MEDIA, Media, Message, Part, ToolResult
from replayable.relocation import is_image
from replayable.report import Change, Loss
from replayable.rules.chain import Chain, in_order
from replayable.rules.images.exchange import exchanged, labelled
from replayable.rules.rule import Changes, HistoryRule

WHY = "older images do not fit into the request any more"


class Held(msgspec.Struct, frozen=True):
    """All messages from the first with an image on."""

    messages: Chain | None = None


class _Image(msgspec.Struct):
    """One image: the index of its message, and its base64 text in characters."""

    message: int
    weight: int


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
        return Held()

    def step(self, state: Held, message: Message) -> tuple[Held, tuple[Message, ...], Changes]:
        """Holds what stands behind an image: a later one may cost it its images."""
        if state.messages is None and not message.facts & MEDIA:
            return state, (message,), ()
        return Held(Chain(message, state.messages)), (), ()

    def end(self, state: Held) -> tuple[tuple[Message, ...], Changes]:
        """What was held, with texts in the place of the images that had to go."""
        messages, changes = in_order(state.messages), list[Change]()
        for index, gone in Counter(self._going(messages)).items():
            messages[index], told = self._without(messages[index], gone)
            changes.extend(told)
        return tuple(messages), tuple(changes)

    def _going(self, messages: list[Message]) -> Iterator[int]:
        """The index of a message for each of its images that goes; in each message the first ones go."""
        kept, characters = deque[_Image](), 0
        for index, message in enumerate(messages):
            if not message.facts & MEDIA:
                continue
            weights = _weights(message.parts)
            surplus = len(weights) - self.most_in_message if self.most_in_message is not None else 0
            yield from (index for _ in range(surplus))
            own = weights[max(surplus, 0) :]
            kept.extend(_Image(index, weight) for weight in own)
            characters += sum(own)
            if self._is_within(len(kept), characters, 1):
                continue
            # Of what is older, so much goes that half of the limit is free; the newest message's own images may use all of it.
            while kept and not self._is_within(len(kept), characters, 1 if kept[0].message == index else 2):
                oldest = kept.popleft()
                characters -= oldest.weight
                yield oldest.message

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
