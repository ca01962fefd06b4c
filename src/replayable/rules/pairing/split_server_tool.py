"""A call of a tool that the provider runs, and its result, are not in one assistant message."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.building import with_parts
from replayable.model.facts import CALL, RESULT, SERVER
from replayable.model.parts import Part, ServerCall, ServerResult, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule

Ids = frozenset[str | None]


class Waiting(msgspec.Struct):
    """An assistant message whose server calls have no result yet, and the messages after it, held back."""

    messages: list[Message]


class SplitServerTool(HistoryRule[Waiting], frozen=True):
    """Brings a server tool's call and result together again, or drops the half that is left."""

    name: ClassVar[str] = "split-server-tool"
    looks_for: ClassVar[int] = SERVER

    def begin(self) -> Waiting:
        """Nothing is held back."""
        return Waiting([])

    def fork(self, state: Waiting) -> Waiting:
        """What is held back so far."""
        return Waiting(list(state.messages))

    def step(self, state: Waiting, message: Message) -> tuple[Waiting, tuple[Message, ...], Changes]:
        """What can go out: all that no longer waits for a result."""
        if state.messages:
            return self._while_waiting(state, message)
        if not message.facts & SERVER:
            return state, (message,), ()
        return self._taken(state, message, frozenset())

    def end(self, state: Waiting) -> tuple[tuple[Message, ...], Changes]:
        """A server call may be open only in the very last turn of the assistant: the provider goes on with it."""
        if len(state.messages) < 2 or state.messages[0].facts & CALL:
            return tuple(state.messages), ()
        return self._given_up(state.messages, frozenset())

    def _taken(self, state: Waiting, message: Message, called: Ids) -> tuple[Waiting, tuple[Message, ...], Changes]:
        """The message goes out, or waits for results of its own calls. `called`: calls before it that are open to its results."""
        whole, changes = self._without_orphans(message, called)
        if _open_calls(whole):
            state.messages = [whole]
            return state, (), changes
        return state, (whole,), changes

    def _while_waiting(self, state: Waiting, message: Message) -> tuple[Waiting, tuple[Message, ...], Changes]:
        first = state.messages[0]
        if message.role != "assistant" and not (first.facts & CALL and _speaks(message)):
            state.messages.append(message)
            return state, (), ()
        answered = frozenset(_open_calls(first) & _results(message)) if message.facts & SERVER else frozenset[str | None]()
        if answered and not (first.facts & CALL and len(state.messages) > 1):
            return self._joined(state, message)
        out, changes = self._given_up(state.messages, answered)
        state.messages = []
        state, more, later = self._taken(state, message, answered) if message.facts & SERVER else (state, (message,), ())
        return state, out + more, changes + later

    def _joined(self, state: Waiting, message: Message) -> tuple[Waiting, tuple[Message, ...], Changes]:
        first, *between = state.messages
        change = Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason="an assistant message with the result of a server tool was joined to the one with its call",
            before=list(map(part_as_json, message.parts)),
            after=list(map(part_as_json, message.parts)),
        )
        whole, changes = self._without_orphans(with_parts(first, first.parts + message.parts), frozenset())
        if _open_calls(whole):
            state.messages = [whole, *between]
            return state, (), (change, *changes)
        state.messages = []
        return state, (whole, *between), (change, *changes)

    def _given_up(self, messages: list[Message], answered: Ids) -> tuple[tuple[Message, ...], Changes]:
        """The messages without the calls of the first that are still open and not answered now."""
        first, *rest = messages
        open_calls = _open_calls(first) - answered
        kept = tuple(part for part in first.parts if not (type(part) is ServerCall and part.id in open_calls))
        gone = [part for part in first.parts if type(part) is ServerCall and part.id in open_calls]
        return (with_parts(first, kept) if gone else first, *rest), tuple(self._dropped(first, part, "a server tool's call has no result") for part in gone)

    def _without_orphans(self, message: Message, before: Ids) -> tuple[Message, Changes]:
        """The message without results whose call does not stand before them in it, nor waits for them from before."""
        called = set(before)
        kept: list[Part] = []
        changes: list[Change] = []
        for part in message.parts:
            if type(part) is ServerCall:
                called.add(part.id)
            if type(part) is ServerResult and part.call_id not in called:
                changes.append(self._dropped(message, part, "a server tool's result has no call before it in its message"))
                continue
            if type(part) is ServerResult:
                called.discard(part.call_id)
            kept.append(part)
        return (with_parts(message, tuple(kept)) if changes else message), tuple(changes)

    def _dropped(self, message: Message, part: Part, why: str) -> Change:
        return Change(rule=self.name, loss="content", origin=message.origin, reason=f"{why}, so it was left out", before=[part_as_json(part)])


def _speaks(message: Message) -> bool:
    """It holds something else than results of the caller's tools."""
    return message.role != "tool" and not (message.facts & RESULT and all(type(part) is ToolResult for part in message.parts))


def _open_calls(message: Message) -> set[str | None]:
    return {part.id for part in message.parts if type(part) is ServerCall} - _results(message)


def _results(message: Message) -> set[str | None]:
    return {part.call_id for part in message.parts if type(part) is ServerResult}
