"""A whole answer of the API, stored where the message in it should stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from replayable.answers import Place, around, held_in
from replayable.model.facts import ODD_FIELD, OWN_FIELD
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.reads import Reads
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class WrappedMessage(MessageRule, frozen=True):
    """Takes the message out of the answer around it. (Its reader found it already: its parts are those of the message.)"""

    name: ClassVar[str] = "wrapped-message"
    looks_for: ClassVar[int] = ODD_FIELD | OWN_FIELD

    places: tuple[Place, ...] = ()
    others: Mapping[str, Reads] = {}

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as if it had been stored alone."""
        raw, taken = _unwrapped(message.raw, self._places(message))
        if raw is message.raw:
            return message, ()
        reason = "a whole answer was stored in the place of the message in it, which is sent alone"
        change = Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=taken)
        return msgspec.structs.replace(message, raw=raw), (change,)

    def _places(self, message: Message) -> tuple[Place, ...]:
        """Where messages stand in answers of the format in which this one is stored."""
        stored_in = None if message.meta is None else message.meta.format
        return self.places if stored_in is None or stored_in not in self.others else self.others[stored_in].answers


def _unwrapped(raw: Json, places: tuple[Place, ...]) -> tuple[Json, list[Json]]:
    """What was stored, without what stood around messages; and that. A turn may be stored as several items."""
    held = held_in(raw, places)
    if held is not None and held is not raw:
        return held, [around(raw, places)]
    if type(raw) is not list:
        return raw, []
    items, taken = list[Json](), list[Json]()
    for item in raw:
        held = held_in(item, places)
        if held is None:
            items.append(item)
            continue
        items.extend(held if type(held) is list else [held])
        taken.append(around(item, places))
    return (items, taken) if taken else (raw, [])
