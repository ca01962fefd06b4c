"""Long texts, cut. Lengths are counted in UTF-16 units, as clients in browsers count them."""

from __future__ import annotations

from replayable.model.values import Json, Raw
from replayable.projection.display.texts import blocks_of, is_text, with_blocks

LONGEST = 8000
CUT = "\n...(truncated)..."
_MARK = {"truncated": True, "reason": "display-cap"}
_EMBEDDED = frozenset({"toolResult", "tool_result"})


def cut(message: Raw, longest: int) -> Raw:
    """The message with texts of at most so many units, and a mark in `__openclaw` where one was longer."""
    end = "" if message.get("role") == "toolResult" else CUT
    new = message
    if type(content := message.get("content")) is str:
        new = _with(new, "content", content, longest, end)
    elif blocks := blocks_of(message):
        new = with_blocks(message, [_cut_block(block, longest, end) for block in blocks])
    if type(text := message.get("text")) is str:
        new = _with(new, "text", text, longest, end)
    if new is message:
        return message
    own = message.get("__openclaw")
    return {**new, "__openclaw": {**(own if type(own) is dict else {}), **_MARK}}


def _cut_block(block: Json, longest: int, end: str) -> Json:
    if type(block) is not dict:
        return block
    if is_text(block):
        return _with(block, "text", block["text"], longest, end)
    if type(thought := block.get("thinking")) is str:
        return _with(block, "thinking", thought, longest, end)
    if type(kind := block.get("type")) is str and kind in _EMBEDDED and type(block.get("content")) is list:
        inner = [_cut_block(each, longest, "") for each in block["content"]]
        return block if all(one is other for one, other in zip(inner, block["content"], strict=True)) else {**block, "content": inner}
    return block


def _with(holder: Raw, field: str, text: str, longest: int, end: str) -> Raw:
    short = _shortened(text, longest)
    return holder if short is text else {**holder, field: short + end}


def _shortened(text: str, longest: int) -> str:
    """The text itself, or its beginning; no character is cut in two."""
    if len(text) * 2 <= longest:
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) <= longest * 2:
        return text
    kept = units[: longest * 2]
    if 0xD8 <= kept[-1] <= 0xDB:
        kept = kept[:-2]
    return kept.decode("utf-16-le", "surrogatepass")
