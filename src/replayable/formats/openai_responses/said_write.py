"""Parts of an assistant's turn → items of OpenAI's Responses API.

A part that still says what was stored is written as it was; an edited one is laid over it, unknown keys included.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from replayable.errors import CannotCarry
from replayable.formats.openai_chat.arguments import write_arguments
from replayable.formats.openai_responses.content import write_part
from replayable.formats.openai_responses.fields import LOCAL_CALLS, NAME
from replayable.formats.openai_responses.items import words_of
from replayable.formats.request import put
from replayable.model.parts import Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, sent_arguments
from replayable.model.values import Json, Raw
from replayable.signatures import split_ids, stored_item, text_mark


def write_said(parts: tuple[Part, ...], own: bool) -> list[Json]:
    """The items of an assistant's turn. Texts that stood in one message item stand in one again."""
    items: list[Json] = []
    texts: list[Text] = []
    for part in parts:
        if type(part) is Text and _is_content(part, own):
            if texts and (texts[0].signature != part.signature or not _share(part, own)):
                items.append(_write_texts(texts, own))
                texts = []
            texts.append(part)
            continue
        if texts:
            items.append(_write_texts(texts, own))
            texts = []
        items.append(write_item(part, own))
    return [*items, _write_texts(texts, own)] if texts else items


def _is_content(part: Text, own: bool) -> bool:
    """It is not stored as an item of its own."""
    return not (own and part.raw is not None and "role" in part.raw)


def _share(part: Text, own: bool) -> bool:
    """Texts may stand in one message item: it has an id, or it was stored as one of several."""
    return text_mark(part.signature).id is not None or (own and part.raw is not None)


def _write_texts(texts: list[Text], own: bool) -> Json:
    mark = text_mark(texts[0].signature)
    phase = {} if mark.phase is None else {"phase": mark.phase}
    if mark.id is None and len(texts) == 1 and texts[0].kind == "text" and (not own or texts[0].raw is None):
        return {"type": "message", "role": "assistant", "content": texts[0].words, **phase}
    known = {} if mark.id is None else {"id": mark.id, "status": "completed"}
    return {"type": "message", **known, "role": "assistant", "content": [write_part(text, own, "output_text") for text in texts], **phase}


def write_item(part: Part, own: bool) -> Json:
    """The item of one part. Raises CannotCarry."""
    raw = part.raw
    if own and raw is not None:
        return raw if part.intact else _WRITERS[type(part)](part, raw)
    writer = _WRITERS.get(type(part))
    if writer is None:
        raise CannotCarry(f"{NAME} has no place for a part of kind {type(part).__name__} in an assistant's turn; take it out first")
    return writer(part, {})


def _write_text(part: Text, stored: Raw) -> Json:
    """A message item that held this text alone. Without an id it is written as the plain message that needs none."""
    mark, content = text_mark(part.signature), stored.get("content")
    if mark.id is None and stored.get("id") is not None and _is_plain(part, content):
        content, stored = part.text, {key: value for key, value in stored.items() if key != "status"}
    elif type(content) is list and content and type(content[0]) is dict:
        content = [{**content[0], ("refusal" if part.kind == "refusal" else "text"): part.words}]
    else:
        content = part.words
    item = {**stored, "content": content}
    put(item, "id", mark.id)
    put(item, "phase", mark.phase)
    return item


def _is_plain(part: Text, content: Json) -> bool:
    if part.kind != "text" or type(content) is not list or type(content[0]) is not dict:
        return False
    return not content[0].get("annotations")


def _write_reasoning(part: Reasoning, stored: Raw) -> Json:
    """The stored item, or the one that the signature is the text of, which is all that the API goes by; else a new one."""
    if stored:
        return dict(stored) if words_of(stored) == part.text else {**stored, "summary": _summary(part)}
    known = stored_item(part.signature)
    if known is not None:
        return dict(known) if type(known.get("summary")) is list else {**known, "summary": _summary(part)}
    digest = hashlib.sha256(f"{part.text}\n{part.redacted}".encode("utf-8", "surrogatepass")).hexdigest()
    return {"type": "reasoning", "id": f"rs_{digest[:24]}", "summary": _summary(part)}


def _summary(part: Reasoning) -> Json:
    return [{"type": "summary_text", "text": part.text}] if part.text else []


def _write_call(part: ToolCall, stored: Raw) -> Json:
    call_id, own = (part.id, part.item) if stored or part.item is not None else split_ids(part.id)
    kind = stored.get("type")
    if kind in LOCAL_CALLS:
        item = {**stored, "call_id": call_id, LOCAL_CALLS[kind][0]: part.arguments}
    elif part.kind == "custom":
        given = part.arguments if type(part.arguments) is str else write_arguments(part.arguments)
        item = {"type": "custom_tool_call", **stored, "call_id": call_id, "name": part.name, "input": given}
    else:
        arguments = "{}" if part.arguments is None else write_arguments(sent_arguments(part), stored.get("arguments"))
        item = {"type": "function_call", **stored, "call_id": call_id, "name": part.name, "arguments": arguments}
    put(item, "id", own)
    return item


def _write_server(part: ServerCall | ServerResult | Opaque, stored: Raw) -> Json:  # noqa: ARG001
    if part.format != NAME:
        raise CannotCarry(f"{NAME} has no place for what only another provider knows; take it out first")
    return part.raw


_WRITERS: dict[type, Callable[[Any, Raw], Json]] = {
    Text: _write_text,
    Reasoning: _write_reasoning,
    ToolCall: _write_call,
    ServerCall: _write_server,
    ServerResult: _write_server,
    Opaque: _write_server,
}
