"""A turn that failed before its first word, and was stored with no content."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.salvages.salvage import MessageSalvage, Wrong
from replayable.model.values import Json
from replayable.synthetic import OPENCLAW_FAILED_TURN

_FILLED = (Wrong("the turn failed before it had any content; a placeholder says so", "synthetic"),)


class EmptyFailure(MessageSalvage, frozen=True):
    """Puts a placeholder into failed turns without content. Turns that ended well may be empty: they are silent replies."""

    name: ClassVar[str] = "empty-failure"

    def repair(self, message: Json) -> tuple[Json, tuple[Wrong, ...]]:
        """The message, with something in it."""
        if message.get("role") != "assistant" or message.get("content") != [] or message.get("stopReason") != "error":
            return message, ()
        return {**message, "content": [{"type": "text", "text": OPENCLAW_FAILED_TURN}]}, _FILLED
