"""Context of the runtime that was meant for an earlier turn."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.facts import ANNOTATED, RESULT, USER
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.chain import Chain, chained, in_order
from replayable.rules.rule import Changes, HistoryRule


class Current(msgspec.Struct, frozen=True):
    """Whether a user has spoken, whether the last message was the user's, and the messages from the first context on that may
    still be the current one."""

    has_user: bool = False
    after_user: bool = False
    held: Chain | None = None


class SpentContext(HistoryRule[Current], frozen=True):
    """Leaves out the context that the runtime put beside earlier turns of the user."""

    name: ClassVar[str] = "spent-context"
    looks_for: ClassVar[int] = ANNOTATED
    rewrites: ClassVar[str] = "only the newest context of the runtime is true; each one replaces the one before"

    def begin(self) -> Current:
        """Nobody has spoken."""
        return Current()

    def step(self, state: Current, message: Message) -> tuple[Current, tuple[Message, ...], Changes]:
        """Holds context back until the user's next turn shows that it is not the current one any more."""
        if _is_context(message):
            return Current(state.has_user, state.after_user, Chain(message, state.held)), (), ()
        is_user = bool(message.facts & USER and not message.facts & RESULT)
        if not is_user:
            return self._passed(state, message)
        out, kept, changes = self._spent(state)
        return Current(True, True, Chain(message, chained(kept)) if kept else None), out if kept else (*out, message), changes

    def end(self, state: Current) -> tuple[tuple[Message, ...], Changes]:
        """The current context stays; without any turn of the user there is none."""
        if state.has_user:
            return tuple(in_order(state.held)), ()
        held = in_order(state.held)
        return tuple(message for message in held if not _is_context(message)), tuple(self._change(message) for message in held if _is_context(message))

    def _passed(self, state: Current, message: Message) -> tuple[Current, tuple[Message, ...], Changes]:
        if state.held is None:
            return Current(state.has_user), (message,), ()
        return Current(state.has_user, False, Chain(message, state.held)), (), ()

    def _spent(self, state: Current) -> tuple[tuple[Message, ...], tuple[Message, ...], Changes]:
        """What was held without its context, the context that belongs to the turn which begins now, and the changes.

        Context follows its user turn; older sessions have it directly before."""
        held = in_order(state.held)
        start = len(held)
        while start and not state.after_user and _is_context(held[start - 1]):
            start -= 1
        out = tuple(message for message in held[:start] if not _is_context(message))
        return out, tuple(held[start:]), tuple(self._change(message) for message in held[:start] if _is_context(message))

    def _change(self, message: Message) -> Change:
        reason = "the runtime added this context to an earlier turn; only that of the current one is sent"
        return Change(rule=self.name, loss="content", origin=message.origin, reason=reason, before=[part_as_json(part) for part in message.parts])


def _is_context(message: Message) -> bool:
    return message.meta is not None and message.meta.is_context
