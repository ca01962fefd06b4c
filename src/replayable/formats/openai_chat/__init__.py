"""OpenAI Chat Completions, and the many servers that speak it: https://platform.openai.com/docs/api-reference/chat."""

from __future__ import annotations

from functools import partial

import msgspec

from replayable.formats.format import Format
from replayable.formats.openai_chat.carries import CARRIES
from replayable.formats.openai_chat.dialect import Dialect
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.reads import READS
from replayable.formats.openai_chat.sniff import sniff
from replayable.on_demand import later

_write = later("replayable.formats.openai_chat.write:write")

FORMAT = Format(
    name=NAME,
    sniff=sniff,
    read=later("replayable.formats.openai_chat.read:read"),
    write=_write,
    history_key="messages",
    carries=CARRIES,
    reads=READS,
    read_slices=later("replayable.formats.openai_chat.slices_read:read_slices"),
    entries="alone",
)


def in_dialect(dialect: Dialect) -> Format:
    """The format, written as a single server wants it."""
    middle = None if dialect.prefill == "unmarked" else partial(_write, dialect=msgspec.structs.replace(dialect, prefill="unmarked"))
    return msgspec.structs.replace(FORMAT, write=partial(_write, dialect=dialect), write_middle=middle)
