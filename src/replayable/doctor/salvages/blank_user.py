"""A turn of the user's that says nothing."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.salvages.salvage import MessageSalvage, Wrong
from replayable.model.values import Json, is_blank

# What openclaw up to 2026.9 wrote into such a turn.
CONTINUE = "(continue)"
_FILLED = (Wrong("the user's turn says nothing; a placeholder keeps its place", "synthetic"),)
_EMPTIED = (Wrong("blank texts beside other content are left out", "none"),)


class BlankUser(MessageSalvage, frozen=True):
    """Takes blank texts out of users' turns, and keeps the turn with a placeholder where nothing else is in it."""

    name: ClassVar[str] = "blank-user"

    def repair(self, message: Json) -> tuple[Json, tuple[Wrong, ...]]:
        """The message, with something in it."""
        content = message.get("content")
        if message.get("role") != "user":
            return message, ()
        if type(content) is str:
            return ({**message, "content": CONTINUE}, _FILLED) if is_blank(content) else (message, ())
        if type(content) is not list:
            return message, ()
        kept = [block for block in content if not is_blank_text(block)]
        if not kept:
            return {**message, "content": [{"type": "text", "text": CONTINUE}]}, _FILLED
        return ({**message, "content": kept}, _EMPTIED) if len(kept) < len(content) else (message, ())


def is_blank_text(block: Json) -> bool:
    """The block is a text that says nothing."""
    return type(block) is dict and block.get("type") == "text" and type(text := block.get("text")) is str and is_blank(text)
