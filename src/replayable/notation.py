"""Parts and messages as small JSON values: the words in which changes are reported and the rules' pages are written.

    {"role": "assistant", "parts": [{"text": "Let me look."}, {"call": "c1", "name": "f", "arguments": {}}]}
    {"role": "tool", "parts": [{"result": "c1", "parts": [{"text": "12 C"}]}]}

The first key of a part tells its kind: text, refusal, reasoning, call, result, image (document, audio, video, file: the media
type), server-call, server-result, opaque. What has its default value is left out. A message with fields that only some APIs
take also tells its stored object (`raw`); `borrowed`: its parts are stored in another API's form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from replayable.model.building import message
from replayable.model.facts import ANNOTATED, ODD_FIELD, OWN_FIELD, SILENT, SUSPECT_TEXT
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult, sent_arguments
from replayable.model.transcript import Message, Meta
from replayable.model.values import Json

_MEDIA = ("image", "document", "audio", "video", "file")


def part_as_json(part: Part) -> Json:
    """The part in notation. Base64 data is told by its length, so that reports stay readable."""
    return _WRITERS[type(part)](part)


def message_as_json(each: Message) -> Json:
    """The message in notation: role, parts, and what is known of where it came from."""
    value: dict[str, Json] = {"role": each.role, "parts": [part_as_json(part) for part in each.parts]}
    if each.intact and not all(part.intact for part in each.parts):
        value["borrowed"] = True
    if each.kind != "message":
        value["kind"] = each.kind
    if each.meta is not None:
        meta = {key: item for key, item in msgspec.structs.asdict(each.meta).items() if item is not None and item is not False}
        if meta:
            value["meta"] = meta
    if each.facts & (ODD_FIELD | OWN_FIELD) and each.raw is not None:
        value["raw"] = each.raw
    return value


def message_from_json(value: Mapping[str, Any], origin: int | None = None) -> Message:
    """The message that a line of notation tells. Raises ValueError on a part of no known kind."""
    parts = tuple(part_from_json(part) for part in value.get("parts", ()))
    meta = Meta(**value["meta"]) if "meta" in value else None
    if value.get("borrowed"):
        parts = tuple(msgspec.structs.replace(part, intact=False) for part in parts)
    scan = SUSPECT_TEXT | SILENT | ANNOTATED | (ODD_FIELD | OWN_FIELD if "raw" in value or "borrowed" in value else 0)
    return message(value["role"], parts, origin, value.get("raw"), meta, scan, value.get("kind", "message"))


def part_from_json(value: Mapping[str, Any]) -> Part:
    """The part that a notation tells. Raises ValueError on no known kind."""
    kind = next(iter(value))
    rest = {key: item for key, item in value.items() if key != kind}
    if kind == "text":
        return Text(value[kind], **rest)
    if kind == "refusal":
        return Text(value[kind], kind="refusal", **rest)
    if kind == "reasoning":
        return Reasoning(value[kind], **rest)
    if kind == "call":
        return ToolCall(
            value[kind],
            rest.pop("name", None),
            rest.pop("arguments", None),
            rest.pop("raw", None),
            stored_id=rest.pop("stored_id", value[kind]),
            kind=rest.pop("kind", "function"),
            **rest,
        )
    if kind == "result":
        parts = tuple(part_from_json(part) for part in rest.pop("parts", ()))
        return ToolResult(value[kind], parts, is_error=rest.pop("error", False), **rest)
    if kind in _MEDIA:
        return Media(kind, media_type=value[kind], **rest)  # type: ignore[arg-type]
    if kind == "server-call":
        return ServerCall(value[kind], rest.pop("name", None), **rest)
    if kind == "server-result":
        return ServerResult(value[kind], **rest)
    if kind == "opaque":
        return Opaque(value[kind], **rest)
    raise ValueError(f"no part is of kind {kind!r}")


def _with(value: dict[str, Json], **fields: Json) -> Json:
    for key, item in fields.items():
        if item is not None and item is not False:
            value[key] = item
    return value


def _text(part: Text) -> Json:
    return _with({part.kind: part.text}, signature=part.signature, cache=part.cache)


def _reasoning(part: Reasoning) -> Json:
    return _with({"reasoning": part.text}, signature=part.signature, redacted=part.redacted, field=part.field, cache=part.cache)


def _call(part: ToolCall) -> Json:
    value = _with(
        {"call": part.id, "name": part.name, "arguments": sent_arguments(part)},
        partial=part.partial,
        signature=part.signature,
        deferred=part.deferred,
        cache=part.cache,
    )
    return _with(value, kind=part.kind if part.kind != "function" else None, stored_id=part.stored_id if part.stored_id != part.id else None, item=part.item)


def _result(part: ToolResult) -> Json:
    value = {"result": part.call_id, "parts": [part_as_json(inner) for inner in part.parts]}
    return _with(value, name=part.name, error=part.is_error, synthetic=part.synthetic, cache=part.cache)


def _media(part: Media) -> Json:
    size = f"{len(part.data)} characters of base64" if part.data is not None else None
    return _with({part.kind: part.media_type}, data=size, url=part.url, file_id=part.file_id, name=part.name, cache=part.cache, detail=part.detail)


def _server_call(part: ServerCall) -> Json:
    return _with({"server-call": part.id}, name=part.name, cache=part.cache, raw=part.raw)


def _server_result(part: ServerResult) -> Json:
    return _with({"server-result": part.call_id}, cache=part.cache, raw=part.raw)


def _opaque(part: Opaque) -> Json:
    return {"opaque": part.kind, "raw": part.raw}


_WRITERS: dict[type, Any] = {
    Text: _text,
    Reasoning: _reasoning,
    ToolCall: _call,
    ToolResult: _result,
    Media: _media,
    ServerCall: _server_call,
    ServerResult: _server_result,
    Opaque: _opaque,
}
