"""Neighbouring messages on their way to becoming one: held until another role follows, then joined once."""

from __future__ import annotations

import msgspec

from replayable.model import Message, Meta, with_parts
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.chain import Chain, in_order


def held_on(held: Chain | None, message: Message, role: str) -> tuple[Chain | None, tuple[Message, ...], bool]:
    """What is held behind this message, what goes out before it, and whether it joined the messages that were held."""
    if message.role == role:
        return Chain(message, held), (), held is not None
    return None, (message,) if held is None else (joined(held), message), False


def let_go(held: Chain | None) -> tuple[Message, ...]:
    """The one message that the held ones have become; nothing where none was held."""
    return () if held is None else (joined(held),)


def joined(held: Chain) -> Message:
    """The first held message with the parts of all. A message that is alone stays the same object."""
    if held.before is None:
        return held.newest
    messages = in_order(held)
    first = messages[0]
    meta = _meta_of(messages) if first.role == "assistant" else first.meta
    if meta is not first.meta:
        first = msgspec.structs.replace(first, meta=meta, intact=False)
    return with_parts(first, tuple(part for message in messages for part in message.parts))


def change_of(rule: str, message: Message, reason: str) -> Change:
    """The change that tells of a message which joined the one before it: its parts are all still there."""
    parts = [part_as_json(part) for part in message.parts]
    return Change(rule=rule, loss="none", origin=message.origin, reason=reason, before=parts, after=parts)


def _meta_of(messages: list[Message]) -> Meta | None:
    """What is known of the turn as a whole: how it ended and what it cost says the later message, the rest the first."""
    meta = messages[0].meta
    for message in messages[1:]:
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
