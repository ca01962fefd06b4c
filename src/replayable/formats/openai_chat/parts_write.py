"""Parts → content parts of Chat Completions.

A part that still says what was stored is written as it was; an edited one is laid over it, unknown keys included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replayable.errors import CannotCarry
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.media import write_media
from replayable.formats.request import put
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.values import Json, Raw


def is_plain(part: Part) -> bool:
    """A text that needs no part of its own."""
    return type(part) is Text and part.cache is None and part.kind == "text"


def write_content(parts: list[Part], stored: Json, own: bool) -> Json:
    """Text where one text is all there is and no list was stored, else a list of parts."""
    if len(parts) == 1 and is_plain(parts[0]) and type(stored) is not list:
        return parts[0].words  # type: ignore[union-attr]
    return [write_part(part, own) for part in parts]


def write_part(part: Part, own: bool) -> Json:
    """The content part of a part. Raises CannotCarry for what has no place in a content."""
    raw = part.raw
    if own and raw is not None:
        if part.intact and not (type(part) is Media and "source" in raw):
            return raw
        return WRITERS[type(part)](part, raw)
    return WRITERS[type(part)](part, {})


def _marked(written: dict[str, Json], cache: Json) -> dict[str, Json]:
    if cache is not None or "cache_control" in written:
        put(written, "cache_control", cache)
    return written


def _write_text(part: Text, stored: Raw) -> Json:
    if part.kind == "refusal":
        return {"type": "refusal", **stored, "refusal": part.text}
    return _marked({"type": "text", **stored, "text": part.words}, part.cache)


def _write_media(part: Media, stored: Raw) -> Json:
    """A block of Anthropic's API among the parts becomes one of this."""
    return _marked(write_media(part, {} if "source" in stored else stored), part.cache)


def _write_thinking(part: Reasoning, stored: Raw) -> Json:
    """Thinking that stood among the content parts."""
    if type(stored.get("thinking")) is list:
        return {**stored, "thinking": [{"type": "text", "text": part.text}]}
    return {**stored, "thinking": part.text} if "thinking" in stored else dict(stored)


def _write_opaque(part: Opaque, stored: Raw) -> Json:  # noqa: ARG001
    if part.format != NAME:
        raise CannotCarry(f"{NAME} has no place for a part of type {part.kind!r}; take it out first")
    return _marked(dict(part.raw), part.cache) if type(part.raw) is dict else part.raw


def _refuse(part: Part, stored: Raw) -> Json:
    """What has no place in a content; one that stood in a content all the same stays as it was."""
    if stored:
        return dict(stored)
    raise CannotCarry(f"{NAME} has no place for {_WORDS[type(part)]} here; take it out first")


_WORDS: dict[type, str] = {
    ServerCall: "a tool that the provider ran",
    ServerResult: "the result of a tool that the provider ran",
    ToolCall: "a tool call",
    ToolResult: "a tool result",
}

WRITERS: dict[type, Callable[[Any, Raw], Json]] = {
    Text: _write_text,
    Reasoning: _write_thinking,
    Media: _write_media,
    Opaque: _write_opaque,
    **dict.fromkeys(_WORDS, _refuse),
}
"""What writes a kind of part, laid over what is stored of it."""
