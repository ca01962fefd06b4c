"""How a history is read that grows: what comes is read on its own, as long as everything read as one would say the same of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json
from replayable.records import Document, encode, is_suspect

# Gives a transcript what its format needs to write the same file or request again.
Seal = Callable[[Transcript], Transcript]


class Added(msgspec.Struct, frozen=True):
    """What further entries are: so many of the messages before them stay, and these follow."""

    kept: int
    messages: list[Message]


class Follower(Protocol):
    """Reads one history, first what there is and then what comes.

    `begin(value)`: the transcript of the history so far. `go_on(entries)`: what the next entries of its list add; None where they change what was
    read, so that all is to be read anew. `seal()`: what completes a transcript of everything so far, also when more has come by then."""

    def begin(self, value: Json) -> Transcript: ...
    def go_on(self, entries: list[Json]) -> Added | None: ...
    def seal(self) -> Seal: ...


class EachAlone:
    """Reads a history of which each entry is a message, whatever stands beside it."""

    def __init__(self, read: Callable[[Document], Transcript], key: str | None) -> None:
        self._read = read
        self._key = key
        self._entries = 0
        self._messages = 0

    def begin(self, value: Json) -> Transcript:
        """The transcript of the history so far."""
        transcript = self._read(as_document(value))
        self._entries, self._messages = len(listed(value, self._key)), len(transcript.messages)
        return transcript

    def go_on(self, entries: list[Json]) -> Added:
        """A message for each of the next entries."""
        read = list(self._read(as_document(entries)).messages)
        place(read, self._entries)
        added = Added(self._messages, read)
        self._entries += len(entries)
        self._messages += len(read)
        return added

    def seal(self) -> Seal:
        """Nothing is to be completed."""
        return unsealed


def unsealed(transcript: Transcript) -> Transcript:
    """The transcript as it is."""
    return transcript


def listed(value: Json, key: str | None) -> list[Json]:
    """The entries of a history: of a list, or of the list that a request holds."""
    held = value.get(key) if type(value) is dict and key is not None else value
    return held if type(held) is list else []


def as_document(value: Json) -> Document:
    """The document of what was decoded before; one look at its text is cheaper than one at each of its strings."""
    data = encode(value)
    return Document(value, None, (), "objects", None, is_suspect(data) or b"\\ud" in data)


def place(messages: list[Message], by: int) -> None:
    """Gives messages that were read just now, so that nobody else has them, their places in the whole history."""
    for message in messages:
        if message.origin is not None:
            msgspec.structs.force_setattr(message, "origin", message.origin + by)
