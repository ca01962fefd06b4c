"""What a format is: a way in which a history is written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from replayable.facts.thinking import NOTHING, ThinkingWords
from replayable.formats.following import EachAlone, Follower
from replayable.model.transcript import Transcript
from replayable.model.values import Json
from replayable.reads import Reads
from replayable.records import Document, in_plain_values
from replayable.slices import Slices


class Carries(msgspec.Struct, frozen=True):
    """What a format has a place for; rules take the rest out before writing.

    `parts`: for each role the kinds of part (names of `model` classes; media by their kind, e.g. "image") that a message
    of that role may hold; a role that is missing has no place. `results`: the kinds that a tool result may hold.
    "image.data" stands for an image that is not told by a URL. `settings`: the fields of `model.Settings` that it can write;
    "response_format.json_schema" or "tool_choice.auto" stand for one kind of a field that it cannot write in every kind, "tools.strict"
    or "response_format.name" for what it can say of one besides. `thinking`: in which words it can tell how much to think.
    `fields`: what it can say of messages and parts beyond their words and data (names of `Reads`)."""

    parts: Mapping[str, frozenset[str]]
    results: frozenset[str]
    settings: frozenset[str]
    known: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    thinking: ThinkingWords = NOTHING


def nothing_beside(_: Transcript) -> Mapping[str, Json]:
    """A history that is nothing but messages and settings."""
    return {}


class Format(msgspec.Struct, frozen=True):
    """A wire or file form.

    `sniff(value)`: whether a decoded history has something that only this format has (True), something that this format
    cannot have (False), or fits without saying so (None). `value` is a list of messages or entries, or a request.
    `read(document)`: total and lossless. `write(transcript)`: the payload, to be encoded; for an API the request (always a dict, with only
    history keys where the transcript has no settings), for a session format the list of its entries or messages. What stands in them may be
    structs or slices, which encode faster; `written` gives plain values.
    `history_key`: the key of a request that holds the list, None for a session format.
    `beside(transcript)`: what the record holds beside the messages and the settings, by name; a request needs none of it.
    `reads`: what `read` takes up of stored objects.
    `entries` "alone": each message is written without a look at the others. "apart": the same, but messages of one side of the conversation may
    be written as one. `write_middle`: what `write` makes of messages that others follow, where that differs.
    `follow()`: what reads a history that grows; None where each entry is a message, whatever stands beside it.
    `read_slices(slices)`: what `read` makes of the same text, faster, where the format has a way."""

    name: str
    sniff: Callable[[Json], bool | None]
    read: Callable[[Document], Transcript]
    write: Callable[[Transcript], Json]
    history_key: str | None
    carries: Carries
    beside: Callable[[Transcript], Mapping[str, Json]] = nothing_beside
    reads: Reads = Reads()
    read_slices: Callable[[Slices], Transcript] | None = None
    entries: Literal["alone", "apart", "together"] = "together"
    write_middle: Callable[[Transcript], Json] | None = None
    follow: Callable[[], Follower] | None = None

    def written(self, transcript: Transcript) -> Json:
        """The payload in plain values, for all who look into it or hand it out."""
        return in_plain_values(self.write(transcript))

    def follower(self) -> Follower:
        """What reads a history that grows."""
        return self.follow() if self.follow is not None else EachAlone(self.read, self.history_key)
