"""A beginning of an answer that the target knows by a mark only."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model import ASSISTANT, CALL, Message, Settings
from replayable.report import Change
from replayable.rules.rule import Changes, RequestRule


class UnmarkedPrefill(RequestRule, frozen=True):
    """Marks a wanted prefill, and takes the mark off messages that are not the last."""

    name: ClassVar[str] = "unmarked-prefill"
    looks_for: ClassVar[int] = ASSISTANT
    reach: ClassVar[Literal["turn", "exchange", "history"]] = "history"

    mark: str = "prefix"
    wanted: Literal["yes", "no"] = "no"

    def repair(self, settings: Settings, ending: tuple[Message, ...], facts: int) -> tuple[Settings, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The history with the mark on the last message at most."""
        if not ending:
            return settings, ending, ()
        messages, changes = list(ending), list[Change]()
        for index, message in enumerate(ending[:-1]):
            if is_marked(message, self.mark):
                messages[index] = _without(message, self.mark)
                changes.append(self._change(message, f"only the last message may have the mark {self.mark!r}"))
        last = ending[-1]
        if self.wanted == "yes" and last.role == "assistant" and not last.facts & CALL and not is_marked(last, self.mark):
            messages[-1] = _marked(last, self.mark)
            changes.append(self._change(last, f"the last message is to be continued, which the target is told by the mark {self.mark!r}"))
        return settings, tuple(messages) if changes else ending, tuple(changes)

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
