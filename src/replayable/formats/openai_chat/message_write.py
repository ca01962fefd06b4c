"""Message → messages of Chat Completions: each tool result is one of its own, and stands before what its message holds besides.

Raises CannotCarry for a part that has no place.
"""

from __future__ import annotations

import msgspec

from replayable.errors import CannotCarry
from replayable.formats.openai_chat.calls import is_of_old, write_call, write_function_call
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.parts_write import is_plain, write_content, write_part
from replayable.formats.openai_chat.reasoning import FIELDS, write_reasoning
from replayable.model.facts import RESULT
from replayable.model.parts import Media, Opaque, Part, Reasoning, Text, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json, Raw

# Fields that give parts; one whose parts are all gone goes too.
_GIVING = (*FIELDS, "refusal", "audio", "tool_calls", "function_call")


def write_message(message: Message, own: bool) -> list[Json]:
    """The messages that a message is here; one, unless it holds tool results."""
    if message.role == "tool" or message.facts & RESULT:
        return _write_results(message, own)
    if message.role == "" and len(message.parts) == 1:
        return [write_part(message.parts[0], own)]
    return [_write_parts(message, message.parts, own)]


# ---------------------------------------------------------------------------------------------- tool results
def _write_results(message: Message, own: bool) -> list[Json]:
    results = [part for part in message.parts if type(part) is ToolResult]
    rest = tuple(part for part in message.parts if type(part) is not ToolResult)
    stored = message.raw if own and message.role == "tool" and len(results) == 1 and type(message.raw) is dict else {}
    written = [_write_result(result, stored, own) for result in results]
    return [*written, _write_parts(message, rest, own)] if rest else written


def _write_result(result: ToolResult, stored: Raw, own: bool) -> Json:
    """Whether it is an error has no place here: its text says it."""
    if any(not _is_own(part, own) for part in result.parts):
        raise CannotCarry(f"{NAME} has no place for more than text in a tool result; take it out first")
    written: dict[str, Json] = {**stored, "role": "tool"}
    if result.call_id is None and stored.get("role") == "function":
        written["role"] = "function"
    elif result.call_id is not None:
        written["tool_call_id"] = result.call_id
    held = stored.get("content")
    written["content"] = _write_result_content(result, held, own)
    if result.cache is None or "cache_control" in stored:
        _lay_mark(written, result.cache)
    return written


def _is_own(part: Part, own: bool) -> bool:
    return type(part) is Text or (own and part.raw is not None) or (type(part) is Opaque and part.format == NAME)


def _write_result_content(result: ToolResult, held: Json, own: bool) -> Json:
    parts = list(result.parts)
    if not parts:
        return held if held in (None, [], "") and held is not None else ""
    if result.cache is not None and not own and type(last := parts[-1]) is Text and last.cache is None:
        parts[-1] = msgspec.structs.replace(last, cache=result.cache, intact=False)
    return write_content(parts, held, own)


def _lay_mark(written: dict[str, Json], cache: Json) -> None:
    if cache is None:
        written.pop("cache_control", None)
    else:
        written["cache_control"] = cache


# ---------------------------------------------------------------------------------------------- all other messages
def _write_parts(message: Message, parts: tuple[Part, ...], own: bool) -> Json:
    if not own and len(parts) == 1 and is_plain(parts[0]):
        return {"role": _role_of(message, own), "content": parts[0].words}  # type: ignore[union-attr]
    stored: Raw = message.raw if own and message.role != "tool" and type(message.raw) is dict else {}
    content, fields = _sorted(parts, own)
    written: dict[str, Json] = {**stored, "role": _role_of(message, own)}
    written["content"] = _content_of(content, fields, stored, own, message.role)
    for key in _GIVING:
        if key in fields:
            written[key] = fields[key]
        elif stored.get(key):
            del written[key]
    return _with_mark(written, content, stored)


def _role_of(message: Message, own: bool) -> str:
    if message.role == "tool":
        return "user"
    return "system" if message.role == "developer" and not own else message.role


def _sorted(parts: tuple[Part, ...], own: bool) -> tuple[list[Part], dict[str, Json]]:
    """The parts of the content, and the fields beside it."""
    content: list[Part] = []
    reasoning: list[Reasoning] = []
    calls: list[Json] = []
    fields: dict[str, Json] = {}
    for part in parts:
        kind = type(part)
        if kind is ToolCall:
            if is_of_old(part, own):  # type: ignore[arg-type]
                fields["function_call"] = write_function_call(part)  # type: ignore[arg-type]
            else:
                calls.append(write_call(part, own))  # type: ignore[arg-type]
        elif kind is Reasoning and not _stood_in_content(part, own):  # type: ignore[arg-type]
            reasoning.append(part)  # type: ignore[arg-type]
        elif _stood_in_field(part, own):
            fields.update(_write_field(part))
        else:
            content.append(part)
    fields.update(write_reasoning(reasoning, own))
    if calls:
        fields["tool_calls"] = calls
    return content, fields


def _stood_in_content(part: Reasoning, own: bool) -> bool:
    return own and part.field is None and part.raw is not None


def _stood_in_field(part: Part, own: bool) -> bool:
    """A part that was read from a field of its own, e.g. `refusal`."""
    return own and type(part) in (Text, Opaque) and type(part.raw) is dict and len(part.raw) == 1 and next(iter(part.raw)) in _GIVING


def _write_field(part: Part) -> dict[str, Json]:
    stored: dict[str, Json] = dict(part.raw or {})
    if part.intact or type(part) is not Text:
        return stored
    audio = stored.get("audio")
    return {"refusal": part.text} if audio is None else {"audio": {**audio, "transcript": part.text}}


def _content_of(parts: list[Part], fields: dict[str, Json], stored: Raw, own: bool, role: str) -> Json:
    """Where there is no content: what was stored of it if that is empty, null beside calls and refusals, else empty text."""
    if parts:
        return _marked_text(parts, stored) or write_content(parts, stored.get("content"), own)
    may_be_null = role == "assistant" and not fields.keys().isdisjoint(_NULL_BESIDE)
    if "content" in stored and not stored["content"] and (may_be_null or stored["content"] is not None):
        return stored["content"]
    return None if may_be_null else ""


_NULL_BESIDE = ("tool_calls", "function_call", "refusal", "audio")


def _marked_text(parts: list[Part], stored: Raw) -> Json:
    """The one text of a message that carries the cache mark itself."""
    if len(parts) == 1 and "cache_control" in stored and type(stored.get("content")) is str and type(part := parts[0]) is Text and part.kind == "text":
        return part.words
    return None


def _with_mark(written: dict[str, Json], content: list[Part], stored: Raw) -> dict[str, Json]:
    """A mark of the whole message stays as long as the last part has it and does not tell it itself."""
    if "cache_control" in stored:
        last = content[-1] if content else None
        cache = last.cache if type(last) in (Text, Media) else None  # type: ignore[union-attr]
        shown = written["content"][-1] if content and type(written["content"]) is list else None
        _lay_mark(written, None if type(shown) is dict and "cache_control" in shown else cache)
    return written
