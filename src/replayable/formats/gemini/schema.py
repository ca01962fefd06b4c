"""Gemini's own form of a schema → JSON Schema.

`parameters` and `responseSchema` are an OpenAPI 3.0 subset: types in capitals, `nullable`, whole numbers as text (google-genai 3.6.1 `Schema`
and `Schema.json_schema`, 2026-11). The way back is not needed: `parametersJsonSchema` and `responseJsonSchema` take JSON Schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from replayable.formats.gemini.spelling import snake
from replayable.model.values import Json

_COUNTS = ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")
_RENAMED: Mapping[str, str] = MappingProxyType(
    {
        **{snake(key): key for key in (*_COUNTS, "anyOf", "additionalProperties", "propertyOrdering")},
        "defs": "$defs",
        "ref": "$ref",
    }
)
_ONE = frozenset({"items", "additionalProperties", "not"})
_LISTED = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_NAMED = frozenset({"properties", "$defs", "definitions"})


def json_schema(schema: Json) -> Json:
    """The schema as JSON Schema says it; what is JSON Schema already comes out equal."""
    if type(schema) is not dict:
        return schema
    found = {_RENAMED.get(key, key): value for key, value in schema.items() if value is not None}
    written = {key: _inner(key, value) for key, value in found.items() if key not in ("nullable", "propertyOrdering")}
    if found.get("nullable") is True and type(kind := written.get("type")) is str:
        written["type"] = [kind, "null"]
    return written


def left_out(schema: Json, path: str) -> dict[str, Json]:
    """What of a schema JSON Schema has no word for, by its path: the order in which properties are to be written."""
    if type(schema) is list:
        return {place: value for index, each in enumerate(schema) for place, value in left_out(each, f"{path}.{index}").items()}
    if type(schema) is not dict:
        return {}
    found: dict[str, Json] = {}
    for key, value in schema.items():
        if _RENAMED.get(key, key) == "propertyOrdering" and type(value) is list:
            found[f"{path}.{key}"] = value
        else:
            found |= left_out(value, f"{path}.{key}")
    return found


def _inner(key: str, value: Json) -> Json:
    if key == "type":
        return _type(value)
    if key in _COUNTS:
        return int(value) if type(value) is str and value.isdecimal() and len(value) < 10 else value
    if key in _ONE:
        return json_schema(value)
    if key in _LISTED and type(value) is list:
        return [json_schema(each) for each in value]
    if key in _NAMED and type(value) is dict:
        return {name: json_schema(each) for name, each in value.items()}
    return value


def _type(value: Json) -> Json:
    if type(value) is list:
        return [_type(each) for each in value]
    return value.lower() if type(value) is str else value
