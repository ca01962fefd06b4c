"""An image in a message of a role, or in a tool result, where the API takes none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from replayable.model.building import with_parts
from replayable.model.facts import MEDIA
from replayable.model.parts import Part, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.relocation import NOTE, is_image, joined, made, note, taken_from, tools_of, unmarked, without_images
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule

RESULT = "tool-result"


class Waiting(msgspec.Struct, frozen=True):
    """The images that wait for a user turn, and the tools that the last turn called, by the ids of their calls."""

    parts: tuple[Part, ...] = ()
    tools: Mapping[str, str] = {}


class MisplacedImage(HistoryRule[Waiting], frozen=True):
    """Moves such images to the user turn that follows."""

    name: ClassVar[str] = "misplaced-image"
    looks_for: ClassVar[int] = MEDIA

    places: frozenset[str] = frozenset({"assistant", RESULT})

    def begin(self) -> Waiting:
        """Nothing waits."""
        return Waiting()

    def step(self, state: Waiting, message: Message) -> tuple[Waiting, tuple[Message, ...], Changes]:
        """Hands waiting images to a user turn, or to one that is made where none follows, and takes new ones out."""
        bare, taken, changes = self._taken_from(message, state.tools) if message.facts & MEDIA else (message, (), ())
        if any(type(part) is ToolResult for part in message.parts):
            out = (bare,)
            waiting = (*state.parts, *taken)
            if waiting and not all(type(part) is ToolResult for part in message.parts):
                out, waiting = (joined(bare, waiting),), ()
            return Waiting(waiting, state.tools), out, changes
        before: tuple[Message, ...] = ()
        if state.parts and message.role == "user":
            bare = joined(bare, state.parts)
        elif state.parts:
            before = (made(state.parts),)
        tools = tools_of(message) if message.role == "assistant" else state.tools
        return Waiting(taken, tools), (*before, bare), changes

    def end(self, state: Waiting) -> tuple[tuple[Message, ...], Changes]:
        """What still waits becomes a user turn."""
        return ((made(state.parts),) if state.parts else ()), ()

    def _taken_from(self, message: Message, tools: Mapping[str, str]) -> tuple[Message, tuple[Part, ...], Changes]:
        """The message with notes in the place of images that may not stand there, and those images, each result's behind its label."""
        parts, taken, changes = list[Part](), list[Part](), list[Change]()
        images: tuple[Part, ...]
        moved: tuple[Part, ...]
        for part in message.parts:
            if type(part) is ToolResult and RESULT in self.places and any(map(is_image, part.parts)):
                images, moved = tuple(filter(is_image, part.parts)), taken_from(part, tools)
                parts.append(without_images(part))
            elif is_image(part) and message.role in self.places:
                parts.append(note(part))
                images, moved = (part,), (unmarked(part),)
            else:
                parts.append(part)
                continue
            taken.extend(moved)
            changes.append(self._change(message, images, moved))
        return with_parts(message, tuple(parts)), tuple(taken), tuple(changes)

    def _change(self, message: Message, images: tuple[Part, ...], moved: tuple[Part, ...]) -> Change:
        number = "an image" if len(images) == 1 else f"{len(images)} images"
        where = "a tool result" if len(moved) > len(images) else f"a message of role {message.role}"
        return Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason=f"the API takes no images in {where}, so {number} went to the user message that follows",
            before=[part_as_json(part) for part in images],
            after=[{"text": NOTE}, *(part_as_json(part) for part in moved)],
        )
