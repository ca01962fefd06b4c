"""Where the turn begins that is still running: behind the last message in which the user speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from replayable.model.facts import RESULT, USER
from replayable.model.parts import ToolResult
from replayable.model.transcript import Message
from replayable.relocation import has_images_in_results

Images = Literal["in-results", "behind"]


def running_from(messages: Sequence[Message], images: Images = "in-results") -> int:
    """The index of the first message of the running turn; 0 where the user never speaks, and behind the end where the user spoke last.

    `images` "behind": those of tool results are written into a user message behind them, which ends a turn like any other."""
    for index in range(len(messages) - 1, -1, -1):
        if user_speaks(messages[index]) or (images == "behind" and has_images_in_results(messages[index : index + 1])):
            return index + 1
    return 0


def user_speaks(message: Message) -> bool:
    """A user's message with more than tool results in it: to an API all of these are the user's words, whoever wrote them."""
    return message.facts & USER != 0 and not (message.facts & RESULT and all(type(part) is ToolResult for part in message.parts))
