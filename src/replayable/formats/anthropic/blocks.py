"""Content blocks of Anthropic's Messages API → parts. Total: what is not known stays as it is, as an opaque part."""

from __future__ import annotations

from collections.abc import Callable

from replayable.formats.anthropic.fields import NAME
from replayable.formats.anthropic.media import read_media
from replayable.model.parts import Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.values import Json, Raw
from replayable.synthetic import KNOWN_TEXTS

# Texts of made-up results are told by their length first, so that long results need not be hashed.
_KNOWN_LENGTHS = frozenset(map(len, KNOWN_TEXTS))

SERVER_RESULT_ENDING = "_tool_result"


def read_blocks(content: Json) -> tuple[Part, ...]:
    """The parts of a content that is text, a list of blocks, or missing."""
    if type(content) is list:
        return tuple(map(read_block, content))
    if type(content) is str:
        return (Text(content),)
    return () if content is None else (read_block(content),)


def read_block(block: Json) -> Part:
    """The part that a block is."""
    if type(block) is not dict:
        return Text(block) if type(block) is str else Opaque("", block, True, None, NAME)
    kind = block.get("type")
    if type(kind) is not str:
        return opaque(block)
    reader = READERS.get(kind)
    if reader is not None:
        return reader(block)
    return _read_server_result(block) if kind.endswith(SERVER_RESULT_ENDING) else opaque(block)


def opaque(block: Raw) -> Opaque:
    """The block as it is."""
    kind = block.get("type")
    return Opaque(kind if type(kind) is str else "", block, True, block.get("cache_control"), NAME)


def text_or_none(value: Json) -> str | None:
    """A string, or None for any other value."""
    return value if type(value) is str else None


def is_made_up(parts: tuple[Part, ...]) -> bool:
    """The content of a tool result that was made up because none was stored."""
    if len(parts) != 1 or type(part := parts[0]) is not Text:
        return False
    return len(part.text) in _KNOWN_LENGTHS and part.text in KNOWN_TEXTS


def _read_text(block: Raw) -> Part:
    text = block.get("text")
    if type(text) is str:
        return Text(text, block, True, None, block.get("cache_control"))
    return Text("", block, True, None, block.get("cache_control")) if text is None else opaque(block)


def _read_thinking(block: Raw) -> Part:
    thinking = block.get("thinking")
    if thinking is not None and type(thinking) is not str:
        return opaque(block)
    return Reasoning(thinking or "", block, True, text_or_none(block.get("signature")), None, None, block.get("cache_control"))


def _read_redacted(block: Raw) -> Part:
    return Reasoning("", block, True, None, text_or_none(block.get("data")), None, block.get("cache_control"))


def read_tool_use(block: Raw) -> ToolCall:
    """The call of a tool_use block; its input stays what it is."""
    call_id, name = block.get("id"), block.get("name")
    if type(call_id) is not str:
        call_id = None
    if type(name) is not str:
        name = None
    return ToolCall(call_id, name, block.get("input"), block, True, call_id, None, None, False, block.get("cache_control"))


def _read_result(block: Raw) -> ToolResult:
    parts = read_blocks(block.get("content"))
    is_error = block.get("is_error") is True
    call_id = block.get("tool_use_id")
    if type(call_id) is not str:
        call_id = None
    return ToolResult(call_id, parts, block, True, None, is_error, is_made_up(parts), block.get("cache_control"))


def _read_server_call(block: Raw) -> ServerCall:
    return ServerCall(text_or_none(block.get("id")), text_or_none(block.get("name")), block, True, block.get("cache_control"), NAME)


def _read_server_result(block: Raw) -> ServerResult:
    return ServerResult(text_or_none(block.get("tool_use_id")), block, True, block.get("cache_control"), NAME)


def _read_media(block: Raw) -> Part:
    return read_media(block) or opaque(block)


READERS: dict[str, Callable[[Raw], Part]] = {
    "text": _read_text,
    "image": _read_media,
    "document": _read_media,
    "thinking": _read_thinking,
    "redacted_thinking": _read_redacted,
    "tool_use": read_tool_use,
    "tool_result": _read_result,
    "server_tool_use": _read_server_call,
    "mcp_tool_use": _read_server_call,
}
"""What reads a type of block. Types ending in `_tool_result` are results of the provider's tools; all others are opaque."""
