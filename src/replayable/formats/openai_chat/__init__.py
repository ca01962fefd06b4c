"""OpenAI Chat Completions, and the many servers that speak it: https://platform.openai.com/docs/api-reference/chat."""

from __future__ import annotations

from functools import partial

import msgspec

from replayable.formats.format import Format
from replayable.formats.openai_chat.carries import CARRIES
from replayable.formats.openai_chat.dialect import Dialect
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.read import read
from replayable.formats.openai_chat.reads import READS
from replayable.formats.openai_chat.slices_read import read_slices
from replayable.formats.openai_chat.sniff import sniff
from replayable.formats.openai_chat.write import write

FORMAT = Format(name=NAME, sniff=sniff, read=read, write=write, history_key="messages", carries=CARRIES, reads=READS, read_slices=read_slices, entries="alone")


def in_dialect(dialect: Dialect) -> Format:
    """The format, written as a single server wants it."""
    return msgspec.structs.replace(FORMAT, write=partial(write, dialect=dialect))
