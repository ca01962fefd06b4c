"""The types of google-genai judge requests of generateContent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pydantic
from google.genai import types, version

from judges.verdict import Judge, Request, one_by_one

# Fields of a request that the SDK holds in its config under the same name.
CONFIG = ("safetySettings", "tools", "toolConfig", "cachedContent", "labels")


def refusals(request: Request) -> Iterator[str]:
    """What the types refuse. `model` is part of the address, and the request has no other fields than those here."""
    contents = request.get("contents")
    if type(contents) is not list:
        yield "/contents: no list"
    for index, content in enumerate(contents if type(contents) is list else ()):
        yield from _faults(types.Content, content, f"/contents/{index}")
    if request.get("systemInstruction") is not None:
        yield from _faults(types.Content, request["systemInstruction"], "/systemInstruction")
    config = {key: request[key] for key in CONFIG if key in request}
    yield from _faults(types.GenerateContentConfig, config, "")
    if request.get("generationConfig") is not None:
        yield from _faults(types.GenerationConfig, request["generationConfig"], "/generationConfig")
    for key in request.keys() - {*CONFIG, "contents", "systemInstruction", "generationConfig", "model"}:
        yield f"/{key}: a request has no such field"


def _faults(model: type[pydantic.BaseModel], value: Any, where: str) -> Iterator[str]:
    try:
        model.model_validate(value)
    except pydantic.ValidationError as error:
        for each in error.errors(include_url=False, include_input=False):
            yield f"{where}/{'/'.join(map(str, each['loc']))}: {each['msg']}"
    except (AttributeError, TypeError) as error:  # its enumerations expect texts
        yield f"{where}: {error}"


JUDGE = Judge(f"google-genai {version.__version__}", one_by_one(refusals))
