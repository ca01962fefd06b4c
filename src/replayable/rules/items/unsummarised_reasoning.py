"""A reasoning item without the list that its summary is."""

from __future__ import annotations

from typing import Any, ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import ODD_FIELD
from replayable.model.parts import Part, Reasoning
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.items.replayed import item_of
from replayable.rules.rule import Changes, MessageRule
from replayable.signatures import reasoning_signature


class UnsummarisedReasoning(MessageRule, frozen=True):
    """Gives reasoning items a list as their summary: of the words that stand in its place, else an empty one. For histories in the
    target's own format."""

    name: ClassVar[str] = "unsummarised-reasoning"
    looks_for: ClassVar[int] = ODD_FIELD

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with reasoning whose summary is a list."""
        parts = tuple(map(_summarised, message.parts))
        changes = [self._change(message, old, new) for old, new in zip(message.parts, parts, strict=True) if new is not old]
        return with_parts(message, parts), tuple(changes)

    def _change(self, message: Message, before: Part, after: Part) -> Change:
        reason = "the summary of a reasoning item is a list, be it empty"
        told = [part_as_json(before)], [part_as_json(after)]
        return Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=told[0], after=told[1])


def _summarised(part: Part) -> Part:
    item = item_of(part) if type(part) is Reasoning else None
    if type(part) is not Reasoning or item is None or type(item.get("summary")) is list:
        return part
    words = item.get("summary")
    summary: list[Any] = [{"type": "summary_text", "text": words}] if type(words) is str and words else []
    raw = {**part.raw, "summary": summary} if part.raw is not None and part.raw.get("type") == "reasoning" else part.raw
    return edited(part, signature=reasoning_signature({**item, "summary": summary}), raw=raw)
