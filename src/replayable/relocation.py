"""Images of tool results where only the user's messages may hold some: they go to the next one, behind a label that says which tool they
are from, and a note stays in their place.

In a history of the target's own format that is a repair, which a rule makes and tells (`misplaced-image`). What another format holds is
written this way by a format that has no other place for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from replayable.model import building
from replayable.model.building import edited, with_parts
from replayable.model.facts import CALL, MEDIA, RESULT
from replayable.model.parts import Media, Part, Text, ToolCall, ToolResult
from replayable.model.transcript import Message

# What stands where an image stood; the same words in every request, since a prompt's beginning must not change.
NOTE = "[image: sent with the next user message]"

# What stands in front of an image that was brought from a result.
_LABEL = "[image from a tool result]"
_LABEL_OF = "[image from the tool result of "


def has_images_in_results(messages: Iterable[Message]) -> bool:
    """Some message may hold a tool result with an image."""
    return any(each.facts & RESULT and each.facts & MEDIA for each in messages)


def with_images_behind_results(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages with the images of tool results in the user message that follows, or in one that is made where none does."""
    waiting: tuple[Part, ...] = ()
    tools: Mapping[str, str] = {}
    for each in messages:
        if each.facts & RESULT:
            bare, taken = without_images_of_results(each, tools) if each.facts & MEDIA else (each, ())
            waiting = (*waiting, *taken)
            if waiting and not all(type(part) is ToolResult for part in bare.parts):
                bare, waiting = joined(bare, waiting), ()
            yield bare
            continue
        if waiting and each.role != "user":
            yield made(waiting)
        yield joined(each, waiting) if waiting and each.role == "user" else each
        waiting, tools = (), tools_of(each) if each.facts & CALL else tools
    if waiting:
        yield made(waiting)


def without_images_of_results(message: Message, tools: Mapping[str, str]) -> tuple[Message, tuple[Part, ...]]:
    """The message with notes in the place of its results' images, and those images, each result's behind its label."""
    parts, taken = list[Part](), list[Part]()
    for part in message.parts:
        if type(part) is ToolResult and any(map(is_image, part.parts)):
            parts.append(without_images(part))
            taken.extend(taken_from(part, tools))
        else:
            parts.append(part)
    return with_parts(message, tuple(parts)), tuple(taken)


def without_images(result: ToolResult) -> ToolResult:
    """The result with notes in the place of its images."""
    return edited(result, parts=tuple(note(part) if is_image(part) else part for part in result.parts))


def taken_from(result: ToolResult, tools: Mapping[str, str]) -> tuple[Part, ...]:
    """The images of a result behind their label. `tools`: names by ids of calls, for a result that does not know its own."""
    tool = result.name or tools.get(result.call_id or "")
    label = Text(f"{_LABEL_OF}{tool}]" if tool else _LABEL)
    return (label, *map(unmarked, filter(is_image, result.parts)))


def is_label(text: str) -> bool:
    """The text stands in front of an image that was brought from a result."""
    return text == _LABEL or (text.startswith(_LABEL_OF) and text.endswith("]"))


def is_image(part: Part) -> bool:
    """The part is an image that formats know."""
    return type(part) is Media and part.kind == "image"


def note(part: Part) -> Text:
    """What stands in the place of an image; its cache mark stays."""
    return Text(NOTE, cache=part.cache)


def unmarked(image: Part) -> Part:
    """The image without its cache mark, which stays where it was."""
    return image if image.cache is None else edited(image, cache=None)


def joined(message: Message, images: tuple[Part, ...]) -> Message:
    """The user message with the images behind its tool results and before its own words."""
    place = max((index + 1 for index, part in enumerate(message.parts) if type(part) is ToolResult), default=0)
    return with_parts(message, (*message.parts[:place], *images, *message.parts[place:]))


def made(images: tuple[Part, ...]) -> Message:
    """A user message that holds nothing but the images."""
    return building.message("user", images)


def tools_of(message: Message) -> Mapping[str, str]:
    """The names of the tools that a message calls, by the ids of the calls."""
    if not message.facts & CALL:
        return {}
    return {part.id: part.name for part in message.parts if type(part) is ToolCall and part.id and part.name}
