"""Neighbouring messages of one role as one message."""

from __future__ import annotations

import msgspec

from replayable.model.building import with_parts
from replayable.model.parts import Part, Text
from replayable.model.transcript import Message, Meta
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content import placeholder
from replayable.rules.reasoning import removal
from replayable.rules.rule import Changes

_OMISSIONS = frozenset({removal.PLACEHOLDER, placeholder.PLACEHOLDER})


def merged(rule: str, row: tuple[Message, ...], reason: str) -> tuple[tuple[Message, ...], Changes]:
    """The row as one message: the first with the parts of all, in order; one change for each message that joined it."""
    first = row[0]
    meta = _meta_of(row) if first.role == "assistant" else first.meta
    if meta is not first.meta:
        first = msgspec.structs.replace(first, meta=meta, intact=False)
    parts = tuple(part for message in row for part in message.parts)
    spoken = tuple(part for part in parts if not _is_omission(part))
    whole = with_parts(first, spoken or parts)
    return (whole,), tuple(_change_of(rule, message, reason) for message in row[1:])


def _is_omission(part: Part) -> bool:
    """The text that kept the place of a turn without anything else; beside other parts no place needs keeping."""
    return type(part) is Text and part.raw is None and part.text in _OMISSIONS and part.cache is None


def _change_of(rule: str, message: Message, reason: str) -> Change:
    parts = [part_as_json(part) for part in message.parts]
    return Change(rule=rule, loss="none", origin=message.origin, reason=reason, before=parts, after=parts)


def _meta_of(row: tuple[Message, ...]) -> Meta | None:
    """What is known of the turn as a whole: how it ended and what it cost says the later message, the rest the first."""
    meta = row[0].meta
    for message in row[1:]:
        if (later := message.meta) is not None:
            meta = later if meta is None else _continued(meta, later)
    return meta


def _continued(first: Meta, later: Meta) -> Meta:
    return msgspec.structs.replace(
        first,
        usage=later.usage or first.usage,
        stop_reason=later.stop_reason or first.stop_reason,
        error=later.error or first.error,
        owns_state=first.owns_state or later.owns_state,
        has_media=first.has_media or later.has_media,
    )
