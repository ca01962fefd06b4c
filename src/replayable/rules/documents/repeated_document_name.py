"""Two documents of a request under one name."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.facts import MEDIA
from replayable.model.parts import Media
from replayable.model.transcript import Message
from replayable.rules.documents.places import renamed
from replayable.rules.layers import LayeredCounts, LayeredSet
from replayable.rules.rule import Changes, HistoryRule

_REASON = "another document of the request has this name already, so this one got a number"


class Taken(msgspec.Struct):
    """The names of the documents so far, and for each that came again the last number that was tried behind it. Names only become more, so
    no lower number can be free. The fold owns it, so it is updated in place."""

    names: set[str]
    numbers: dict[str, int]


class RepeatedDocumentName(HistoryRule[Taken], frozen=True):
    """Numbers documents whose name an earlier one has."""

    name: ClassVar[str] = "repeated-document-name"
    looks_for: ClassVar[int] = MEDIA

    longest: int = 200

    def begin(self) -> Taken:
        """No name is taken."""
        return Taken(set(), {})

    def fork(self, state: Taken) -> Taken:
        """The names so far, under those to come."""
        return Taken(LayeredSet(state.names), LayeredCounts(state.numbers))

    def step(self, state: Taken, message: Message) -> tuple[Taken, tuple[Message, ...], Changes]:
        """The message with its documents under names of their own."""
        if not message.facts & MEDIA:
            return state, (message,), ()

        def own(document: Media) -> str | None:
            chosen = None if document.name is None else self._free(document.name, state)
            if chosen is not None:
                state.names.add(chosen)
            return chosen

        after, changes = renamed(message, self.name, _REASON, own)
        return state, (after,), changes

    def _free(self, name: str, taken: Taken) -> str:
        """The name, with the first number behind it that makes it a new one."""
        if name not in taken.names:
            return name
        number, free = taken.numbers.get(name, 1), name
        while free in taken.names:
            number += 1
            ending = f" {number}"
            free = name[: self.longest - len(ending)].rstrip() + ending
        taken.numbers[name] = number
        return free
