"""The id of a call's item without the reasoning that it came with."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model.building import with_parts
from replayable.model.facts import CALL, RESULT, SIGNED, TOOL, USER
from replayable.model.parts import Part, Reasoning, Text, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.items.replayed import following, is_replayable, item_id, text_without_id, without_item_id
from replayable.rules.rule import Changes, TurnHistoryRule
from replayable.signatures import text_mark

_WORDS = "the reasoning that the item came with is not sent, so its id would ask for what is missing"


class Reasoned(msgspec.Struct):
    """Whether reasoning stands before in the same round: since the user spoke last."""

    round: bool = False


class UnpairedItemId(TurnHistoryRule[Reasoned], frozen=True):
    """Drops the id of an item whose reasoning is gone; the id that results name stays."""

    name: ClassVar[str] = "unpaired-item-id"
    looks_for: ClassVar[int] = CALL | SIGNED

    within: Literal["message", "round"] = "message"
    texts: Literal["kept", "behind-reasoning"] = "kept"

    def begin(self) -> Reasoned:
        """No reasoning yet."""
        return Reasoned()

    def fork(self, state: Reasoned) -> Reasoned:
        """What is known so far."""
        return Reasoned(state.round)

    def step(self, state: Reasoned, turn: tuple[Message, ...], is_sound: bool) -> tuple[Reasoned, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The turn with ids of items that have their reasoning."""
        changes: list[Change] = []
        renamed: dict[str, str] = {}
        out = [self._with_ids(state, message, renamed, changes) for message in turn]
        return state, (tuple(out) if changes else turn), tuple(changes)

    def _with_ids(self, state: Reasoned, message: Message, renamed: dict[str, str], changes: list[Change]) -> Message:
        if message.facts & (USER | TOOL) and not message.facts & RESULT:
            state.round = False
        if message.role == "assistant":
            return self._said(state, message, renamed, changes)
        if renamed and message.facts & RESULT:
            return with_parts(message, tuple([following(part, renamed) if type(part) is ToolResult else part for part in message.parts]))
        return message

    def _said(self, state: Reasoned, message: Message, renamed: dict[str, str], changes: list[Change]) -> Message:
        if self.texts == "kept" and self._all_paired(state, message):
            return message
        reasoned = state.round if self.within == "round" else False
        before: Part | None = None
        parts = list(message.parts)
        for index, part in enumerate(parts):
            if type(part) is Reasoning:
                reasoned = reasoned or is_replayable(part)
            else:
                after = self._without_id(part, reasoned, before)
                if after is not part:
                    parts[index] = after
                    changes.append(self._change(message, part, after))
                    if type(part) is ToolCall and type(after) is ToolCall and after.id != part.id:
                        renamed[part.id or ""] = after.id or ""
            before = part
        state.round = reasoned
        return with_parts(message, tuple(parts))

    def _all_paired(self, state: Reasoned, message: Message) -> bool:
        """Whether no call has an id before reasoning has been met; what was met is noted then."""
        reasoned = state.round if self.within == "round" else False
        for part in message.parts:
            if reasoned:
                break
            if type(part) is Reasoning:
                reasoned = is_replayable(part)
            elif type(part) is ToolCall and item_id(part) is not None:
                return False
        state.round = reasoned
        return True

    def _without_id(self, part: Part, reasoned: bool, before: Part | None) -> Part:
        if type(part) is ToolCall and not reasoned and item_id(part) is not None:
            return without_item_id(part)
        if type(part) is Text and part.signature is not None and self.texts == "behind-reasoning" and type(before) is not Reasoning:
            return text_without_id(part) if text_mark(part.signature).id is not None else part
        return part

    def _change(self, message: Message, before: Part, after: Part) -> Change:
        told = [part_as_json(before)], [part_as_json(after)]
        return Change(rule=self.name, loss="none", origin=message.origin, reason=_WORDS, before=told[0], after=told[1])
