"""The service model of Bedrock's Converse in botocore judges requests, walked here: botocore's own validator ignores patterns, the most that
a list or a text may hold, and closed sets of values."""

from __future__ import annotations

import base64
import binascii
import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

import botocore  # type: ignore[import-untyped]
from botocore.loaders import Loader  # type: ignore[import-untyped]
from botocore.model import ServiceModel  # type: ignore[import-untyped]

from judges.verdict import Judge, Request, one_by_one

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "blob": (str,),  # base64 on the wire
    "boolean": (bool,),
    "integer": (int,),
    "long": (int,),
    "float": (int, float),
    "double": (int, float),
    "timestamp": (int, float, str),
    "structure": (dict,),
    "map": (dict,),
    "list": (list,),
}


def refusals(request: Request) -> Iterator[str]:
    """What the model refuses. `modelId` is part of the address."""
    yield from _faults({"modelId": "any", **request}, _input_shape(), "")


@functools.cache
def _input_shape() -> Any:
    return ServiceModel(Loader().load_service_model("bedrock-runtime", "service-2")).operation_model("Converse").input_shape


def _faults(value: Any, shape: Any, where: str) -> Iterator[str]:
    if shape.metadata.get("document"):
        return
    if type(value) not in TYPES[shape.type_name]:
        yield f"{where}: {type(value).__name__} for {shape.name} ({shape.type_name})"
        return
    if shape.type_name in WALKS:
        yield from WALKS[shape.type_name](value, shape, where)
    elif shape.type_name in ("integer", "long", "float", "double"):
        yield from _outside(value, shape, where)


def _of_structure(value: dict[str, Any], shape: Any, where: str) -> Iterator[str]:
    for key in shape.metadata.get("required", ()):
        if value.get(key) is None:
            yield f"{where}: {shape.name} without {key}"
    if shape.metadata.get("union") and len(value) != 1:
        yield f"{where}: {shape.name} takes exactly one of its members, not {sorted(value)}"
    for key, item in value.items():
        if key in shape.members:
            yield from _faults(item, shape.members[key], f"{where}/{key}")
        else:
            yield f"{where}/{key}: {shape.name} has no such member"


def _of_list(value: list[Any], shape: Any, where: str) -> Iterator[str]:
    yield from _outside(len(value), shape, where)
    for index, item in enumerate(value):
        yield from _faults(item, shape.member, f"{where}/{index}")


def _of_map(value: dict[str, Any], shape: Any, where: str) -> Iterator[str]:
    yield from _outside(len(value), shape, where)
    for key, item in value.items():
        yield from _faults(key, shape.key, f"{where}/{key}")
        yield from _faults(item, shape.value, f"{where}/{key}")


def _of_string(value: str, shape: Any, where: str) -> Iterator[str]:
    yield from _outside(len(value), shape, where)
    pattern, values = shape.metadata.get("pattern"), shape.metadata.get("enum")
    if pattern is not None and re.fullmatch(pattern, value) is None:
        yield f"{where}: {shape.name} does not match {pattern}"
    if values and value not in values:
        yield f"{where}: {value!r} is no {shape.name}"


def _of_blob(value: str, shape: Any, where: str) -> Iterator[str]:
    try:
        yield from _outside(len(base64.b64decode(value, validate=True)), shape, where)
    except (binascii.Error, ValueError) as error:
        yield f"{where}: no base64: {error}"


def _outside(number: float, shape: Any, where: str) -> Iterator[str]:
    least, most = shape.metadata.get("min"), shape.metadata.get("max")
    if least is not None and number < least:
        yield f"{where}: {shape.name} is less than {least}"
    if most is not None and number > most:
        yield f"{where}: {shape.name} is more than {most}"


WALKS: dict[str, Callable[[Any, Any, str], Iterator[str]]] = {
    "structure": _of_structure,
    "list": _of_list,
    "map": _of_map,
    "string": _of_string,
    "blob": _of_blob,
}

JUDGE = Judge(f"botocore {botocore.__version__}", one_by_one(refusals))
