"""Checks of one part of a content."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping

from replayable.contracts.google_generative_ai import refusals
from replayable.contracts.refusal import Found, Place
from replayable.facts.gemini_fields import DATA_FIELDS, NAME, PART_FIELDS
from replayable.model import Json
from replayable.synthetic import SKIPPED_SIGNATURE

_SHOWN = 60  # characters of a signature in the text of a refusal


def check_part(part: Json, index: int, number: int, takes_ids: bool, found: list[Found]) -> None:
    """One part, by itself."""
    place: Place = ("contents", index, "parts", number)
    at: dict[str, str | int] = {"i": index, "j": number}
    if type(part) is not dict:
        found.append(Found(refusals.WRONG_TYPE, place, {"at": f"contents[{index}].parts[{number}]", "expected": "an object"}))
        return
    for key in sorted(part.keys() - PART_FIELDS):
        found.append(Found(refusals.UNKNOWN_FIELD, (*place, key), {"name": key, "at": f"contents[{index}].parts[{number}]"}))
    held = [key for key in part if key in DATA_FIELDS and part[key] is not None]
    if len(held) != 1 or _says_nothing(part):
        found.append(Found(refusals.EMPTY_PART, place, at))
    call, response = first_of(part, "functionCall", "function_call"), first_of(part, "functionResponse", "function_response")
    if call is not None:
        _check_function(call, "function_call", place, takes_ids, found)
        if type(call) is dict and type(call.get("args")) not in (dict, type(None)):
            found.append(Found(refusals.ARGUMENTS_TYPE, place, at))
    if response is not None:
        _check_function(response, "function_response", place, takes_ids, found)
        if type(response) is dict and type(response.get("response")) is not dict:
            found.append(Found(refusals.RESPONSE_TYPE, place, at))
    _check_signature(first_of(part, "thoughtSignature", "thought_signature"), place, found)


def _says_nothing(part: Mapping[str, Json]) -> bool:
    """An empty text; one that carries a signature says that."""
    return part.get("text") == "" and not first_of(part, "thoughtSignature", "thought_signature")


def _check_function(held: Json, field: str, place: Place, takes_ids: bool, found: list[Found]) -> None:
    """A call or a response: its name and its id."""
    at: dict[str, str | int] = {"i": int(place[1]), "j": int(place[3]), "field": field}
    named = f"contents[{place[1]}].parts[{place[3]}].{field}"
    if type(held) is not dict:
        found.append(Found(refusals.WRONG_TYPE, place, {"at": named, "expected": "an object"}))
        return
    name = held.get("name")
    if type(name) is not str or not name:
        found.append(Found(refusals.NO_NAME, place, at))
    elif not re.fullmatch(NAME, name):
        found.append(Found(refusals.BAD_NAME, place, at))
    if held.get("id") is not None and not takes_ids:
        found.append(Found(refusals.VERTEX_ID, place, {"at": named}))


def _check_signature(signature: Json, place: Place, found: list[Found]) -> None:
    if signature is None or signature == SKIPPED_SIGNATURE or type(signature) is bytes:
        return
    if type(signature) is not str or not _is_base64(signature):
        fields: dict[str, str | int] = {"i": int(place[1]), "j": int(place[3]), "value": str(signature)[:_SHOWN]}
        found.append(Found(refusals.BAD_SIGNATURE, place, fields))


def _is_base64(text: str) -> bool:
    """Bytes as protobuf's JSON reads them: either alphabet, with or without padding."""
    plain = text.translate(str.maketrans("-_", "+/")).rstrip("=")
    try:
        b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        return False
    return True


def first_of(holder: Mapping[str, Json], *keys: str) -> Json:
    """The first value that is there under these keys."""
    return next((holder[key] for key in keys if holder.get(key) is not None), None)
