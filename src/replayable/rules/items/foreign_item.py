"""Items that another model made, or that came over another route."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import edited, with_parts
from replayable.model.facts import CALL, REASONING, SIGNED
from replayable.model.parts import Part, Reasoning, Text, ToolCall
from replayable.model.transcript import Message, Meta
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.items.replayed import is_replayable, text_without_id
from replayable.rules.reasoning.maker import Maker
from replayable.rules.reasoning.removal import says_something
from replayable.rules.rule import Changes, MessageRule
from replayable.signatures import text_mark

_REASONING = "the reasoning was made by another model or over another route, where it cannot be verified"
_ID = "the item was made by another model or over another route, so its id means nothing here"


class ForeignItem(MessageRule, frozen=True):
    """Takes out the reasoning of turns that the target did not make, and the ids of their items."""

    name: ClassVar[str] = "foreign-item"
    looks_for: ClassVar[int] = REASONING | SIGNED | CALL

    provider: str = ""
    api: str = ""
    model: str = ""
    unknown: Literal["own", "foreign"] = "own"
    until: float | Literal["now"] | None = None

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with nothing that only its maker knows; it may be left without parts."""
        is_own = self._is_own(message.meta)
        if is_own and not (self._is_old(message.meta) and any(map(_is_replayed, message.parts))):
            return message, ()
        parts, changes = list[Part](), list[Change]()
        for part in message.parts:
            goes = _is_replayed(part) or (type(part) is Reasoning and not is_own)
            after = None if goes else _without_id(part)
            if after is not None:
                parts.append(after)
            if after is not part:
                changes.append(self._change(message, part, after))
        return with_parts(message, tuple(parts)), tuple(changes)

    def _is_own(self, meta: Meta | None) -> bool:
        """The target made it."""
        made = Maker(self.provider, self.api, self.model).made(meta) if self.provider else None
        return self.unknown == "own" if made is None else made

    def _is_old(self, meta: Meta | None) -> bool:
        """It is not younger than the last change of the route. What has no time counts as old."""
        if self.until is None or self.until == "now":
            return self.until is not None
        return meta is None or meta.timestamp is None or meta.timestamp <= self.until

    def _change(self, message: Message, before: Part, after: Part | None) -> Change:
        loss = "content" if after is None and says_something(before) else "none"
        return Change(
            rule=self.name,
            loss=loss,  # type: ignore[arg-type]
            origin=message.origin,
            reason=_REASONING if after is None else _ID,
            before=[part_as_json(before)],
            after=None if after is None else [part_as_json(after)],
        )


def _is_replayed(part: Part) -> bool:
    return type(part) is Reasoning and is_replayable(part)


def _without_id(part: Part) -> Part:
    if type(part) is Text and text_mark(part.signature).id is not None:
        return text_without_id(part)
    if type(part) is ToolCall and part.item is not None:
        return edited(part, item=None)
    return part
