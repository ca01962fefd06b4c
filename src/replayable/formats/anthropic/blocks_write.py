"""Parts → content blocks of Anthropic's Messages API.

A part that still says what was stored is written as it was; an edited one is laid over it, unknown keys included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replayable.errors import CannotCarry
from replayable.formats.anthropic.fields import NAME
from replayable.formats.anthropic.media import write_media
from replayable.formats.anthropic.wire import WireCall, WireResult, WireText
from replayable.formats.request import put
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult, written_arguments
from replayable.model.values import Json, Raw

_NOTHING: Raw = {}


def write_block(part: Part, own: bool) -> Json:
    """The block of a part. `own`: what the part was read from is of this format. Raises CannotCarry."""
    if own and (raw := part.raw) is not None:
        return raw if part.intact else WRITERS[type(part)](part, raw)
    return WRITERS[type(part)](part, _NOTHING)


def write_content(parts: tuple[Part, ...], stored: Json, own: bool) -> Json:
    """Text where one text is all there is and no list was stored, else a list of blocks."""
    if len(parts) == 1 and is_plain(parts[0]) and type(stored) is not list:
        return parts[0].words  # type: ignore[union-attr]
    return [write_block(part, own) for part in parts]


def is_plain(part: Part) -> bool:
    """A text that needs no block of its own."""
    return type(part) is Text and part.cache is None and part.kind == "text"


def _marked(block: dict[str, Json], cache: Json) -> dict[str, Json]:
    if cache is not None or "cache_control" in block:
        put(block, "cache_control", cache)
    return block


def _write_text(part: Text, stored: Raw) -> Json:
    if part.kind != "text":
        raise CannotCarry(f"{NAME} has no place for a {part.kind}; take it out first")
    if not stored and part.cache is None:
        return WireText(part.words)
    return _marked({"type": "text", **stored, "text": part.words}, part.cache)


def _write_reasoning(part: Reasoning, stored: Raw) -> Json:
    if part.redacted is not None:
        return _marked({"type": "redacted_thinking", **stored, "data": part.redacted}, part.cache)
    block: dict[str, Json] = {"type": "thinking", **stored, "thinking": part.text}
    if part.signature is not None:
        block["signature"] = part.signature
    return _marked(block, part.cache)


def _write_call(part: ToolCall, stored: Raw) -> Json:
    if part.kind != "function":
        raise CannotCarry(f"{NAME} has no place for a call of a custom tool; take it out first")
    if not stored and part.cache is None and part.id is not None and part.name is not None and part.held is not None:
        return WireCall(part.id, part.name, written_arguments(part))
    block: dict[str, Json] = {"type": "tool_use", **stored}
    for key, value in (("id", part.id), ("name", part.name), ("input", written_arguments(part))):
        if value is not None:
            block[key] = value
    return _marked(block, part.cache)


def _write_result(part: ToolResult, stored: Raw) -> Json:
    if not stored and part.cache is None and part.call_id is not None and len(part.parts) == 1 and is_plain(part.parts[0]):
        return WireResult(part.call_id, part.parts[0].words, part.is_error or part.synthetic)  # type: ignore[union-attr]
    return _write_result_over(part, stored)


def _write_result_over(part: ToolResult, stored: Raw) -> Json:
    block: dict[str, Json] = {"type": "tool_result", **stored}
    if part.call_id is not None:
        block["tool_use_id"] = part.call_id
    if part.parts:
        block["content"] = write_content(part.parts, stored.get("content"), bool(stored))
    elif stored.get("content"):
        del block["content"]
    if part.is_error:
        block["is_error"] = True
    elif stored.get("is_error") is True:
        del block["is_error"]
    return _marked(block, part.cache)


def _write_media(part: Media, stored: Raw) -> Json:
    return _marked(write_media(part, stored), part.cache)


def _write_server_call(part: ServerCall, stored: Raw) -> Json:
    _refuse_foreign(part, "a tool that another provider ran")
    return _marked({**(stored or part.raw or {}), "id": part.id, "name": part.name}, part.cache)


def _write_server_result(part: ServerResult, stored: Raw) -> Json:
    _refuse_foreign(part, "the result of a tool that another provider ran")
    return _marked({**(stored or part.raw or {}), "tool_use_id": part.call_id}, part.cache)


def _write_opaque(part: Opaque, stored: Raw) -> Json:  # noqa: ARG001
    _refuse_foreign(part, f"a part of type {part.kind!r}")
    return _marked(dict(part.raw), part.cache) if type(part.raw) is dict else part.raw


def _refuse_foreign(part: ServerCall | ServerResult | Opaque, what: str) -> None:
    if part.format != NAME:
        raise CannotCarry(f"{NAME} has no place for {what}; take it out first")


WRITERS: dict[type, Callable[[Any, Raw], Json]] = {
    Text: _write_text,
    Reasoning: _write_reasoning,
    ToolCall: _write_call,
    ToolResult: _write_result,
    Media: _write_media,
    ServerCall: _write_server_call,
    ServerResult: _write_server_result,
    Opaque: _write_opaque,
}
"""What writes a kind of part, laid over what is stored of it."""
