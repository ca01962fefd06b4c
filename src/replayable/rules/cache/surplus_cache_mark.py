"""More cache marks than the API takes."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.building import edited, with_parts
from replayable.model.facts import CACHE_MARK, SYSTEM
from replayable.model.parts import Part, ToolResult
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.cache.marks import count
from replayable.rules.chain import Chain, chained, in_order
from replayable.rules.rule import Changes, HistoryRule


class Stretch(msgspec.Struct, frozen=True):
    """A message with `marks` cache marks and what follows it up to the next such message."""

    marks: int
    messages: Chain | None


class Budget(msgspec.Struct, frozen=True):
    """How many marks the conversation may still have, and the stretches whose marks are the newest so far."""

    left: int
    stretches: tuple[Stretch, ...] = ()


class SurplusCacheMark(HistoryRule[Budget], frozen=True):
    """Takes the earliest cache marks of the conversation out."""

    name: ClassVar[str] = "surplus-cache-mark"
    looks_for: ClassVar[int] = CACHE_MARK

    most: int = 4

    def begin(self) -> Budget:
        """Nothing is marked."""
        return Budget(self.most)

    def begin_for(self, settings: Settings) -> Budget:
        """What the marks of the tools leave."""
        return Budget(self.most - sum(tool.cache is not None for tool in settings.tools or ()))

    def step(self, state: Budget, message: Message) -> tuple[Budget, tuple[Message, ...], Changes]:
        """Holds what follows a mark until enough newer ones have come."""
        if not message.facts & CACHE_MARK:
            return (_holding(state, message, 0), (), ()) if state.stretches else (state, (message,), ())
        marks = count(message)
        told: Changes = ()
        if message.facts & SYSTEM:
            # An instruction is sent ahead of the conversation, and its marks serve every turn: they come before all others.
            message, told = self._without(message, max(marks - max(state.left, 0), 0))
            state, marks = Budget(state.left - marks, state.stretches), 0
        state, out, more = self._within(_holding(state, message, marks))
        return state, out if state.stretches or out else (message,), (*told, *more)

    def end(self, state: Budget) -> tuple[tuple[Message, ...], Changes]:
        """What was held behind marks that may stay."""
        return tuple(message for stretch in state.stretches for message in in_order(stretch.messages)), ()

    def _within(self, state: Budget) -> tuple[Budget, tuple[Message, ...], Changes]:
        """The state with no more marks than it may have, and what goes out because its marks are gone."""
        surplus = sum(stretch.marks for stretch in state.stretches) - max(state.left, 0)
        stretches, out, changes = state.stretches, list[Message](), list[Change]()
        while surplus > 0:
            oldest = stretches[0]
            first, *others = in_order(oldest.messages)
            going = min(surplus, oldest.marks)
            bare, told = self._without(first, going)
            surplus -= going
            changes += told
            if going == oldest.marks:
                out += [bare, *others]
                stretches = stretches[1:]
            else:
                stretches = (Stretch(oldest.marks - going, chained([bare, *others])), *stretches[1:])
        return Budget(state.left, stretches), tuple(out), tuple(changes)

    def _without(self, message: Message, number: int) -> tuple[Message, Changes]:
        """The message without its first marks, so many of them."""
        parts, changes = list[Part](), list[Change]()
        for part in message.parts:
            bare, taken = _unmarked(part, number)
            number -= taken
            if taken:
                changes.append(self._change(message, part, bare))
            parts.append(bare)
        return with_parts(message, tuple(parts)), tuple(changes)

    def _change(self, message: Message, before: Part, after: Part) -> Change:
        return Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason=f"a request takes {self.most} cache marks and this is one of the earliest of too many",
            before=[part_as_json(before)],
            after=[part_as_json(after)],
        )


def _unmarked(part: Part, number: int) -> tuple[Part, int]:
    """The part without its first marks, at most so many of them, and how many went. Marks within a result stand before its own."""
    taken = 0
    if type(part) is ToolResult and number:
        inner = list[Part]()
        for each in part.parts:
            bare, gone = _unmarked(each, number - taken)
            taken += gone
            inner.append(bare)
        part = edited(part, parts=tuple(inner)) if taken else part
    if taken < number and part.cache is not None:
        return edited(part, cache=None), taken + 1
    return part, taken


def _holding(state: Budget, message: Message, marks: int) -> Budget:
    """The state with the message held: as a stretch of its own where it has marks, else behind the newest one."""
    if marks:
        return Budget(state.left, (*state.stretches, Stretch(marks, Chain(message))))
    if not state.stretches:
        return state
    newest = state.stretches[-1]
    return Budget(state.left, (*state.stretches[:-1], Stretch(newest.marks, Chain(message, newest.messages))))
