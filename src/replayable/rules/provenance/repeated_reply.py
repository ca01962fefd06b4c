"""A reply that was stored a second time, without a mark that says so."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import ASSISTANT, CALL, SAME_ROLE_PAIR
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.provenance.usage import is_unbilled
from replayable.rules.rule import Changes, NeighbourRule


class RepeatedReply(NeighbourRule, frozen=True):
    """Leaves a turn out that says just what the one before it says, and that cost nothing."""

    name: ClassVar[str] = "repeated-reply"
    looks_for: ClassVar[int] = SAME_ROLE_PAIR
    role: ClassVar[int] = ASSISTANT

    def repair(self, row: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The row without such turns."""
        kept, changes = [row[0]], list[Change]()
        for message in row[1:]:
            if _may_repeat(message) and not kept[-1].facts & CALL and _said(message) == _said(kept[-1]):
                changes.append(self._change(message))
            else:
                kept.append(message)
        return (tuple(kept), tuple(changes)) if changes else (row, ())

    def _change(self, message: Message) -> Change:
        reason = "the turn says just what the one before it says, and no model was asked for it"
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=_said(message))


def _may_repeat(message: Message) -> bool:
    meta = message.meta
    return bool(message.parts) and not message.facts & CALL and meta is not None and meta.stop_reason == "stop" and is_unbilled(meta.usage)


def _said(message: Message) -> list[Json]:
    return [part_as_json(part) for part in message.parts]
