"""A field that the API does not know on a message or a block."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from replayable.model.building import with_raw
from replayable.model.facts import ODD_FIELD
from replayable.model.parts import Opaque, Part, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule
from replayable.words import WORDLESS, has_words


class RefusedField(MessageRule, frozen=True):
    """Takes fields that the target refuses out of what was stored. For histories in the target's own format."""

    name: ClassVar[str] = "refused-field"
    looks_for: ClassVar[int] = ODD_FIELD

    message_fields: frozenset[str] = frozenset()
    block_fields: Mapping[str, frozenset[str]] = {}
    untyped_fields: frozenset[str] = frozenset()
    inner_fields: Mapping[str, frozenset[str]] = {}
    empty_lists: frozenset[str] = frozenset()

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as it was stored, without those fields; it still counts as untouched and is written from there."""
        work = _Cleaning(self)
        raw = work.message(message.raw)
        parts = tuple(work.part(part) for part in message.parts)
        if not work.taken:
            return message, ()
        changes = tuple(self._change(message, where, fields) for where, fields in work.taken)
        return msgspec.structs.replace(message, raw=raw, parts=parts), changes

    def _change(self, message: Message, where: str, fields: dict[str, Json]) -> Change:
        names = ", ".join(fields)
        return Change(
            rule=self.name,
            loss="content" if any(key not in WORDLESS and has_words(value) for key, value in fields.items()) else "none",
            origin=message.origin,
            reason=f"the target's API takes no {names} on {where}",
            before=[fields],
        )


# What stands under these keys came from a model or a tool.
_DATA = ("input", "arguments", "args", "response")


class _Cleaning:
    """One message at work. An object that stands in the message and in a part is cleaned once and stays one object."""

    def __init__(self, rule: RefusedField) -> None:
        self._rule = rule
        self._known: dict[int, tuple[object, Json]] = {}
        self.taken: list[tuple[str, dict[str, Json]]] = []

    def message(self, raw: Json) -> Json:
        """The stored message without refused fields, and its blocks without theirs."""
        if type(raw) is list:  # an instruction that stands beside the messages is stored as its blocks alone
            return self._within("", raw)
        return self._once(raw, self._rule.message_fields, "a message") if type(raw) is dict else raw

    def part(self, part: Part) -> Part:
        """The part with a cleaned stored object; the same part where nothing goes."""
        stored = part.raw
        raw = self.block(stored)
        inner = tuple(self.part(each) for each in part.parts) if type(part) is ToolResult else ()
        if type(part) is ToolResult and any(new is not old for new, old in zip(inner, part.parts, strict=True)):
            return msgspec.structs.replace(part, raw=raw, parts=inner)
        if raw is stored:
            return part
        # A block of nothing but refused fields is none of any kind any more.
        return msgspec.structs.replace(part, kind="", raw=raw) if type(part) is Opaque and not raw else with_raw(part, raw)

    def block(self, raw: Any) -> Json:
        """The stored block without the fields that its type does not have."""
        if type(raw) is not dict:
            return raw
        kind = raw.get("type")
        if type(kind) is not str:
            return self._once(raw, self._rule.untyped_fields, "a block")
        return self._once(raw, self._rule.block_fields.get(kind, frozenset()), f"a block of type {kind}")

    def _once(self, raw: dict[str, Json], fields: frozenset[str], where: str) -> Json:
        if id(raw) not in self._known:
            self._known[id(raw)] = (raw, self._cleaned(raw, fields, where))
        return self._known[id(raw)][1]

    def _cleaned(self, raw: dict[str, Json], fields: frozenset[str], where: str) -> Json:
        refused = {key: value for key, value in raw.items() if self._goes(key, value, fields)}
        if refused:
            self.taken.append((where, refused))
        kept = {key: self._within(key, value) for key, value in raw.items() if key not in refused}
        return kept if refused or any(value is not raw[key] for key, value in kept.items()) else raw

    def _goes(self, key: str, value: Json, fields: frozenset[str]) -> bool:
        is_unknown = bool(fields) and key not in fields
        return is_unknown or (key in self._rule.empty_lists and (value is None or value in ([], "")))

    def _within(self, key: str, value: Json) -> Json:
        """The blocks of a list, or an object whose fields are known, cleaned. What a tool was called with or gave back as data is no block."""
        if type(value) is dict and key in self._rule.inner_fields:
            return self._once(value, self._rule.inner_fields[key], f"a {key}")
        if type(value) is not list or key in _DATA:
            return value
        cleaned = [self.block(each) for each in value]
        return cleaned if any(new is not old for new, old in zip(cleaned, value, strict=True)) else value
