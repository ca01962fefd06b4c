"""A call of a tool that the provider runs, and its result, are not in one assistant message."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model import CALL, SERVER, Message, Part, ServerCall, ServerResult, with_parts
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule


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

    def step(self, state: Waiting, message: Message) -> tuple[Waiting, tuple[Message, ...], Changes]:
        """What can go out: all that no longer waits for a result."""
        if state.messages:
            return self._while_waiting(state, message)
        if not message.facts & SERVER:
            return state, (message,), ()
        whole, changes = self._without_orphans(message)
        if _open_calls(whole) and not whole.facts & CALL:
            state.messages = [whole]
            return state, (), changes
        return state, (whole,), changes

    def end(self, state: Waiting) -> tuple[tuple[Message, ...], Changes]:
        """A server call may be open only in the very last message: the provider goes on with it."""
        if len(state.messages) < 2:
            return tuple(state.messages), ()
        return self._given_up(state.messages)

    def _while_waiting(self, state: Waiting, message: Message) -> tuple[Waiting, tuple[Message, ...], Changes]:
        if message.role != "assistant":
            state.messages.append(message)
            return state, (), ()
        if message.facts & SERVER and _open_calls(state.messages[0]) & _results(message):
            return self._joined(state, message)
        out, changes = self._given_up(state.messages)
        state.messages = []
        state, more, later = self.step(state, message)
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
        whole, changes = self._without_orphans(with_parts(first, first.parts + message.parts))
        if _open_calls(whole) and not whole.facts & CALL:
            state.messages = [whole, *between]
            return state, (), (change, *changes)
        state.messages = []
        return state, (whole, *between), (change, *changes)

    def _given_up(self, messages: list[Message]) -> tuple[tuple[Message, ...], Changes]:
        first, *rest = messages
        open_calls = _open_calls(first)
        kept = tuple(part for part in first.parts if not (type(part) is ServerCall and part.id in open_calls))
        gone = [part for part in first.parts if type(part) is ServerCall and part.id in open_calls]
        return (with_parts(first, kept), *rest), tuple(self._dropped(first, part, "a server tool's call has no result") for part in gone)

    def _without_orphans(self, message: Message) -> tuple[Message, Changes]:
        """The message without results whose call does not stand before them in it."""
        called: set[str | None] = set()
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


def _open_calls(message: Message) -> set[str | None]:
    return {part.id for part in message.parts if type(part) is ServerCall} - _results(message)


def _results(message: Message) -> set[str | None]:
    return {part.call_id for part in message.parts if type(part) is ServerResult}
