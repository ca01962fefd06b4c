"""A whole answer of the API, stored where the message in it should stand."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.answers import Place, around, held_in
from replayable.model import ODD_FIELD, OWN_FIELD, Json, Message
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class WrappedMessage(MessageRule, frozen=True):
    """Takes the message out of the answer around it. (Its reader found it already: its parts are those of the message.)"""

    name: ClassVar[str] = "wrapped-message"
    looks_for: ClassVar[int] = ODD_FIELD | OWN_FIELD

    places: tuple[Place, ...] = ()

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as if it had been stored alone."""
        raw, taken = self._unwrapped(message.raw)
        if raw is message.raw:
            return message, ()
        reason = "a whole answer was stored in the place of the message in it, which is sent alone"
        change = Change(rule=self.name, loss="none", origin=message.origin, reason=reason, before=taken)
        return msgspec.structs.replace(message, raw=raw), (change,)

    def _unwrapped(self, raw: Json) -> tuple[Json, list[Json]]:
        """What was stored, without what stood around messages; and that. A turn may be stored as several items."""
        held = held_in(raw, self.places)
        if held is not None and held is not raw:
            return held, [around(raw, self.places)]
        if type(raw) is not list:
            return raw, []
        items, taken = list[Json](), list[Json]()
        for item in raw:
            held = held_in(item, self.places)
            if held is None:
                items.append(item)
                continue
            items.extend(held if type(held) is list else [held])
            taken.append(around(item, self.places))
        return (items, taken) if taken else (raw, [])
