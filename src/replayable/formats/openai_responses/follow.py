"""Reads a history of the Responses API that grows: further items of the assistant's may belong to its last turn, which is then read again."""

from __future__ import annotations

from replayable.formats.following import Added, Seal, as_document, listed, place, unsealed
from replayable.formats.openai_responses.read import read
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json


class Gathering:
    """What was read so far: how many messages, and the items of the last one where it is an assistant's turn, which may go on."""

    def __init__(self) -> None:
        self._entries = 0
        self._messages = 0
        self._open: list[Json] = []

    def begin(self, value: Json) -> Transcript:
        """The transcript of the items so far."""
        transcript = read(as_document(value))
        self._entries, self._messages = len(listed(value, "input")), len(transcript.messages)
        self._open = _items_of_last(transcript.messages)
        return transcript

    def go_on(self, entries: list[Json]) -> Added:
        """The messages of the next items, and the last turn again where it may go on."""
        before = len(self._open)
        messages = list(read(as_document([*self._open, *entries])).messages)
        place(messages, self._entries - before)
        added = Added(self._messages - (before > 0), messages)
        self._entries += len(entries)
        self._messages = added.kept + len(messages)
        self._open = _items_of_last(messages)
        return added

    def seal(self) -> Seal:
        """Nothing is to be completed."""
        return unsealed


def _items_of_last(messages: list[Message] | tuple[Message, ...]) -> list[Json]:
    last = messages[-1] if messages else None
    return last.raw if last is not None and last.role == "assistant" and type(last.raw) is list else []
