"""Two documents of a request under one name."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model import MEDIA, Media, Message
from replayable.rules.documents.places import renamed
from replayable.rules.rule import Changes, HistoryRule

_REASON = "another document of the request has this name already, so this one got a number"


class Taken(msgspec.Struct, frozen=True):
    """The names of the documents so far."""

    names: frozenset[str] = frozenset()


class RepeatedDocumentName(HistoryRule[Taken], frozen=True):
    """Numbers documents whose name an earlier one has."""

    name: ClassVar[str] = "repeated-document-name"
    looks_for: ClassVar[int] = MEDIA

    longest: int = 200

    def begin(self) -> Taken:
        """No name is taken."""
        return Taken()

    def step(self, state: Taken, message: Message) -> tuple[Taken, tuple[Message, ...], Changes]:
        """The message with its documents under names of their own."""
        if not message.facts & MEDIA:
            return state, (message,), ()
        names = set(state.names)

        def own(document: Media) -> str | None:
            chosen = None if document.name is None else self._free(document.name, names)
            names.update(() if chosen is None else (chosen,))
            return chosen

        after, changes = renamed(message, self.name, _REASON, own)
        return Taken(frozenset(names)), (after,), changes

    def _free(self, name: str, taken: set[str]) -> str:
        """The name, with the first number behind it that makes it a new one."""
        number, free = 1, name
        while free in taken:
            number += 1
            ending = f" {number}"
            free = name[: self.longest - len(ending)].rstrip() + ending
        return free
