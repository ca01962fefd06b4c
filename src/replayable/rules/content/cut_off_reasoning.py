"""A turn that ran into the output limit while it was still thinking."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import CUT
from replayable.model.parts import Part, Reasoning, Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class CutOffReasoning(MessageRule, frozen=True):
    """Drops turns of which only cut-off reasoning was stored."""

    name: ClassVar[str] = "cut-off-reasoning"
    looks_for: ClassVar[int] = CUT

    def repair(self, message: Message) -> tuple[Message | None, Changes]:
        """The message; None where it holds reasoning and nothing else."""
        if message.role != "assistant" or not all(map(_is_reasoning_or_blank, message.parts)):
            return message, ()
        if not any(type(part) is Reasoning for part in message.parts):
            return message, ()
        reason = "the turn ran into the output limit while it was still reasoning, so it says nothing"
        before = [part_as_json(part) for part in message.parts]
        return None, (Change(rule=self.name, loss="content", origin=message.origin, reason=reason, before=before),)


def _is_reasoning_or_blank(part: Part) -> bool:
    return type(part) is Reasoning or (type(part) is Text and is_blank(part.text))
