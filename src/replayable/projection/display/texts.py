"""The texts of stored messages, read and rewritten. A message in which nothing changes comes back as the very same object."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from replayable.model.values import Json, Raw, is_blank

TEXT_TYPES = frozenset({"text", "input_text", "output_text"})
REASONING_TYPES = frozenset({"thinking", "redacted_thinking"})


def blocks_of(message: Raw) -> list[Json]:
    """The blocks of a message; none where its content is no list."""
    content = message.get("content")
    return content if type(content) is list else []


def is_text(block: Json) -> bool:
    """A block of words."""
    return type(block) is dict and type(kind := block.get("type")) is str and kind in TEXT_TYPES and type(block.get("text")) is str


def is_reasoning(block: Json) -> bool:
    """A block that only the model and its provider are meant to see."""
    return type(block) is dict and type(kind := block.get("type")) is str and kind in REASONING_TYPES


def texts_of(message: Raw) -> Iterator[str]:
    """Every text of a message: its content if it is one, the field `text` of older rows, and its blocks of words."""
    for whole in (message.get("content"), message.get("text")):
        if type(whole) is str:
            yield whole
    for block in blocks_of(message):
        if is_text(block):
            yield block["text"]


def is_wordless(message: Raw) -> bool:
    """No text of the message says anything."""
    return all(map(is_blank, texts_of(message)))


def with_texts(message: Raw, change: Callable[[str], str]) -> Raw:
    """The message with every text changed."""
    new: dict[str, Json] = {}
    for field in ("content", "text"):
        if type(whole := message.get(field)) is str and (changed := change(whole)) != whole:
            new[field] = changed
    if blocks := blocks_of(message):
        changed_blocks = [_with_text(block, change) for block in blocks]
        if any(one is not other for one, other in zip(blocks, changed_blocks, strict=True)):
            new["content"] = changed_blocks
    return {**message, **new} if new else message


def _with_text(block: Json, change: Callable[[str], str]) -> Json:
    if not is_text(block):
        return block
    text = change(block["text"])
    return block if text == block["text"] else {**block, "text": text}


def with_blocks(message: Raw, blocks: list[Json]) -> Raw:
    """The message with these blocks."""
    old = blocks_of(message)
    if len(old) == len(blocks) and all(one is other for one, other in zip(old, blocks, strict=True)):
        return message
    return {**message, "content": blocks}
