"""Ids of stored items for a server that keeps none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from replayable.model.building import edited, with_parts, with_raw
from replayable.model.facts import ASSISTANT, CALL, RESULT, SYSTEM, USER
from replayable.model.parts import Part, Reasoning, Text, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.items.replayed import NAMED_BY_ID, following, item_id, item_of, text_without_id, without_item_id
from replayable.rules.rule import Changes, TurnHistoryRule
from replayable.signatures import reasoning_signature, text_mark


class Nothing(msgspec.Struct, frozen=True):
    """No turn depends on another."""


class PriorItemId(TurnHistoryRule[Nothing], frozen=True):
    """Takes the ids of all stored items off; what the items say stays, and the ids that results name."""

    name: ClassVar[str] = "prior-item-id"
    looks_for: ClassVar[int] = USER | ASSISTANT | RESULT | CALL | SYSTEM

    stored: Literal["items", "otherwise"] = "items"

    def begin(self) -> Nothing:
        """Nothing is known."""
        return Nothing()

    def step(self, state: Nothing, turn: tuple[Message, ...], is_sound: bool) -> tuple[Nothing, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The turn without ids of items."""
        changes: list[Change] = []
        renamed: dict[str, str] = {}
        out = [self._without_ids(message, renamed, changes) for message in turn]
        return state, (tuple(out) if changes else turn), tuple(changes)

    def _without_ids(self, message: Message, renamed: dict[str, str], changes: list[Change]) -> Message:
        if message.role == "assistant":
            parts = tuple([_without_id(part, renamed) for part in message.parts])
            after = with_parts(message, parts)
        else:
            after = _unnamed(message) if self.stored == "items" else message
            if renamed and after.facts & RESULT:
                after = with_parts(after, tuple([following(part, renamed) if type(part) is ToolResult else part for part in after.parts]))
        if after is not message:
            reason = "the server keeps no items, so their ids are not sent"
            changes.append(Change(rule=self.name, loss="none", origin=message.origin, reason=reason))
        return after


def _without_id(part: Part, renamed: dict[str, str]) -> Part:
    if type(part) is Text and part.signature is not None and text_mark(part.signature).id is not None:
        return text_without_id(part)
    if type(part) is ToolCall and item_id(part) is not None:
        after = without_item_id(part)
        if after.id != part.id:
            renamed[part.id or ""] = after.id or ""
        return after
    if type(part) is Reasoning and (item := item_of(part)) is not None and item.get("id") is not None:
        raw = _nameless(part.raw) if part.raw is not None and part.raw.get("type") == "reasoning" else part.raw
        return edited(part, signature=reasoning_signature(_nameless(item)), raw=raw)
    return part


def _unnamed(message: Message) -> Message:
    """A message that the API did not make, without an id of its own; else as it was stored."""
    raw = message.raw
    if type(raw) is not dict or "id" not in raw or raw.get("type") in NAMED_BY_ID:
        return message
    kept = _nameless(raw)
    parts = tuple([with_raw(part, kept) if part.raw is raw else part for part in message.parts])
    return msgspec.structs.replace(message, raw=kept, parts=parts)


def _nameless(item: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key != "id"}
