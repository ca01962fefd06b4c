"""Which messages are written as one, for APIs that want all results of a turn in one user message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from replayable.model.facts import RESULT, TOOL, USER
from replayable.model.parts import ToolResult
from replayable.model.transcript import Message


def is_stored(message: Message, own: bool) -> bool:
    """It can be written as it was. `own`: what the messages were read from is of the format that is written."""
    return own and message.intact and message.raw is not None


def runs(messages: Iterable[Message], own: bool) -> Iterator[list[Message]]:
    """The messages in groups: results that stand alone join results before them and the user message behind them.

    Messages that can be written as they were stay apart, as they were stored."""
    group: list[Message] = []
    is_open = False  # the group may be gone on with
    for message in messages:
        facts = message.facts
        if facts & TOOL and not (own and is_stored(message, own)):
            if is_open or (group and group[-1].facts & RESULT and _holds_only_results(group[-1])):
                group.append(message)
                is_open = True
                continue
            is_going_on = True
        elif is_open and facts & USER:
            group.append(message)
            is_open = facts & RESULT != 0 and _holds_only_results(message)
            continue
        else:
            is_going_on = False
        if group:
            yield group
        group, is_open = [message], is_going_on
    if group:
        yield group


def _holds_only_results(message: Message) -> bool:
    facts = message.facts
    return facts & (USER | TOOL) != 0 and facts & RESULT != 0 and all(type(part) is ToolResult for part in message.parts)
