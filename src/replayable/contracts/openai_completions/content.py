"""Checks of what a message says: content that is missing, null or empty, and the types of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from replayable.contracts.body import column_of
from replayable.contracts.openai_completions import refusals
from replayable.contracts.openai_completions.walk import Message, Walk, missing, wrong_type
from replayable.contracts.refusal import Found, Place, bracketed
from replayable.model.values import Json

# Types of parts by role (SDK openai 3.57.0, 2026-11).
_TEXT_ONLY = ("text",)
_PART_TYPES: Mapping[str, tuple[str, ...]] = MappingProxyType({"user": ("text", "image_url", "input_audio", "file"), "assistant": ("text", "refusal")})

# Types of other APIs, which no Chat server takes.
_FOREIGN = frozenset({"tool_use", "tool_result", "server_tool_use", "redacted_thinking", "input_image", "function_call", "function_response"})

_SAYS_ENOUGH = ("tool_calls", "function_call", "refusal", "audio")  # fields that stand for the content of an assistant message


def check_content(message: Message, role: str, index: int, walk: Walk) -> None:
    """Content that is no plain text, or none at all."""
    content, place = message.get("content"), ("messages", index, "content")
    if type(content) is list:
        if content:
            _check_parts(content, role, place, walk)
        elif not _refused_as_empty(message, role, index, walk):
            walk.found.append(Found(refusals.EMPTY_CONTENT, place, {"at": bracketed(place)}))
    elif content is None:
        if not _refused_as_empty(message, role, index, walk):
            _check_none(message, role, index, walk)
    elif type(content) is str:
        if not content:
            _refused_as_empty(message, role, index, walk)
    else:
        wrong_type(walk.found, place, "one of a string or array of objects", content)


def _check_none(message: Message, role: str, index: int, walk: Walk) -> None:
    if role == "assistant" and any(message.get(field) is not None for field in _SAYS_ENOUGH if field != "tool_calls" or message.get(field)):
        return
    words = walk.server.words
    fields: dict[str, str | int] = {"i": index, "at": f"messages[{index}].content"}
    if "content" in message:
        walk.found.append(Found(words.null_content, ("messages", index, "content"), fields))
    else:
        refusal = words.null_content if role == "assistant" and words.absent_content is refusals.MISSING_FIELD else words.absent_content
        walk.found.append(Found(refusal, ("messages", index), fields))


def _refused_as_empty(message: Message, role: str, index: int, walk: Walk) -> bool:
    """The server has its own word for empty messages, which holds for this one."""
    is_empty = walk.server.is_empty
    refusal = None if is_empty is None else is_empty(message, role)
    if refusal is not None:
        walk.found.append(Found(refusal, ("messages", index), {"i": index}))
    return refusal is not None


def _check_parts(parts: list[Json], role: str, place: Place, walk: Walk) -> None:
    listed = walk.server.listed if role in walk.server.listed_roles else None
    if listed is not None and all(type(part) is dict and part.get("type") == "text" for part in parts):
        walk.found.append(Found(listed, place, {"i": place[1], "column": column_of(walk.payload, place)}))
    for number, part in enumerate(parts):
        at = (*place, number)
        if type(part) is not dict:
            wrong_type(walk.found, at, "an object", part)
            continue
        kind = part.get("type")
        if kind == "text":
            if type(part.get("text")) is not str:
                missing(walk.found, at, "text")
        elif type(kind) is str:
            _check_kind(part, kind, role, at, walk)
        else:
            missing(walk.found, at, "type")


def _check_kind(part: Message, kind: str, role: str, at: Place, walk: Walk) -> None:
    supported, server = _PART_TYPES.get(role, _TEXT_ONLY), walk.server
    if kind == "image_url" and role != "user" and (server.parts is None or kind in server.parts):
        walk.found.append(Found(refusals.IMAGE_ROLE, at, {"at": bracketed(at[:2]), "role": role}))
    elif server.parts is not None and kind not in server.parts and server.words.part is not None:
        column = column_of(walk.payload, at)
        walk.found.append(Found(server.words.part, at, {"at": bracketed(at[:2]), "i": at[1], "role": role, "type": kind, "column": column}))
    elif kind in supported:
        if part.get(kind) is None:
            missing(walk.found, at, kind)
    elif server.first_party or kind in _FOREIGN:
        names = ", ".join(f"'{each}'" for each in supported)
        walk.found.append(Found(refusals.PART_TYPE, (*at, "type"), {"type": kind, "supported": names}))
