"""Blocks of an openclaw message → parts. Every block becomes one part and stays with it; nothing is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from replayable import records, synthetic
from replayable.formats.openclaw.spellings import (
    CALL_IDS,
    CALL_SIGNATURES,
    CALL_TYPES,
    MEDIA_TYPES,
    MEDIA_URLS,
    NAME,
    REASONING_SIGNATURES,
    RESULT_IDS,
    RESULT_TYPES,
    WIRE_FIELDS,
)
from replayable.model.parts import Media, Opaque, Part, Reasoning, Text, ToolCall, ToolResult
from replayable.model.values import Json, Raw, is_blank
from replayable.words import says_more

Reader = Callable[[Raw], Part | None]
Readers = Mapping[str, Reader]


def read_parts(content: Json, readers: Readers) -> tuple[Part, ...]:
    """The parts of a content: a list of blocks, or (older rows) a text, a single block, or nothing."""
    if type(content) is list:
        if len(content) == 1:  # as nearly always
            return (_read_block(content[0], readers),)
        return tuple([_read_block(block, readers) for block in content])
    if type(content) is str:
        return (Text(content),)
    if content is None:
        return ()
    return (_read_block(content, readers),)


def _read_block(block: Json, readers: Readers) -> Part:
    if type(block) is dict:
        kind = block.get("type")
        if type(kind) is str and (reader := readers.get(kind)) is not None:
            part = reader(block)
            if part is not None:
                return part
    return opaque(block)


def opaque(value: Json) -> Opaque:
    """The part for what is not known here. A block's kind is its type; of other values their own."""
    kind = value.get("type") if type(value) is dict else type(value).__name__
    return Opaque(kind if type(kind) is str else "", value, True, None, NAME)


# ---------------------------------------------------------------------------------------------- one kind each
def _text(block: Raw) -> Part | None:
    text = block.get("text")
    if type(text) is not str:
        return None if text is not None or says_more(block, ("textSignature",)) else Text("", block)
    if len(block) == 2:  # nothing but this and the type, as nearly always
        return Text(text, block)
    signature = block.get("textSignature")
    return Text(text, block, True, signature if type(signature) is str else None)


def _thinking(block: Raw) -> Part | None:
    text = block.get("thinking")
    if type(text) is not str:
        if text is not None:
            return None
        text = ""
    signature = _reasoning_signature(block)
    if block.get("redacted") is True:
        return Reasoning(text, block, True, None, signature)
    if signature in WIRE_FIELDS:
        return Reasoning(text, block, True, None, None, signature)
    return Reasoning(text, block, True, signature, spelled=_spelled(block, signature))


def _redacted_thinking(block: Raw) -> Part:
    """The encrypted data; in some rows they stand where a signature does."""
    data = block.get("data")
    if type(data) is str and not is_blank(data):
        return Reasoning("", block, True, None, data)
    signature = _reasoning_signature(block)
    return Reasoning("", block, True, None, data if signature is None and type(data) is str else signature)


def _reasoning_signature(block: Raw) -> str | None:
    """The first signature under any spelling. One of OpenAI's, a reasoning item, may be an object instead of its text."""
    for key in REASONING_SIGNATURES:
        value = block.get(key)
        if type(value) is str:
            return value
        if type(value) is dict:
            return records.encode(value).decode()
    return None


def _spelled(block: Raw, signature: str | None) -> Literal["text", "object"]:
    """Whether the signature stands in the block as it is, or as the object that it is the text of."""
    if signature is None or not signature.startswith("{") or any(block.get(key) == signature for key in REASONING_SIGNATURES):
        return "text"
    return "object"


def _tool_call(block: Raw) -> Part:
    name, arguments = block.get("name"), block.get("arguments")
    if arguments is None:
        arguments = block.get("input")
    if type(name) is not str:
        name = None
    call_id = block.get("id")
    if type(call_id) is not str or not call_id:
        call_id = first_string(block, CALL_IDS)
    elif len(block) == 4 and name is not None and arguments is not None:  # nothing but these and the type, as nearly always
        return ToolCall(call_id, name, arguments, block, True, call_id)
    partial = block.get("partialJson")
    signature = first_string(block, CALL_SIGNATURES)
    return ToolCall(call_id, name, arguments, block, True, call_id, partial if type(partial) is str else None, signature, block.get("async") is True)


def _embedded_result(block: Raw) -> Part:
    is_error = bool(block.get("isError") or block.get("is_error")) or block["type"] == "tool_result_error"
    content = block.get("content")
    parts = read_parts(block.get("output") if content is None else content, IN_RESULTS)
    call_id = first_string(block, RESULT_IDS) or first_string(block, ("id",))
    return ToolResult(call_id, parts, block, True, first_string(block, ("toolName", "name")), is_error, is_made_up(block, parts, is_error))


def is_made_up(holder: Raw, parts: tuple[Part, ...], is_error: bool) -> bool:
    """A result that stands in for one that was never stored: our fixed text says it alone, openclaw's mark and older text where
    it is an error."""
    for part in parts:
        if type(part) is Text and part.words == synthetic.TEXT:
            return True
    return is_error and (synthetic.has_mark(holder.get("details")) or any(synthetic.is_known_text(part.text) for part in parts if type(part) is Text))


def _media(kind: Literal["image", "document", "audio", "video", "file"]) -> Reader:
    def read(block: Raw) -> Part | None:
        data, url = first_string(block, ("data",)) or None, first_string(block, MEDIA_URLS) or None
        if data is None and url is None:
            return None
        return Media(kind, block, True, first_string(block, MEDIA_TYPES), data, url, None, first_string(block, ("name", "fileName")))

    return read


def first_string(block: Raw, keys: Iterable[str]) -> str | None:
    """The first value under these keys that is a text with something in it; else the first that is an empty one."""
    empty = None
    for key in keys:
        value = block.get(key)
        if type(value) is str:
            if value:
                return value
            empty = value
    return empty


_WORDS: dict[str, Reader] = {"text": _text, "input_text": _text, "output_text": _text}
_MEDIA: dict[str, Reader] = {
    "image": _media("image"),
    "audio": _media("audio"),
    "video": _media("video"),
    "document": _media("document"),
    "file": _media("file"),
    "attachment": _media("file"),
}
IN_RESULTS: Readers = {**_WORDS, **_MEDIA}
IN_USER_TURNS: Readers = {**_WORDS, **_MEDIA, **dict.fromkeys(RESULT_TYPES, _embedded_result)}
IN_ASSISTANT_TURNS: Readers = {
    **_WORDS,
    **_MEDIA,
    **dict.fromkeys(CALL_TYPES, _tool_call),
    "thinking": _thinking,
    "redacted_thinking": _redacted_thinking,
}
