"""Messages and blocks in the making: what `write` gives for parts that nothing is stored of in this format.

They are encoded like dicts with these keys, but cost a third of them, and the collector does not walk over them.
"""

from __future__ import annotations

import msgspec

from replayable.model.values import Json


class WireMessage(msgspec.Struct, gc=False):
    """A message with nothing but its words or blocks. (Blocks in a tuple: the collector leaves alone a tuple of such structs, but no list.)"""

    role: str
    content: Json


class WireText(msgspec.Struct, gc=False, tag_field="type", tag="text"):
    """A block of text."""

    text: str | msgspec.Raw


class WireCall(msgspec.Struct, gc=False, tag_field="type", tag="tool_use"):
    """A call."""

    id: str
    name: str
    input: Json


class WireResult(msgspec.Struct, gc=False, tag_field="type", tag="tool_result", omit_defaults=True):
    """A result that is one text."""

    tool_use_id: str
    content: str | msgspec.Raw
    is_error: bool = False
