"""Schemas in the API's own form (`parameters`, `responseSchema`): a subset of OpenAPI, in which any other keyword is unknown.

Those in JSON Schema (`parametersJsonSchema`, `responseJsonSchema`) may hold any keyword.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from replayable.contracts.google_generative_ai import refusals
from replayable.contracts.google_generative_ai.spelling import held
from replayable.contracts.refusal import Found, Place
from replayable.facts.gemini_fields import SCHEMA_FIELDS
from replayable.model.values import Json

# A schema in the request: it, its place, and its path as the API spells it.
_Schema = tuple[Json, Place, str]


def check_schemas(payload: dict[str, Json], found: list[Found]) -> None:
    """Keywords that the API does not know, in every schema at any depth."""
    pending = [*_declared(payload), *_of_response(payload)]
    while pending:
        schema, place, path = pending.pop()
        if type(schema) is not dict:
            continue
        unknown = [key for key in schema if key not in SCHEMA_FIELDS and schema[key] is not None]
        found.extend(Found(refusals.UNKNOWN_FIELD, (*place, key), {"name": key, "at": path}) for key in unknown)
        pending.extend(_inside(schema, place, path))


def _declared(payload: dict[str, Json]) -> Iterator[_Schema]:
    tools = payload.get("tools")
    for index, tool in enumerate(tools if type(tools) is list else ()):
        key, functions = held(tool, "functionDeclarations") if type(tool) is dict else ("", None)
        for number, function in enumerate(functions if type(functions) is list else ()):
            for field in ("parameters", "response"):
                if type(function) is dict:
                    path = f"tools[{index}].function_declarations[{number}].{field}"
                    yield function.get(field), ("tools", index, key, number, field), path


def _of_response(payload: dict[str, Json]) -> Iterator[_Schema]:
    key, config = held(payload, "generationConfig")
    if type(config) is dict:
        field, schema = held(config, "responseSchema")
        yield schema, (key, field), "generation_config.response_schema"


def _inside(schema: dict[str, Json], place: Place, path: str) -> Iterator[_Schema]:
    """The schemas that a schema holds. An entry of a map is counted as one of a list is."""
    for key, value in schema.items():
        inner = f"{path}.{_snake(key)}"
        if key in ("properties", "defs") and type(value) is dict:
            yield from ((each, (*place, key, name), f"{inner}[{number}].value") for number, (name, each) in enumerate(value.items()))
        elif key in ("anyOf", "any_of") and type(value) is list:
            yield from ((each, (*place, key, number), f"{inner}[{number}]") for number, each in enumerate(value))
        elif key in ("items", "additionalProperties", "additional_properties"):
            yield value, (*place, key), inner


def _snake(key: str) -> str:
    return re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), key)
