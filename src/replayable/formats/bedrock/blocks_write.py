"""Parts → content blocks of Converse.

A part that still says what was stored is written as it was; an edited one is laid over it, unknown keys included. A cache mark is a block
of its own behind the part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from replayable.errors import CannotCarry
from replayable.formats.bedrock.blocks import read_block
from replayable.formats.bedrock.cache_points import write_point
from replayable.formats.bedrock.fields import NAME
from replayable.formats.bedrock.media import FORMATS, text_of, write_media
from replayable.formats.request import put
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult, written_arguments
from replayable.model.values import Json, Raw


def write_blocks(parts: Iterable[Part], own: bool) -> list[Json]:
    """The blocks of the parts, each with its cache point."""
    blocks: list[Json] = []
    for part in parts:
        blocks.append(write_block(part, own))
        mark = part.cache if part.cache is not None else _inner_mark(part)
        if mark is not None:
            blocks.append(write_point(mark))
    return blocks


def _inner_mark(part: Part) -> Json:
    """A mark on what a result holds: there is no place for one in it, the nearest is behind it."""
    if type(part) is not ToolResult:
        return None
    return next((inner.cache for inner in part.parts if inner.cache is not None), None)


def write_block(part: Part, own: bool) -> Json:
    """The block of a part, without its cache point. `own`: what the part was read from is of this format. Raises CannotCarry."""
    raw = part.raw if own else None
    if raw is not None and part.intact:
        return raw
    return _WRITERS[type(part)](part, _of_its_kind(part, raw), own)


def _of_its_kind(part: Part, raw: Json) -> Raw:
    """What is stored, if a part of this kind was read from it."""
    if type(raw) is not dict:
        return {}
    return raw if "json" in raw or any(type(before) is type(part) for before in read_block(raw)) else {}


def _held(stored: Raw, key: str) -> dict[str, Json]:
    held = stored.get(key)
    return dict(held) if type(held) is dict else {}


def _write_text(part: Text, stored: Raw, own: bool) -> Json:  # noqa: ARG001
    if part.kind != "text":
        raise CannotCarry(f"{NAME} has no place for a {part.kind}; take it out first")
    if "guardContent" in stored:
        guarded = _held(stored, "guardContent")
        return {**stored, "guardContent": {**guarded, "text": {**_held(guarded, "text"), "text": part.text}}}
    if "citationsContent" in stored:
        return {**stored, "citationsContent": {**_held(stored, "citationsContent"), "content": [{"text": part.text}]}}
    return {**stored, "text": part.words} if "text" in stored else {"text": part.words}


def _write_reasoning(part: Reasoning, stored: Raw, own: bool) -> Json:  # noqa: ARG001
    held = _held(stored, "reasoningContent")
    if part.redacted is not None:
        kept = held.get("redactedContent")
        return {**stored, "reasoningContent": {**held, "redactedContent": kept if text_of(kept) == part.redacted else part.redacted}}
    words = {**_held(held, "reasoningText"), "text": part.text}
    put(words, "signature", part.signature)
    return {**stored, "reasoningContent": {**held, "reasoningText": words}}


def _write_call(part: ToolCall, stored: Raw, own: bool) -> Json:  # noqa: ARG001
    if part.kind != "function":
        raise CannotCarry(f"{NAME} has no place for a call of a custom tool; take it out first")
    held = _held(stored, "toolUse")
    for key, value in (("toolUseId", part.id), ("name", part.name), ("input", written_arguments(part))):
        if value is not None:
            held[key] = value
    if not stored:
        held.setdefault("input", {})
    return {**stored, "toolUse": held}


def _write_result(part: ToolResult, stored: Raw, own: bool) -> Json:
    held = _held(stored, "toolResult")
    if part.call_id is not None:
        held["toolUseId"] = part.call_id
    before = next(iter(read_block(stored)), None) if stored else None
    if not isinstance(before, ToolResult) or before.parts != part.parts:
        held["content"] = [write_block(inner, own) for inner in part.parts]
    if part.is_error:
        held["status"] = "error"
    elif held.get("status") == "error":
        del held["status"]
    return {**stored, "toolResult": held}


def _write_media(part: Media, stored: Raw, own: bool) -> Json:  # noqa: ARG001
    if "guardContent" in stored:
        guarded = _held(stored, "guardContent")
        return {**stored, "guardContent": {**guarded, "image": write_media(part, _held(guarded, "image"))[1]}}
    before = next((key for key, value in stored.items() if key in FORMATS and type(value) is dict), None)
    key, held = write_media(part, {} if before is None else stored[before])
    return {**{other: value for other, value in stored.items() if other != before}, key: held}


def _write_own(part: ServerCall | ServerResult | Opaque, stored: Raw, own: bool) -> Json:  # noqa: ARG001
    if part.format != NAME:
        raise CannotCarry(f"{NAME} has no place for {_WORDS[type(part)]}; take it out first")
    return part.raw


_WORDS: dict[type, str] = {
    ServerCall: "a tool that another provider ran",
    ServerResult: "the result of a tool that another provider ran",
    Opaque: "a block that only another API knows",
}

_WRITERS: dict[type, Callable[[Any, Raw, bool], Json]] = {
    Text: _write_text,
    Reasoning: _write_reasoning,
    ToolCall: _write_call,
    ToolResult: _write_result,
    Media: _write_media,
    ServerCall: _write_own,
    ServerResult: _write_own,
    Opaque: _write_own,
}
"""What writes a kind of part, laid over what is stored of it."""
