"""Content blocks of Converse → parts. Total: what is not known stays as it is, as an opaque part."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from replayable.formats.anthropic.blocks import is_made_up
from replayable.formats.bedrock.cache_points import is_cache_point, read_mark
from replayable.formats.bedrock.fields import BLOCK_FIELDS, NAME
from replayable.formats.bedrock.media import read_media, text_of
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.values import Json, Raw
from replayable.records import encode


def read_blocks(content: Json) -> tuple[Part, ...]:
    """The parts of a content. A cache point is the mark of the part before it; one with nothing before it stays a part."""
    if type(content) is not list:
        return () if content is None else read_block(content)
    if len(content) == 1:
        return read_block(content[0])
    found: list[Part] = []
    for block in content:
        if is_cache_point(block) and found and found[-1].cache is None and found[-1].raw is not None:
            found[-1] = msgspec.structs.replace(found[-1], cache=read_mark(block))
        else:
            found.extend(read_block(block))
    return tuple(found)


def read_block(block: Json) -> tuple[Part, ...]:
    """What one stored block is: one part, or one for each kind in it."""
    if type(block) is not dict:
        return (Text(block) if type(block) is str else opaque(block),)
    if len(block) == 1:
        return (_read_kind(block),)
    held = [key for key, value in block.items() if key in BLOCK_FIELDS and value is not None]
    if len(held) == 1 and (reader := READERS.get(held[0])) is not None:
        return (reader(block[held[0]], block) or opaque(block),)
    return read_blocks([{key: value} for key, value in block.items()]) if len(held) > 1 else (opaque(block),)


def _read_kind(block: Raw) -> Part:
    ((kind, held),) = block.items()
    reader = READERS.get(kind)
    return (None if reader is None else reader(held, block)) or opaque(block)


def opaque(block: Json) -> Opaque:
    """The block as it is, named by its only key. One of several keys is no block of the API, not even of a newer version, and has no name."""
    return Opaque(next(iter(block)) if type(block) is dict and len(block) == 1 else "", block, True, None, NAME)


def _text(held: Raw, key: str) -> str | None:
    value = held.get(key)
    return value if type(value) is str else None


def _read_text(held: Json, block: Raw) -> Part | None:
    return Text(held, block) if type(held) is str else None


def _read_image(held: Json, block: Raw) -> Part | None:
    return read_media(held, "image", block)


def _read_document(held: Json, block: Raw) -> Part | None:
    return read_media(held, "document", block)


def _read_video(held: Json, block: Raw) -> Part | None:
    return read_media(held, "video", block)


def _read_audio(held: Json, block: Raw) -> Part | None:
    return read_media(held, "audio", block)


def _read_tool_use(held: Json, block: Raw) -> Part | None:
    """A call. One with a type is run by the provider ("server_tool_use")."""
    if type(held) is not dict:
        return None
    call_id, name = _text(held, "toolUseId"), _text(held, "name")
    if held.get("type") is not None:
        return ServerCall(call_id, name, block, True, None, NAME)
    return ToolCall(call_id, name, held.get("input"), block, True, call_id)


def _read_tool_result(held: Json, block: Raw) -> Part | None:
    if type(held) is not dict:
        return None
    call_id = _text(held, "toolUseId")
    if held.get("type") is not None:
        return ServerResult(call_id, block, True, None, NAME)
    parts = _read_content(held.get("content"))
    return ToolResult(call_id, parts, block, True, None, held.get("status") == "error", is_made_up(parts))


def _read_content(content: Json) -> tuple[Part, ...]:
    if type(content) is not list:
        return () if content is None else _read_inner(content)
    return tuple([part for each in content for part in _read_inner(each)])


def _read_inner(block: Json) -> tuple[Part, ...]:
    """A block in a result; an object that the tool gave back is its JSON text."""
    if type(block) is dict and len(block) == 1 and "json" in block:
        return (Text(encode(block["json"]).decode("utf-8"), block),)
    return tuple([part if type(part) in _INNER else opaque(part.raw) for part in read_block(block)])


def _read_reasoning(held: Json, block: Raw) -> Part | None:
    if type(held) is not dict:
        return None
    words = held.get("reasoningText")
    if type(words) is dict and type(text := words.get("text")) is str:
        return Reasoning(text, block, True, _text(words, "signature"))
    redacted = text_of(held.get("redactedContent"))
    return None if redacted is None else Reasoning("", block, True, None, redacted)


def _read_guarded(held: Json, block: Raw) -> Part | None:
    """What the guardrail shall look at is text or an image for the model all the same."""
    if type(held) is not dict:
        return None
    words = held.get("text")
    if type(words) is dict and type(text := words.get("text")) is str:
        return Text(text, block)
    return read_media(held.get("image"), "image", block)


def _read_cited(held: Json, block: Raw) -> Part | None:
    """The words of an answer with citations."""
    content = held.get("content") if type(held) is dict else None
    if type(content) is not list or not content or any(type(each) is not dict or type(each.get("text")) is not str for each in content):
        return None
    return Text("".join(each["text"] for each in content), block)


_INNER = frozenset({Text, Media, Opaque})  # what a result may hold

READERS: dict[str, Callable[[Json, Raw], Part | None]] = {
    "text": _read_text,
    "image": _read_image,
    "document": _read_document,
    "video": _read_video,
    "audio": _read_audio,
    "toolUse": _read_tool_use,
    "toolResult": _read_tool_result,
    "reasoningContent": _read_reasoning,
    "guardContent": _read_guarded,
    "citationsContent": _read_cited,
}
"""What reads a kind of block. All others are opaque."""
