"""A failed attempt of a model, taken apart: what has happened and what may still be superseded (openclaw storage specification 3)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replayable.model.values import Json

_CALLS = frozenset({"toolCall", "toolUse", "functionCall", "tool_call", "tool_use", "function_call"})
# Blocks that show nobody anything by themselves. Reasoning stays with the calls that it led to, but does not make a fact.
_TEXTS = frozenset({"text"})
_SILENT = _TEXTS | {"thinking", "redacted_thinking"}
# What tells of the error itself.
_OF_THE_ERROR = ("errorMessage", "errorCode", "errorType", "errorBody", "diagnostics")
_OF_THE_ROUTE = ("role", "api", "provider", "model", "timestamp")

_NO_COST = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0}
_NO_USAGE = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0, "cost": _NO_COST}


class Attempt(msgspec.Struct, frozen=True):
    """`fact`: the message to store at once, None where nothing happened that lasts. `waiting`: the message that is stored if the
    run fails; the usage is in one of the two only."""

    fact: dict[str, Json] | None
    waiting: dict[str, Json]


def is_failed(message: Json) -> bool:
    """The message is an attempt of a model that ended in an error. (One that somebody stopped is a turn like any other.)"""
    return isinstance(message, Mapping) and message.get("role") == "assistant" and message.get("stopReason") == "error"


def attempt_of(message: Mapping[str, Json]) -> Attempt:
    """What of a failed attempt is stored at once, and what waits."""
    blocks = _blocks(message)
    if not _has_facts(message, blocks):
        return Attempt(None, dict(message))
    return Attempt(_fact(message, blocks), _waiting(message, blocks))


def _blocks(message: Mapping[str, Json]) -> list[Json]:
    content = message.get("content")
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if isinstance(content, str) else []


def _has_facts(message: Mapping[str, Json], blocks: list[Json]) -> bool:
    return any(_kind(block) not in _SILENT for block in blocks) or _has_media(message)


def _has_media(message: Mapping[str, Json]) -> bool:
    """Files were stored with it, or delivered."""
    own, delivery = message.get("__openclaw"), message.get("openclawDelivery")
    kept = isinstance(own, Mapping) and any(key.startswith("media") and value for key, value in own.items())
    return kept or (isinstance(delivery, Mapping) and bool(delivery.get("mediaUrls")))


def _fact(message: Mapping[str, Json], blocks: list[Json]) -> dict[str, Json]:
    kept = [block for block in blocks if _kind(block) not in _TEXTS]
    stop = "toolUse" if any(_kind(block) in _CALLS for block in kept) else "stop"
    return {**{key: value for key, value in message.items() if key not in _OF_THE_ERROR}, "content": kept, "stopReason": stop}


def _waiting(message: Mapping[str, Json], blocks: list[Json]) -> dict[str, Json]:
    texts = [block for block in blocks if _kind(block) in _TEXTS]
    fields = {key: message[key] for key in (*_OF_THE_ROUTE, *_OF_THE_ERROR) if key in message}
    return {**fields, "content": texts, "usage": _zeroed(message["usage"]) if "usage" in message else _NO_USAGE, "stopReason": "error"}


def _kind(block: Json) -> str | None:
    kind = block.get("type") if isinstance(block, Mapping) else None
    return kind if isinstance(kind, str) else None


def _zeroed(usage: Json) -> Json:
    """The same fields with nothing counted."""
    if isinstance(usage, Mapping):
        return {key: _zeroed(value) for key, value in usage.items()}
    return 0 if isinstance(usage, int | float) and not isinstance(usage, bool) else usage
