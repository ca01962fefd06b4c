"""Where the turn begins that is still running: behind the last message in which the user speaks."""

from __future__ import annotations

from collections.abc import Sequence

from replayable.model import RESULT, USER, Message, ToolResult


def running_from(messages: Sequence[Message]) -> int:
    """The index of the first message of the running turn; 0 where the user never speaks, and behind the end where the user spoke last."""
    for index in range(len(messages) - 1, -1, -1):
        if user_speaks(messages[index]):
            return index + 1
    return 0


def user_speaks(message: Message) -> bool:
    """A user's message with more than tool results in it: to an API all of these are the user's words, whoever wrote them."""
    return message.facts & USER != 0 and not (message.facts & RESULT and all(type(part) is ToolResult for part in message.parts))
