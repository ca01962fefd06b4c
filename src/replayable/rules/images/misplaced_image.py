"""An image in a message of a role, or in a tool result, where the API takes none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from replayable import model
from replayable.model import CALL, MEDIA, Message, Part, Text, ToolCall, ToolResult, edited, with_parts
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.images.exchange import is_image
from replayable.rules.rule import Changes, HistoryRule

# What stands where an image stood; the same words in every request, since a prompt's beginning must not change.
NOTE = "[image: sent with the next user message]"
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
                out, waiting = (_joined(bare, waiting),), ()
            return Waiting(waiting, state.tools), out, changes
        before: tuple[Message, ...] = ()
        if state.parts and message.role == "user":
            bare = _joined(bare, state.parts)
        elif state.parts:
            before = (_made(state.parts),)
        tools = _tools_of(message) if message.role == "assistant" else state.tools
        return Waiting(taken, tools), (*before, bare), changes

    def end(self, state: Waiting) -> tuple[tuple[Message, ...], Changes]:
        """What still waits becomes a user turn."""
        return ((_made(state.parts),) if state.parts else ()), ()

    def _taken_from(self, message: Message, tools: Mapping[str, str]) -> tuple[Message, tuple[Part, ...], Changes]:
        """The message with notes in the place of images that may not stand there, and those images, each result's behind its label."""
        parts, taken, changes = list[Part](), list[Part](), list[Change]()
        images: tuple[Part, ...]
        moved: tuple[Part, ...]
        for part in message.parts:
            if type(part) is ToolResult and RESULT in self.places and any(map(is_image, part.parts)):
                images = tuple(filter(is_image, part.parts))
                parts.append(edited(part, parts=_noted(part.parts)))
                moved = (_label(part, tools), *map(_unmarked, images))
            elif is_image(part) and message.role in self.places:
                parts.append(_note(part))
                images, moved = (part,), (_unmarked(part),)
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


def _noted(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(_note(part) if is_image(part) else part for part in parts)


def _note(part: Part) -> Text:
    return Text(NOTE, cache=part.cache)


def _unmarked(image: Part) -> Part:
    """The image without its cache mark, which stays where it was."""
    return image if image.cache is None else edited(image, cache=None)


def _label(result: ToolResult, tools: Mapping[str, str]) -> Text:
    tool = result.name or tools.get(result.call_id or "")
    return Text(f"[image from the tool result of {tool}]" if tool else "[image from a tool result]")


def _joined(message: Message, images: tuple[Part, ...]) -> Message:
    """The user message with the images behind its tool results and before its own words."""
    place = max((index + 1 for index, part in enumerate(message.parts) if type(part) is ToolResult), default=0)
    return with_parts(message, (*message.parts[:place], *images, *message.parts[place:]))


def _made(images: tuple[Part, ...]) -> Message:
    return model.message("user", images)


def _tools_of(message: Message) -> Mapping[str, str]:
    if not message.facts & CALL:
        return {}
    return {part.id: part.name for part in message.parts if type(part) is ToolCall and part.id and part.name}
