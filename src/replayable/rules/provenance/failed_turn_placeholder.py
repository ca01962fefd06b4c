"""A turn that only says that a turn had failed."""

from __future__ import annotations

from typing import ClassVar

from replayable import synthetic
from replayable.model.facts import ANNOTATED, FAILED
from replayable.model.parts import Part, Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.provenance.usage import is_unbilled
from replayable.rules.rule import Changes, MessageRule


class FailedTurnPlaceholder(MessageRule, frozen=True):
    """Drops assistant turns of nothing but the fixed text that an older version stored for a failed turn."""

    name: ClassVar[str] = "failed-turn-placeholder"
    looks_for: ClassVar[int] = ANNOTATED

    def repair(self, message: Message) -> tuple[Message | None, Changes]:
        """The message; None where it is such a placeholder."""
        if message.role != "assistant" or not _came_to_nothing(message) or not all(map(_says_nothing, message.parts)):
            return message, ()
        before = [part_as_json(part) for part in message.parts]
        return None, (Change(rule=self.name, loss="content", origin=message.origin, reason="the turn only says that a turn had failed", before=before),)


def _came_to_nothing(message: Message) -> bool:
    """It failed, or it ended normally and cost nothing. A model that was billed for these words did say them."""
    meta = message.meta
    if meta is None or not message.parts:
        return False
    return meta.stop_reason == "error" if message.facts & FAILED else meta.stop_reason == "stop" and is_unbilled(meta.usage)


def _says_nothing(part: Part) -> bool:
    return type(part) is Text and (is_blank(part.text) or part.text.strip() == synthetic.OPENCLAW_FAILED_TURN)
