"""A row whose message is no object, or has no role."""

from __future__ import annotations

from typing import ClassVar

from replayable import formats
from replayable.doctor.salvages.salvage import MessageSalvage, Wrong
from replayable.model.values import Json, is_blank

_DROPPED = (Wrong("the message has no role, so nobody can say whose it is; the row is put into the side file", "content"),)


class RolelessMessage(MessageSalvage, frozen=True):
    """Takes out messages that nobody can be shown or sent."""

    name: ClassVar[str] = "roleless-message"

    def repair(self, message: Json) -> tuple[Json, tuple[Wrong, ...]]:
        """The message; None where it has no role."""
        role = message.get("role") if type(message) is dict else None
        if type(role) is str and not is_blank(role):
            return message, ()
        return (message, ()) if role is None and type(message) is dict and formats.is_of_an_api(message) else (None, _DROPPED)
