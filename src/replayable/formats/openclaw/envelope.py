"""What a transcript of openclaw's keeps of the file or list that it was read from."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replayable.model.transcript import Message
from replayable.model.values import Json, Raw


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """What was read, for writing it again.

    `value` is all of it; `rows` its entries without the header, or its messages. `active` are the rows of the conversation as it
    goes on, in order; `unsent` those of them that the model is not shown. `messages` are what was read from the others. `joined`: by the first
    row of a message that was read from several (the items of a turn of another API), the rest of them."""

    value: Json
    header: Raw | None
    rows: list[Json]
    active: tuple[int, ...]
    unsent: tuple[int, ...]
    messages: tuple[Message, ...]
    joined: Mapping[int, tuple[int, ...]] = {}
