"""Messages that a fold holds back, as a chain: one more costs the same however many there are, and a state stays frozen."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from replayable.model.transcript import Message


class Chain(msgspec.Struct, frozen=True):
    """The newest message, and those before it."""

    newest: Message
    before: Chain | None = None


def in_order(chain: Chain | None) -> list[Message]:
    """The messages, oldest first."""
    found, link = list[Message](), chain
    while link is not None:
        found.append(link.newest)
        link = link.before
    return found[::-1]


def chained(messages: Iterable[Message]) -> Chain | None:
    """The chain of messages that come oldest first; None of none."""
    chain: Chain | None = None
    for message in messages:
        chain = Chain(message, chain)
    return chain
