"""Parts → blocks of an openclaw message. An untouched part that was read from one is that block again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replayable import records, synthetic
from replayable.formats.openclaw.spellings import CALL_IDS, CALL_SIGNATURES, MEDIA_TYPES, NAME, REASONING_SIGNATURES, RESULT_IDS
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.values import Json, Raw

_Block = dict[str, Json]


def block_of(part: Part, is_own: bool) -> Json:
    """The block for a part; `is_own`: it was read from openclaw's blocks, so that what it came from can be kept."""
    raw: Any = part.raw
    if is_own and part.intact and raw is not None:
        return raw
    if type(part) is Opaque or type(part) is ServerCall or type(part) is ServerResult:
        return raw if raw is not None else {"type": getattr(part, "kind", NAME)}
    return _WRITERS[type(part)](part, dict(raw) if is_own and type(raw) is dict else {})


def result_content(result: ToolResult, is_own: bool) -> list[Json]:
    """The blocks inside a tool result."""
    return [block_of(part, is_own) for part in result.parts]


def _text(part: Text, block: _Block) -> _Block:
    return _with(_replaced(block, {"type": "text", "text": part.text}, keep="type"), "textSignature", part.signature)


def _reasoning(part: Reasoning, block: _Block) -> _Block:
    signature = part.signature or part.redacted or part.field
    if block.get("type") == "redacted_thinking":
        return _with(_without(block, REASONING_SIGNATURES), "data", part.redacted)
    proof = records.decode(signature.encode()) if part.spelled == "object" and signature == part.signature and signature else signature
    made = _with({**_without(block, REASONING_SIGNATURES), "type": "thinking", "thinking": part.text}, "thinkingSignature", proof)
    return _with(made, "redacted", True if part.redacted is not None else None)


def _tool_call(part: ToolCall, block: _Block) -> _Block:
    made = _replaced(_without(block, (*CALL_IDS, *CALL_SIGNATURES, "input")), {"type": "toolCall"}, keep="type")
    made.update(id=part.id, name=part.name, arguments=part.arguments)
    _with(made, "partialJson", part.partial)
    _with(made, "thoughtSignature", None if part.signature == synthetic.SKIPPED_SIGNATURE else part.signature)
    return _with(made, "async", True if part.deferred else None)


def _embedded_result(part: ToolResult, block: _Block) -> _Block:
    made = _replaced(_without(block, (*RESULT_IDS, "id", "output", "is_error")), {"type": "toolResult"}, keep="type")
    made.update(toolCallId=part.call_id, content=result_content(part, True))
    _with(made, "toolName", part.name)
    _with(made, "details", details_of(part, block))
    return _with(made, "isError", True if part.is_error else None)


def _media(part: Media, block: _Block) -> _Block:
    made = _replaced(_without(block, MEDIA_TYPES), {"type": part.kind}, keep="type")
    for key, value in (("data", part.data), ("mimeType", part.media_type), ("url", part.url), ("fileId", part.file_id), ("name", part.name)):
        _with(made, key, value)
    return made


_WRITERS: dict[type, Callable[[Any, _Block], _Block]] = {
    Text: _text,
    Reasoning: _reasoning,
    ToolCall: _tool_call,
    ToolResult: _embedded_result,
    Media: _media,
}


def details_of(result: ToolResult, raw: Raw) -> Json:
    """The details of a tool result: those stored, and for a made-up one the mark by which it is known again."""
    details = raw.get("details")
    if not result.synthetic or synthetic.has_mark(details):
        return details
    return {**(details if type(details) is dict else {}), synthetic.MARK: True, "reason": "missing_tool_result"}


def _replaced(block: _Block, fields: _Block, keep: str) -> _Block:
    """The block with these fields; the one to keep stays as it is spelled."""
    return {**block, **{key: value for key, value in fields.items() if key != keep or key not in block}}


def _with(block: _Block, key: str, value: Json) -> _Block:
    """The block itself with the field set, or without it where there is no value."""
    if value is None:
        block.pop(key, None)
    else:
        block[key] = value
    return block


def _without(block: _Block, keys: tuple[str, ...]) -> _Block:
    return {key: value for key, value in block.items() if key not in keys}
