"""The content of a Chat Completions message → parts.

Gateways store blocks of Anthropic's API among the content parts; they are read as what they are.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from replayable.formats.anthropic.blocks import READERS as BLOCK_READERS
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.media import READERS as MEDIA_READERS
from replayable.formats.openai_chat.media import read_media
from replayable.model.parts import Media, Opaque, Part, Reasoning, Text, ToolCall, ToolResult
from replayable.model.values import Json, Raw
from replayable.words import says_more

_BORROWED = ("image", "document", "redacted_thinking", "tool_use", "tool_result")


def read_content(content: Json) -> tuple[Part, ...]:
    """The parts of a content that is text, a list of parts, or null."""
    if type(content) is str:
        return (Text(content),)
    if type(content) is list:
        return tuple(map(read_part, content))
    return () if content is None else (read_part(content),)


def read_part(part: Json) -> Part:
    """One part; what is not known stays as it is, as an opaque part."""
    if type(part) is not dict:
        return Text(part) if type(part) is str else Opaque("", part, True, None, NAME)
    kind = part.get("type")
    reader = _READERS.get(kind) if type(kind) is str else None
    return opaque(part) if reader is None else reader(part)


def opaque(part: Raw) -> Opaque:
    """The part as it is."""
    kind = part.get("type")
    return Opaque(kind if type(kind) is str else "", part, True, part.get("cache_control"), NAME)


def _read_text(part: Raw) -> Part:
    text = part.get("text")
    if type(text) is str:
        return Text(text, part, True, None, part.get("cache_control"))
    return opaque(part) if text is not None or says_more(part, ()) else Text("", part, True, None, part.get("cache_control"))


def _read_refusal(part: Raw) -> Part:
    refusal = part.get("refusal")
    return Text(refusal, part, True, None, None, "refusal") if type(refusal) is str else opaque(part)


def _read_thinking(part: Raw) -> Part:
    """Mistral keeps thinking as a list of texts, Anthropic as one."""
    thinking = part.get("thinking")
    if type(thinking) is not list:
        return _own(BLOCK_READERS["thinking"](part))
    texts: list[str] = []
    for inner in thinking:
        if type(inner) is not dict or type(text := inner.get("text")) is not str:
            return opaque(part)
        texts.append(text)
    return Reasoning("".join(texts), part)


def _read_media(part: Raw) -> Part:
    return read_media(part) or opaque(part)


def _read_block(part: Raw) -> Part:
    """A block of Anthropic's API; it is not intact from the start, because this API does not take it as it stands."""
    found = _own(BLOCK_READERS[str(part["type"])](part))
    return msgspec.structs.replace(found, intact=False) if type(found) is ToolCall or type(found) is ToolResult or type(found) is Media else found


def _own(part: Part) -> Part:
    """An opaque part belongs to the format whose history it stands in."""
    return opaque(part.raw) if type(part) is Opaque else part


_READERS: dict[str, Callable[[Raw], Part]] = {
    "text": _read_text,
    "input_text": _read_text,
    "output_text": _read_text,
    "refusal": _read_refusal,
    "thinking": _read_thinking,
    **dict.fromkeys(MEDIA_READERS, _read_media),
    **dict.fromkeys(_BORROWED, _read_block),
}
