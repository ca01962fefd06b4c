"""A turn that no model made: a copy of what was delivered, or a text that was injected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from replayable.model.facts import ANNOTATED, ASSISTANT, CALL, RESULT, USER
from replayable.model.parts import Text, ToolCall
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.chain import Chain, in_order
from replayable.rules.rule import Changes, HistoryRule


class Exchange(msgspec.Struct, frozen=True):
    """What the models have said since the user last spoke, white space folded, and all messages since the first copy whose
    original has not been met."""

    said: str = ""
    held: Chain | None = None


class CopiedReply(HistoryRule[Exchange], frozen=True):
    """Leaves copies of replies out. One that is the only record of its text stays."""

    name: ClassVar[str] = "copied-reply"
    looks_for: ClassVar[int] = ANNOTATED

    def begin(self) -> Exchange:
        """Nothing was said."""
        return Exchange()

    def step(self, state: Exchange, message: Message) -> tuple[Exchange, tuple[Message, ...], Changes]:
        """A copy waits for its original until the user speaks again."""
        if message.facts & USER and not message.facts & RESULT and not _is_context(message):
            out, changes = self.end(state)
            return Exchange(), (*out, message), changes
        said = state.said
        if message.facts & ASSISTANT and not _is_copy(message):
            said = "\n".join([said, *map(_folded, _words(message))])
        elif message.facts & ASSISTANT and _is_said(message, said):
            return state, (), (self._change(message),)
        if state.held is None and not _is_copy(message):
            return Exchange(said), (message,), ()
        return Exchange(said, Chain(message, state.held)), (), ()

    def end(self, state: Exchange) -> tuple[tuple[Message, ...], Changes]:
        """What was held, without the copies whose original came after them, and each other copy once."""
        out, changes, said = list[Message](), list[Change](), state.said
        for message in in_order(state.held):
            if _is_copy(message) and _is_said(message, said):
                changes.append(self._change(message))
                continue
            if _is_copy(message):
                said = "\n".join([said, *map(_folded, _words(message))])
            out.append(message)
        return tuple(out), tuple(changes)

    def _change(self, message: Message) -> Change:
        return Change(
            rule=self.name,
            loss="none" if _has_words(message) else "content",
            origin=message.origin,
            reason="no model made this turn; it is a copy of a reply that stands beside it" if _has_words(message) else "no model made this turn",
            before=[part_as_json(part) for part in message.parts],
        )


def _is_copy(message: Message) -> bool:
    """A copy has no calls: what was called was called by a model."""
    return message.meta is not None and message.meta.is_copy and not message.facts & CALL


def _is_context(message: Message) -> bool:
    return message.meta is not None and message.meta.is_context


def _has_words(message: Message) -> bool:
    return all(type(part) is Text for part in message.parts)


def _is_said(message: Message, said: str) -> bool:
    """Every text of the copy is in what the models said. A copy without a text says nothing of its own."""
    return all(_folded(part.text) in said for part in message.parts if type(part) is Text)


def _words(message: Message) -> Iterator[str]:
    """The texts of a turn, and those that it gave a tool to deliver."""
    for part in message.parts:
        if type(part) is Text:
            yield part.text
        elif type(part) is ToolCall:
            yield from _leaves(part.arguments)


def _leaves(value: Json) -> Iterator[str]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if type(item) is str:
            yield item
        elif type(item) is dict:
            waiting.extend(item.values())
        elif type(item) is list:
            waiting.extend(item)


def _folded(text: str) -> str:
    return " ".join(text.split())
