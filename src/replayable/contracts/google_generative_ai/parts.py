"""Checks of one part of a content."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping

import msgspec

from replayable.contracts.google_generative_ai import refusals
from replayable.contracts.google_generative_ai.fields import check_data_fields, check_inner_fields
from replayable.contracts.google_generative_ai.images import check_image
from replayable.contracts.google_generative_ai.spelling import held
from replayable.contracts.refusal import Found, Place
from replayable.facts.gemini_fields import DATA_FIELDS, NAME, PART_FIELDS
from replayable.model.values import Json
from replayable.on_demand import pattern
from replayable.synthetic import SKIPPED_SIGNATURE

_SHOWN = 60  # characters of a value in the text of a refusal


class Server(msgspec.Struct, frozen=True):
    """Who is asked: whether calls may have ids there, and whether it is Vertex AI, which has words of its own for some mistakes."""

    takes_ids: bool
    is_vertex: bool


def check_part(part: Json, index: int, number: int, server: Server, found: list[Found]) -> None:
    """One part, by itself."""
    if type(part) is dict and len(part) == 1 and type(words := part.get("text")) is str and words:
        return  # most parts are this
    place: Place = ("contents", index, "parts", number)
    if type(part) is not dict:
        found.append(Found(refusals.WRONG_TYPE, place, {"at": f"contents[{index}].parts[{number}]", "expected": "an object"}))
        return
    if not part.keys() <= PART_FIELDS:
        for key in sorted(part.keys() - PART_FIELDS):
            found.append(Found(refusals.UNKNOWN_FIELD, (*place, key), {"name": key, "at": f"contents[{index}].parts[{number}]"}))
    kinds = [key for key in part if key in DATA_FIELDS and part[key] is not None]
    empty = _says_nothing(part)
    if len(kinds) != 1 or empty:
        refusal = refusals.VERTEX_EMPTY_TEXT if server.is_vertex and empty else refusals.EMPTY_PART
        found.append(Found(refusal, place, {"i": index, "j": number}))
    for kind in kinds:
        _check_kind(kind, part[kind], place, server, found)
    key, signature = held(part, "thoughtSignature")
    if signature is not None:
        _check_signature(signature, (*place, key), found)


def _says_nothing(part: Mapping[str, Json]) -> bool:
    """An empty text; one that carries a signature says that."""
    return part.get("text") == "" and not held(part, "thoughtSignature")[1]


def _check_kind(kind: str, value: Json, place: Place, server: Server, found: list[Found]) -> None:
    if kind == "text":
        if type(value) is not str:
            found.append(Found(refusals.WRONG_TYPE, (*place, kind), {"at": f"contents[{place[1]}].parts[{place[3]}].text", "expected": "TYPE_STRING"}))
    elif kind in ("functionCall", "function_call"):
        _check_call(value, (*place, kind), server, found)
    elif kind in ("functionResponse", "function_response"):
        _check_response(value, (*place, kind), server, found)
    elif kind in ("inlineData", "inline_data"):
        check_data_fields(value, (*place, kind), found)
        check_image(value, (*place, kind), found)


def _check_call(call: Json, place: Place, server: Server, found: list[Found]) -> None:
    if _is_function(call, "function_call", place, server, found) and type(call.get("args")) not in (dict, type(None)):
        found.append(Found(refusals.ARGUMENTS_TYPE, (*place, "args"), {"i": place[1], "j": place[3], "value": _shown(call["args"])}))


def _check_response(response: Json, place: Place, server: Server, found: list[Found]) -> None:
    if not _is_function(response, "function_response", place, server, found) or type(response.get("response")) is dict:
        return
    refusal = refusals.RESPONSE_LIST if type(response.get("response")) is list else refusals.RESPONSE_TYPE
    where = (*place, "response") if "response" in response else place
    found.append(Found(refusal, where, {"i": place[1], "j": place[3], "value": _shown(response.get("response"))}))


def _is_function(value: Json, field: str, place: Place, server: Server, found: list[Found]) -> bool:
    """A call or a response is an object; its name and its id are checked."""
    if type(value) is not dict:
        found.append(Found(refusals.WRONG_TYPE, place, {"at": _named(place, field), "expected": "an object"}))
        return False
    check_inner_fields(value, field, place, found)
    name = value.get("name")
    where = (*place, "name") if "name" in value else place
    if type(name) is not str or not name:
        found.append(Found(refusals.NO_NAME, where, {"i": place[1], "j": place[3], "field": field}))
    elif _NAME.fullmatch(name) is None:
        found.append(Found(refusals.BAD_NAME, where, {"at": _named(place, field)}))
    if value.get("id") is not None and not server.takes_ids:
        found.append(Found(refusals.VERTEX_ID, (*place, "id"), {"at": _named(place, field)}))
    return True


def _named(place: Place, field: str) -> str:
    return f"contents[{place[1]}].parts[{place[3]}].{field}"


def _check_signature(signature: Json, place: Place, found: list[Found]) -> None:
    if signature == SKIPPED_SIGNATURE or type(signature) is bytes:
        return
    if type(signature) is not str or not _is_base64(signature):
        fields: dict[str, str | int] = {"i": place[1], "j": place[3], "value": str(signature)[:_SHOWN]}
        found.append(Found(refusals.BAD_SIGNATURE, place, fields))


def _is_base64(text: str) -> bool:
    """Bytes as protobuf's JSON reads them: either alphabet, with or without padding."""
    plain = text.translate(_STANDARD).rstrip("=")
    try:
        b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        return False
    return True


def _shown(value: Json) -> str:
    """A value as the text of a refusal quotes it."""
    try:
        return json.dumps(value, ensure_ascii=False)[:_SHOWN]
    except (TypeError, ValueError, RecursionError):
        return str(type(value).__name__)


_NAME = pattern(NAME)
_STANDARD = str.maketrans("-_", "+/")
