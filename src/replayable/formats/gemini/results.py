"""`functionResponse` of Gemini ↔ ToolResult.

The response is an object. "Use "output" key to specify function output and "error" key to specify error details" (google-genai 3.6.1,
2026-11); its automatic function calling writes "result". Media stand beside it in `parts`, since Gemini 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from replayable.errors import CannotCarry
from replayable.formats.anthropic.blocks import is_made_up
from replayable.formats.gemini.media import read_file, read_inline, write_media
from replayable.formats.gemini.spelling import NAME, spelled
from replayable.formats.request import put
from replayable.model.facts import CALL, RESULT
from replayable.model.parts import Media, Opaque, Part, Text, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json, Raw
from replayable.records import encode

_OUTPUTS = ("output", "result")
_MEDIA: dict[str, Callable[[Json, Raw], Media | None]] = {
    "inlineData": read_inline,
    "inline_data": read_inline,
    "fileData": read_file,
    "file_data": read_file,
}


def read_result(held: Json, part: Raw) -> ToolResult | None:
    """The result that a function response is; None where it is no object."""
    if type(held) is not dict:
        return None
    call_id, name = held.get("id"), held.get("name")
    media = _read_media(held.get("parts"))
    parts, is_error = _read_response(held.get("response"))
    if media:
        parts = media if held.get("response") in ({}, None) else (*parts, *media)
    return ToolResult(
        call_id if type(call_id) is str else None,
        parts,
        part,
        True,
        name if type(name) is str else None,
        is_error,
        is_made_up(parts),
    )


def _read_response(response: Json) -> tuple[tuple[Part, ...], bool]:
    """The words of a response, and whether they tell of an error. An object of the tool's own is its JSON text."""
    if type(response) is dict and len(response) == 1:
        ((key, value),) = response.items()
        if key == "error":
            return (Text(value if type(value) is str else json_text(value)),), True
        if key in _OUTPUTS and type(value) is str:
            return (Text(value),), False
    if response is None:
        return (), False
    return (Text(response if type(response) is str else json_text(response)),), False


def json_text(value: Json) -> str:
    """The value as compact JSON."""
    return encode(value).decode("utf-8")


def _read_media(parts: Json) -> tuple[Part, ...]:
    return tuple([_read_inner(part) for part in parts]) if type(parts) is list else ()


def _read_inner(part: Json) -> Part:
    for key, value in part.items() if type(part) is dict else ():
        if key in _MEDIA and (media := _MEDIA[key](value, part)) is not None:
            return media
    return Opaque("", part, True, None, NAME)


def write_result(part: ToolResult, stored: Raw, name: str | None) -> dict[str, Json]:
    """The part of a tool result, laid over a stored one. `name`: the called function's, which a new one is told by."""
    key = spelled(stored, "functionResponse")
    before = read_result(stored.get(key), stored)
    return {"functionResponse": _new(part, name)} if before is None else {**stored, key: _laid(part, before, stored[key])}


def _new(part: ToolResult, name: str | None) -> dict[str, Json]:
    held: dict[str, Json] = {"id": part.call_id} if part.call_id else {}
    held["name"] = name or part.name or ""
    _lay_content(held, part)
    return held


def _laid(part: ToolResult, before: ToolResult, stored: Raw) -> dict[str, Json]:
    """The stored response with what changed. One that was no object becomes one, around the value as it was."""
    held = dict(stored)
    if before.call_id != part.call_id:
        put(held, "id", part.call_id or None)
    if before.name != part.name:
        held["name"] = part.name or ""
    if before.parts != part.parts or before.is_error != part.is_error:
        _lay_content(held, part)
    elif type(held.get("response")) is not dict:
        held["response"] = {"output": held.get("response")}
    return held


def _lay_content(held: dict[str, Json], part: ToolResult) -> None:
    held["response"] = _write_response(part)
    media = [_write_inner(inner) for inner in part.parts if type(inner) is not Text]
    put(held, "parts", media or None)


def _write_response(part: ToolResult) -> dict[str, Json]:
    """Several texts are one, with a blank line between them; media alone need no words."""
    texts = [inner.text for inner in part.parts if type(inner) is Text]
    if part.parts and not texts and not part.is_error:
        return {}
    return {"error" if part.is_error else "output": "\n\n".join(texts)}


def _write_inner(inner: Part) -> Json:
    if type(inner) is Media:
        return inner.raw if inner.intact and inner.raw is not None and _is_medium(inner.raw) else write_media(inner, {})
    if type(inner) is Opaque and inner.format == NAME:
        return inner.raw
    raise CannotCarry(f"{NAME} has no place for {type(inner).__name__} in a tool result; take it out first")


def _is_medium(raw: Raw) -> bool:
    return any(key in raw for key in _MEDIA)


def called_names(messages: Iterable[Message]) -> dict[int, str]:
    """For each result (by `id()`) the name of the called function: of the call with its id, else of the next call of the turn without one."""
    names: dict[int, str] = {}
    by_id: dict[str, str] = {}
    waiting: list[str] = []
    for message in messages:
        if message.facts & CALL:
            calls = [part for part in message.parts if type(part) is ToolCall]
            by_id.update((call.id, call.name) for call in calls if call.id and call.name)
            waiting = [call.name or "" for call in calls if not call.id]
        if message.facts & RESULT:
            names.update((id(part), _called_name(part, by_id, waiting)) for part in message.parts if type(part) is ToolResult)
    return names


def _called_name(result: ToolResult, by_id: Mapping[str, str], waiting: list[str]) -> str:
    if result.call_id:
        return by_id.get(result.call_id) or result.name or ""
    if not waiting:
        return result.name or ""
    return waiting.pop(waiting.index(result.name) if result.name in waiting else 0) or result.name or ""
