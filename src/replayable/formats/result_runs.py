"""Which messages are written as one, for APIs that want all results of a turn in one user message."""

from __future__ import annotations

from collections.abc import Iterable

from replayable.model import RESULT, TOOL, USER, Message, ToolResult


def is_stored(message: Message, own: bool) -> bool:
    """It can be written as it was. `own`: what the messages were read from is of the format that is written."""
    return own and message.intact and message.raw is not None


def runs(messages: Iterable[Message], own: bool) -> list[list[Message]]:
    """The messages in groups: results that stand alone join results before them and the user message behind them.

    Messages that can be written as they were stay apart, as they were stored."""
    found: list[list[Message]] = []
    is_open = False  # the last group may be gone on with
    for message in messages:
        facts = message.facts
        if facts & TOOL and not (own and is_stored(message, own)):
            if is_open or (found and found[-1][-1].facts & RESULT and _holds_only_results(found[-1][-1])):
                found[-1].append(message)
            else:
                found.append([message])
            is_open = True
        elif is_open and facts & USER:
            found[-1].append(message)
            is_open = facts & RESULT != 0 and _holds_only_results(message)
        else:
            found.append([message])
            is_open = False
    return found


def _holds_only_results(message: Message) -> bool:
    facts = message.facts
    return facts & (USER | TOOL) != 0 and facts & RESULT != 0 and all(type(part) is ToolResult for part in message.parts)
