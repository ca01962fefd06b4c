"""The fields of a Chat Completions message that hold reasoning ↔ Reasoning.

`reasoning_content` (DeepSeek, Kimi, GLM, vLLM), `reasoning` and `reasoning_details` (OpenRouter, vLLM, Groq), `reasoning_text` (GitHub
Copilot), `thinking_blocks` (LiteLLM: blocks of Anthropic's API); 2026-11.
"""

from __future__ import annotations

from replayable.formats.anthropic.blocks import READERS as BLOCK_READERS
from replayable.formats.anthropic.blocks import text_or_none
from replayable.formats.anthropic.blocks_write import write_block
from replayable.formats.openai_chat.fields import NAME
from replayable.model.parts import Opaque, Part, Reasoning
from replayable.model.values import Json, Raw

TEXT_FIELDS = ("reasoning_content", "reasoning", "reasoning_text")
DETAILS = "reasoning_details"
BLOCKS = "thinking_blocks"
FIELDS = (*TEXT_FIELDS, DETAILS, BLOCKS)

# Where the field is not known: the most common one.
DEFAULT_FIELD = "reasoning_content"


def read_reasoning(entry: Raw) -> list[Part]:
    """The reasoning of a message, in the order of `FIELDS`."""
    found: list[Part] = []
    for field in FIELDS:
        value = entry.get(field)
        if not value:
            continue
        if type(value) is str and field in TEXT_FIELDS:
            found.append(Reasoning(value, None, True, None, None, field))
        elif type(value) is list and field not in TEXT_FIELDS and (parts := _read_list(field, value)) is not None:
            found.extend(parts)
        else:
            found.append(Opaque(field, {field: value}, True, None, NAME))
    return found


def _read_list(field: str, values: list[Json]) -> list[Part] | None:
    """The reasoning of a list field; None where something in it is of no known kind."""
    found: list[Part] = []
    for value in values:
        part = _read_detail(value) if field == DETAILS else _read_block(value)
        if part is None:
            return None
        found.append(part)
    return found


def _read_detail(detail: Json) -> Reasoning | None:
    """One of OpenRouter's details: reasoning.text, reasoning.summary or reasoning.encrypted."""
    if type(detail) is not dict:
        return None
    text = text_or_none(detail.get("text")) or text_or_none(detail.get("summary")) or ""
    return Reasoning(text, detail, True, text_or_none(detail.get("signature")), text_or_none(detail.get("data")), DETAILS)


def _read_block(block: Json) -> Reasoning | None:
    kind = block.get("type") if type(block) is dict else None
    if kind not in ("thinking", "redacted_thinking"):
        return None
    part = BLOCK_READERS[kind](block)
    if type(part) is not Reasoning:
        return None
    return Reasoning(part.text, block, True, part.signature, part.redacted, BLOCKS, part.cache)


def write_reasoning(parts: list[Reasoning], own: bool) -> dict[str, Json]:
    """The fields of the reasoning, each with all of its parts."""
    fields: dict[str, list[Reasoning]] = {}
    for part in parts:
        fields.setdefault(_field_of(part), []).append(part)
    return {field: _write_field(field, held, own) for field, held in fields.items()}


def _field_of(part: Reasoning) -> str:
    """Encrypted reasoning has a place only among the details."""
    if part.field in (DETAILS, BLOCKS):
        return part.field or DETAILS
    if part.redacted is not None and not part.text:
        return DETAILS
    return part.field if part.field in TEXT_FIELDS else DEFAULT_FIELD


def _write_field(field: str, parts: list[Reasoning], own: bool) -> Json:
    if field == DETAILS:
        return [_write_detail(part, own) for part in parts]
    if field == BLOCKS:
        return [write_block(part, own) for part in parts]
    return "\n\n".join(part.text for part in parts)


def _write_detail(part: Reasoning, own: bool) -> Json:
    stored = part.raw if own and part.raw is not None else {}
    if stored and part.intact:
        return stored
    if part.redacted is not None:
        return {"type": "reasoning.encrypted", **stored, "data": part.redacted}
    key = "summary" if stored.get("type") == "reasoning.summary" else "text"
    detail: dict[str, Json] = {"type": "reasoning.text", **stored, key: part.text}
    return detail if part.signature is None else {**detail, "signature": part.signature}
