"""A cache mark on a part that may not carry one."""

from __future__ import annotations

from operator import is_
from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import CACHE_MARK
from replayable.model.parts import Part, Text, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.cache.marks import moved, moves
from replayable.rules.content.part_kind import kind_of
from replayable.rules.rule import Changes, MessageRule


class MisplacedCacheMark(MessageRule, frozen=True):
    """Moves cache marks to a part that may carry them, and takes out what is none."""

    name: ClassVar[str] = "misplaced-cache-mark"
    looks_for: ClassVar[int] = CACHE_MARK

    # The blocks of Anthropic's API that have `cache_control`: all but reasoning (anthropic SDK 2.14.0 types, 2026).
    places: frozenset[str] = frozenset(
        {"text", "refusal", "tool-call", "custom-call", "tool-result", "server-call", "server-result", "image", "document", "opaque"}
    )

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with its marks where they may stand."""
        marked = tuple(_without_false_mark(part) for part in message.parts)
        lifted = tuple(self._lifted(part) for part in marked)
        steps = moves(lifted, self._may_carry)
        after = moved(lifted, steps)
        changes = [self._told(message, part, bare, _FALSE) for part, bare in zip(message.parts, marked, strict=True) if part is not bare]
        changes += [self._change(message, part, part_after) for part, part_after in zip(marked, lifted, strict=True) if part is not part_after]
        changes += [self._change(message, lifted[index], None if place is None else after[place]) for index, place in steps]
        return with_parts(message, after), tuple(changes)

    def _may_carry(self, part: Part) -> bool:
        return kind_of(part) in self.places and not (type(part) is Text and is_blank(part.text))

    def _lifted(self, part: Part) -> Part:
        """A result whose misplaced inner marks stand on itself."""
        if type(part) is not ToolResult or all(inner.cache is None or self._may_carry(inner) for inner in part.parts):
            return part
        loose = [inner.cache for inner in part.parts if inner.cache is not None and not self._may_carry(inner)]
        kept = tuple(inner if inner.cache is None or self._may_carry(inner) else edited(inner, cache=None) for inner in part.parts)
        return edited(part, parts=kept, cache=loose[-1] if part.cache is None else part.cache)

    def _change(self, message: Message, before: Part, after: Part | None) -> Change:
        where = "no part of the message may carry it, so it is not sent" if after is None else "it moved to one that may"
        return self._told(message, before, after, f"a cache mark stood on or in a part of kind {kind_of(before)} that may not carry one; {where}")

    def _told(self, message: Message, before: Part, after: Part | None, reason: str) -> Change:
        return Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason=reason,
            before=[part_as_json(before)],
            after=None if after is None else [part_as_json(after)],
        )


_FALSE = "a cache mark that is no object marks nothing, and would be refused"


def _without_false_mark(part: Part) -> Part:
    """The part without what stands in the place of a mark and is none; the same where all is well."""
    if type(part) is ToolResult:
        inner = tuple([_without_false_mark(each) for each in part.parts])
        part = part if all(map(is_, inner, part.parts)) else edited(part, parts=inner)
    return part if part.cache is None or isinstance(part.cache, dict) else edited(part, cache=None)
