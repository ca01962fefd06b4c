"""A thought signature that another model gave, or that came over another route."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import edited, with_parts
from replayable.model.facts import SIGNED
from replayable.model.parts import Part, Reasoning, Text, ToolCall
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.reasoning.maker import Maker
from replayable.rules.rule import Changes, MessageRule
from replayable.synthetic import SKIPPED_SIGNATURE

_FOREIGN = "a thought signature was taken off that another model gave, or that came over another route"
_UNKNOWN = "a thought signature was taken off, since nothing says that the target's own model gave it; `made_by` can say so"


class ForeignThoughtSignature(MessageRule, frozen=True):
    """Takes thought signatures off turns that the target did not make."""

    name: ClassVar[str] = "foreign-thought-signature"
    looks_for: ClassVar[int] = SIGNED

    provider: str = ""
    api: str = ""
    model: str = ""
    unknown: Literal["own", "foreign"] = "own"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message, without signatures if it is another's."""
        made = Maker(self.provider, self.api, self.model).made(message.meta) if self.provider else None
        if made or (made is None and self.unknown == "own"):
            return message, ()
        parts = tuple(_bare(part) for part in message.parts)
        why = _FOREIGN if made is False else _UNKNOWN
        changes = [self._change(message, why, before, after) for before, after in zip(message.parts, parts, strict=True) if after is not before]
        return with_parts(message, parts), tuple(changes)

    def _change(self, message: Message, why: str, before: Part, after: Part) -> Change:
        return Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason=why,
            before=[part_as_json(before)],
            after=[part_as_json(after)],
        )


def _bare(part: Part) -> Part:
    if isinstance(part, Text | Reasoning | ToolCall) and part.signature not in (None, SKIPPED_SIGNATURE):
        return edited(part, signature=None)
    return part
