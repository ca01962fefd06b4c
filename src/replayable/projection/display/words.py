"""What of an assistant's turn is said to people: beside calls the words alone, and of answer and comments the answer."""

from __future__ import annotations

from replayable.formats.openclaw.spellings import CALL_TYPES
from replayable.model.values import Json, Raw, is_blank
from replayable.projection.display.texts import blocks_of, is_text, with_blocks
from replayable.records import decode

_FINAL = "final_answer"


def final(message: Raw) -> Raw | None:
    """The message with its final answer alone, where it tells one from comments; None where there are only comments."""
    blocks = blocks_of(message)
    if message.get("role") != "assistant" or has_calls(message):
        return message
    phases = [_phase_of(block) for block in blocks]
    if not any(phases):
        return message
    kept = [block for block, phase in zip(blocks, phases, strict=True) if not is_text(block) or phase == _FINAL]
    return with_blocks(message, kept) if any(map(is_text, kept)) else None


def spoken(message: Raw) -> Raw:
    """The message; where it says something beside its calls, its texts without marks and without blank ones."""
    blocks = blocks_of(message)
    if message.get("role") != "assistant" or not has_calls(message) or not any(is_text(block) and not is_blank(block["text"]) for block in blocks):
        return message
    return with_blocks(message, [_bare(block) for block in blocks if type(block) is dict and not (is_text(block) and is_blank(block["text"]))])


def has_calls(message: Raw) -> bool:
    """The model called a tool in this turn."""
    return any(type(block) is dict and type(kind := block.get("type")) is str and kind in CALL_TYPES for block in blocks_of(message))


def _bare(block: Raw) -> Json:
    return {key: value for key, value in block.items() if key != "textSignature"} if is_text(block) and "textSignature" in block else block


def _phase_of(block: Json) -> str | None:
    signature = block.get("textSignature") if type(block) is dict else None
    if type(signature) is not str or not signature.startswith("{"):
        return None
    try:
        value = decode(signature.encode("utf-8", "surrogatepass"))
    except ValueError:
        return None
    phase = value.get("phase") if type(value) is dict else None
    return phase if type(phase) is str else None
