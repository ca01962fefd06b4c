"""The id of an item that the API refuses: another kind's, odd characters, or one that came before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from replayable.model.building import edited, with_parts, with_raw
from replayable.model.facts import ASSISTANT, RESULT, USER
from replayable.model.parts import Part, Reasoning, ServerCall, Text, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.notation import part_as_json
from replayable.on_demand import pattern
from replayable.report import Change, Loss
from replayable.rules.items.replayed import NAMED_BY_ID, following, item_id, item_of, text_without_id, without_item_id
from replayable.rules.layers import LayeredSet
from replayable.rules.reasoning.removal import says_something
from replayable.rules.rule import Changes, TurnHistoryRule
from replayable.signatures import text_mark

_PREFIXES = {"text": "msg", "call": "fc", "custom-call": "ctc", "reasoning": "rs"}
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_LONGEST = 64
_FORM = pattern(r"[A-Za-z0-9_-]{1,64}")
_PREFIX_OF = {"message": "text", "reasoning": "reasoning", "function_call": "call", "custom_tool_call": "custom-call"}


class IdsSoFar(msgspec.Struct):
    """The ids of items so far. The fold owns it, so it is updated in place."""

    used: set[str]


class RefusedItemId(TurnHistoryRule[IdsSoFar], frozen=True):
    """Drops ids of items that the API refuses; an item that is nothing without its id goes with it."""

    name: ClassVar[str] = "refused-item-id"
    looks_for: ClassVar[int] = USER | ASSISTANT | RESULT

    stored: Literal["items", "otherwise"] = "items"
    prefixes: Mapping[str, str] = msgspec.field(default_factory=lambda: dict(_PREFIXES))

    def begin(self) -> IdsSoFar:
        """No ids yet."""
        return IdsSoFar(set())

    def fork(self, state: IdsSoFar) -> IdsSoFar:
        """The ids so far, under those to come."""
        return IdsSoFar(LayeredSet(state.used))

    def step(self, state: IdsSoFar, turn: tuple[Message, ...], is_sound: bool) -> tuple[IdsSoFar, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The turn with ids that the API takes."""
        if self._all_hold(state, turn):
            return state, turn, ()
        changes: list[Change] = []
        renamed: dict[str, str] = {}
        out = [self._with_ids(state, message, renamed, changes) for message in turn]
        return state, (tuple(out) if changes else turn), tuple(changes)

    def _all_hold(self, state: IdsSoFar, turn: tuple[Message, ...]) -> bool:
        """Whether every id that stands plainly in its item is good and new; then they are in use from now on. An id that has to be
        looked for counts as one that may not hold."""
        found: list[str] = []
        for message in turn:
            raw = message.raw
            if message.role != "assistant":
                if self.stored == "items" and type(raw) is dict and "id" in raw:
                    return False
                continue
            if type(raw) is not list or not message.intact or len(raw) != len(message.parts):
                if self.stored == "items" or any(map(_may_have_id, message.parts)):
                    return False
                continue
            for item in raw:
                if "id" in item:
                    own, prefix = item["id"], _PREFIX_OF.get(item.get("type", "message"), "")
                    if type(own) is not str or not own.startswith(self.prefixes.get(prefix, "")) or not 0 < len(own) <= _LONGEST or own.strip(_ALPHABET):
                        return False
                    found.append(own)
        if len(set(found)) < len(found) or not state.used.isdisjoint(found):
            return False
        state.used.update(found)
        return True

    def _with_ids(self, state: IdsSoFar, message: Message, renamed: dict[str, str], changes: list[Change]) -> Message:
        if message.role == "assistant":
            return self._said(state, message, renamed, changes)
        if renamed and message.facts & RESULT:
            message = with_parts(message, tuple([following(part, renamed) if type(part) is ToolResult else part for part in message.parts]))
        raw = message.raw
        if self.stored == "items" and type(raw) is dict and "id" in raw and raw.get("type") not in NAMED_BY_ID:
            return self._given(state, message, raw, changes)
        return message

    def _given(self, state: IdsSoFar, message: Message, raw: dict[str, Json], changes: list[Change]) -> Message:
        """A message that the API did not make needs no id; what was stored stays else."""
        if self._is_new(raw["id"], "", state):
            return message
        kept = {key: value for key, value in raw.items() if key != "id"}
        changes.append(self._told(message, {"id": raw["id"]}, None))
        parts = tuple([with_raw(part, kept) if part.raw is raw else part for part in message.parts])
        return msgspec.structs.replace(message, raw=kept, parts=parts)

    def _said(self, state: IdsSoFar, message: Message, renamed: dict[str, str], changes: list[Change]) -> Message:
        parts: list[Part] = []
        shared: str | None = None  # the id of the message item that the text before stood in
        for part in message.parts:
            after, shared = self._judged(part, shared, state)
            if after is not None:
                parts.append(after)
            if after is not part:
                changes.append(self._change(message, part, after))
            if type(part) is ToolCall and type(after) is ToolCall and after.id != part.id:
                renamed[part.id or ""] = after.id or ""
        return with_parts(message, tuple(parts))

    def _judged(self, part: Part, shared: str | None, state: IdsSoFar) -> tuple[Part | None, str | None]:
        """The part as it can be sent, and the id that a text behind it may share."""
        if self._is_no_id(part):
            return (text_without_id(part) if type(part) is Text else edited(part, item=None)), None
        if type(part) is Text:
            own = text_mark(part.signature).id
            if own is None or own == shared or self._is_new(own, "text", state):
                return part, own
            return text_without_id(part), None
        if type(part) is ToolCall:
            own = item_id(part)
            is_good = own is None or self._is_new(own, "custom-call" if part.kind == "custom" else _kind_of(part), state)
            return (part if is_good else without_item_id(part)), None
        if type(part) is Reasoning:
            item = item_of(part)
            own = None if item is None else item.get("id")
            return (part if own is None or self._is_new(own, "reasoning", state) else None), None
        if type(part) is ServerCall and part.raw is not None and "id" in part.raw:
            return (part if self._is_new(part.raw["id"], "", state) else None), None
        return part, None

    def _is_no_id(self, part: Part) -> bool:
        """What stands in the place of the id is no text."""
        if self.stored != "items" or part.raw is None or not (type(part) is Text or type(part) is ToolCall):
            return False
        return part.intact and type(part.raw.get("id", "")) is not str and part.raw["id"] is not None

    def _is_new(self, own: Json, kind: str, state: IdsSoFar) -> bool:
        """The id has the form that the API wants for this kind, and did not come before; then it is in use."""
        if type(own) is not str or own in state.used or not own.startswith(self.prefixes.get(kind, "")) or _FORM.fullmatch(own) is None:
            return False
        state.used.add(own)
        return True

    def _change(self, message: Message, before: Part, after: Part | None) -> Change:
        return self._told(message, part_as_json(before), None if after is None else part_as_json(after), _loss_of(before, after))

    def _told(self, message: Message, before: Json, after: Json, loss: Loss = "none") -> Change:
        reason = "the API does not take the id of the item here, or another item has it"
        return Change(rule=self.name, loss=loss, origin=message.origin, reason=reason, before=[before], after=None if after is None else [after])


def _may_have_id(part: Part) -> bool:
    return not (type(part) is Text and part.signature is None) and not (type(part) is ToolCall and part.item is None and "|" not in (part.id or ""))


def _kind_of(call: ToolCall) -> str:
    """Calls of the shell and the like have ids of their own forms."""
    stored = call.raw.get("type") if call.raw is not None else None
    return "call" if stored in (None, "function_call") or call.item is None else ""


def _loss_of(before: Part, after: Part | None) -> Loss:
    if after is not None:
        return "none"
    return "content" if type(before) is not Reasoning or says_something(before) else "none"
