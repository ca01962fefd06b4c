"""What the reader of a format takes up of the stored objects of a message."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replayable.answers import Place


class Reads(msgspec.Struct, frozen=True):
    """The fields that become something of the model; what stands in others is known to this format alone.

    `messages`: by role, "" for all others; `blocks`: by the type (the role, the key) that an object is known by, "" for all others.
    Fields are paths, "source.data" is a field within a field, "*" all that are not named. Each has the name of what it becomes, by which
    `Carries.fields` tells who has a place for that; an empty one where every format has.
    `usual`: by the name of a field, values that say what goes without saying.
    `answers`: where the message stands in a whole answer of the API that was stored in its place."""

    messages: Mapping[str, Mapping[str, str]] = {}
    blocks: Mapping[str, Mapping[str, str]] = {}
    usual: Mapping[str, frozenset[str]] = {}
    answers: tuple[Place, ...] = ()
