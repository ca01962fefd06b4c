"""A beginning of an answer that the target knows by a mark only."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model.facts import ASSISTANT, CALL
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.rule import Changes, HistoryRule


class Last(msgspec.Struct, frozen=True):
    """The last message so far, held back."""

    message: Message | None = None


class UnmarkedPrefill(HistoryRule[Last], frozen=True):
    """Marks a wanted prefill, and takes the mark off messages that are not the last."""

    name: ClassVar[str] = "unmarked-prefill"
    looks_for: ClassVar[int] = ASSISTANT

    mark: str = "prefix"
    wanted: Literal["yes", "no"] = "no"

    def begin(self) -> Last:
        """No message has come."""
        return Last()

    def step(self, state: Last, message: Message) -> tuple[Last, tuple[Message, ...], Changes]:
        """The message before, which was not the last."""
        before = state.message
        if before is None:
            return Last(message), (), ()
        if not is_marked(before, self.mark):
            return Last(message), (before,), ()
        reason = f"only the last message may have the mark {self.mark!r}"
        return Last(message), (_without(before, self.mark),), (self._change(before, reason),)

    def end(self, state: Last) -> tuple[tuple[Message, ...], Changes]:
        """The last message, marked where it is to be continued."""
        last = state.message
        if last is None:
            return (), ()
        if self.wanted == "yes" and last.role == "assistant" and not last.facts & CALL and not is_marked(last, self.mark):
            reason = f"the last message is to be continued, which the target is told by the mark {self.mark!r}"
            return (_marked(last, self.mark),), (self._change(last, reason),)
        return (last,), ()

    def _change(self, message: Message, reason: str) -> Change:
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason)


def is_marked(message: Message, mark: str | None) -> bool:
    """The stored message has the mark."""
    return mark is not None and type(message.raw) is dict and message.raw.get(mark) is True


def _marked(message: Message, mark: str) -> Message:
    stored = message.raw if type(message.raw) is dict else {}
    return msgspec.structs.replace(message, raw={**stored, mark: True})


def _without(message: Message, mark: str) -> Message:
    return msgspec.structs.replace(message, raw={key: value for key, value in message.raw.items() if key != mark})
