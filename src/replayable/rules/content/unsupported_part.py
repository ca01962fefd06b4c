"""A part for which the target's format has no place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import MEDIA, ODD_CALL, ODD_PLACE, OPAQUE, REASONING, REFUSAL, SERVER
from replayable.model.parts import Media, Opaque, Part, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.notation import part_as_json
from replayable.records import encode
from replayable.report import Change, Loss
from replayable.rules.content.omission import omission_of
from replayable.rules.content.part_kind import kind_of
from replayable.rules.rule import Changes, MessageRule
from replayable.rules.wording import shown

_PLAIN = frozenset({"text"})


class UnsupportedPart(MessageRule, frozen=True):
    """Turns parts that the format cannot write into what it can, or takes them out."""

    name: ClassVar[str] = "unsupported-part"
    looks_for: ClassVar[int] = MEDIA | SERVER | OPAQUE | REFUSAL | REASONING | ODD_CALL | ODD_PLACE

    format: str = ""
    parts: Mapping[str, frozenset[str]] = {}
    results: frozenset[str] = _PLAIN
    blocks: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    taker: str = "the target's API"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with parts for which its role has a place. A role that is not in `parts` is not judged here."""
        allowed = self.parts.get(message.role)
        if allowed is None or self._all_fit(message.parts, allowed):
            return message, ()
        parts, changes = list[Part](), list[Change]()
        for part in message.parts:
            if self._fits(part, allowed):
                parts.append(part)
                continue
            if type(part) is ToolResult and "tool-result" in allowed:
                fitted, told = self._fitted(part.parts, self.results, message)
                parts.append(edited(part, parts=fitted))
            else:
                fitted, told = self._fitted((part,), allowed, message)
                parts.extend(fitted)
            changes.extend(told)
        made = with_parts(message, tuple(parts))
        is_whole = any(type(part) is Opaque and part.raw is message.raw for part in message.parts)
        return (edited(made, raw=None) if is_whole else made), tuple(changes)  # what was told is not sent beside its own words

    def _all_fit(self, parts: tuple[Part, ...], allowed: frozenset[str]) -> bool:
        for part in parts:  # noqa: SIM110 - a plain loop: every message with a call comes by here
            if not self._fits(part, allowed):
                return False
        return True

    def _fits(self, part: Part, allowed: frozenset[str]) -> bool:
        if type(part) is Text:
            return part.kind == "text" or part.kind in allowed
        if type(part) is ToolResult:
            return "tool-result" in allowed and self._all_fit(part.parts, self.results)
        if type(part) is Opaque:
            return part.format == self.format and part.kind != "" and part.kind not in self.known and (not self.blocks or part.kind in self.blocks)
        if type(part) is ServerCall or type(part) is ServerResult:
            return part.format == self.format
        if type(part) is Media:
            return self._fits_medium(part, allowed)
        return kind_of(part) in allowed

    def _fits_medium(self, part: Media, allowed: frozenset[str]) -> bool:
        if part.data is None and part.url is None and part.format != self.format:
            return False
        is_at_hand = part.data is not None or part.url is None
        return part.kind in allowed or (is_at_hand and f"{part.kind}.data" in allowed)

    def _fitted(self, parts: tuple[Part, ...], allowed: frozenset[str], message: Message) -> tuple[tuple[Part, ...], list[Change]]:
        """The parts, each one that does not fit replaced or left out."""
        out, changes = list[Part](), list[Change]()
        for part in parts:
            instead = part if self._fits(part, allowed) else _instead(part, allowed, message.role)
            if instead is not None:
                out.append(instead)
            if instead is not part:
                changes.append(self._change(part, instead, message))
        return tuple(out), changes

    def _change(self, before: Part, after: Part | None, message: Message) -> Change:
        return Change(
            rule=self.name,
            loss=_loss(before, after),
            origin=message.origin,
            reason=f"{self.taker} has no place for {_called(before)} here; {_fate(before, after)}",
            before=[part_as_json(before)],
            after=None if after is None else [part_as_json(after)],
        )


def _instead(part: Part, allowed: frozenset[str], role: str) -> Part | None:
    """What can stand in the part's place. A label for a block that nobody knows, or its JSON, would be put into the assistant's mouth."""
    if type(part) is Text:
        return edited(part, kind="text", raw=None)
    if type(part) is ToolCall and part.kind == "custom" and "tool-call" in allowed:
        return edited(part, kind="function", raw=None, arguments={"input": part.arguments} if type(part.arguments) is str else part.arguments)
    if role == "assistant" and type(part) is Opaque and type(part.raw) is dict:
        return None
    if type(part) is Opaque and part.kind == "" and part.raw not in _NOTHING and "text" in allowed:
        return Text(part.raw if type(part.raw) is str else encode(part.raw).decode(), cache=part.cache)
    return None if role == "assistant" and type(part) is Opaque else omission_of(part)


_NOTHING: tuple[Json, ...] = (None, "", [], {})


def _loss(before: Part, after: Part | None) -> Loss:
    """A bare value is no block of any API; as JSON text it says the same."""
    is_told = type(before) is Opaque and before.kind == "" and (after is not None or before.raw in _NOTHING)
    return "none" if type(before) is Text or type(after) is ToolCall or is_told else "content"


def _fate(before: Part, after: Part | None) -> str:
    if type(before) is Text:
        return "its words are sent as plain text"
    if type(before) is Opaque and before.kind == "" and after is not None:
        return "its JSON is sent as text"
    if type(after) is ToolCall:
        return "it is sent as a call with its input as the one argument"
    return "a labelled text stands in its place" if after is not None else "it is not sent"


def _called(part: Part) -> str:
    return f"a block of type {shown(part.kind)}" if type(part) is Opaque else f"a part of kind {kind_of(part)}"
