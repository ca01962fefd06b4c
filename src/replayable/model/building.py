"""Builds messages with their facts noted, and makes changed ones of those that there are. Rules change nothing in place."""

from __future__ import annotations

from operator import is_
from typing import Any, Literal, TypeVar

import msgspec

from replayable.model.facts import (
    ASSISTANT,
    BLANK,
    CALL,
    ODD_CALL,
    OTHER_ROLE,
    RESULT,
    SCAN,
    TEXT,
    TEXT_ROLE_FACTS,
    TOOL,
    facts_of,
    facts_of_result,
    is_plain_call,
)
from replayable.model.parts import Part, Text, ToolCall, ToolResult
from replayable.model.transcript import Message, Meta
from replayable.model.values import Raw, is_blank

_Thing = TypeVar("_Thing", bound=msgspec.Struct)


def edited(thing: _Thing, **fields: Any) -> _Thing:
    """The same part or settings with other fields; what it was read from no longer says the same."""
    if type(thing) is Text and "text" in fields:
        fields["words"] = fields.pop("text")
    if type(thing) is ToolCall:
        fields = {_FIELDS_OF_CALL.get(field, field): value for field, value in fields.items()}
    return msgspec.structs.replace(thing, intact=False, **fields)


_FIELDS_OF_CALL = {"arguments": "held", "raw": "kept"}


def with_raw(part: Part, raw: Any) -> Part:
    """The same part, read from another object; nothing else of it changes."""
    return msgspec.structs.replace(part, **{"kept" if type(part) is ToolCall else "raw": raw})


def message(  # noqa: PLR0917 - positional, because it is called for every message read
    role: str,
    parts: tuple[Part, ...],
    origin: int | None = None,
    raw: Any = None,
    meta: Meta | None = None,
    scan: int = 0,
    kind: Literal["message", "custom", "compaction", "branch-summary", "command"] = "message",
) -> Message:
    """A new message with its facts noted. `scan`: facts of SCAN that only the reader knows."""
    return Message(role, parts, origin, facts_of(role, parts, meta) | scan, raw, True, meta, kind)


def text_message(role: str, text: str | msgspec.Raw, origin: int, raw: Raw | None, scan: int = 0) -> Message:
    """A message that is one text and nothing else: what `message` makes of it, for the readers of plain histories.
    A text that was not decoded begins with something visible."""
    facts = TEXT_ROLE_FACTS.get(role, OTHER_ROLE) | TEXT | scan
    if type(text) is str and (not text or not " " < text[0] < "\x7f") and is_blank(text):
        facts |= BLANK
    return Message(role, (Text(text),), origin, facts, raw)


def result_message(result: ToolResult, origin: int, raw: Raw | None, scan: int = 0) -> Message:
    """A tool message that is one result and nothing else, for the readers of plain histories."""
    return Message("tool", (result,), origin, TOOL | RESULT | facts_of_result(result) | scan, raw)


def call_message(text: str | msgspec.Raw, calls: tuple[ToolCall, ...], origin: int, raw: Raw | None, scan: int = 0) -> Message:
    """An assistant message of an optional text and calls, for the readers of plain histories."""
    facts = ASSISTANT | CALL | scan
    for call in calls:
        if not is_plain_call(call):
            facts |= ODD_CALL
    if not text:
        return Message("assistant", calls, origin, facts, raw)
    facts |= TEXT
    if type(text) is str and not " " < text[0] < "\x7f" and is_blank(text):
        facts |= BLANK
    return Message("assistant", (Text(text), *calls), origin, facts, raw)


def with_parts(original: Message, parts: tuple[Part, ...], role: str | None = None) -> Message:
    """The message with other parts (and role); the facts are noted anew. Equal parts give the message itself."""
    if role is None or role == original.role:
        role = original.role
        if len(parts) == len(original.parts) and all(map(is_, parts, original.parts)):
            return original
    facts = facts_of(role, parts, original.meta) | original.facts & SCAN
    return Message(role, parts, original.origin, facts, original.raw, False, original.meta, original.kind)
