"""Holds values of a request against the shapes that an API takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from replayable.contracts.refusal import Place
from replayable.facts.shape import Kind, Shape
from replayable.model.values import Json

_TYPES: dict[Kind, frozenset[type]] = {
    "string": frozenset({str}),
    "integer": frozenset({int}),
    "number": frozenset({int, float}),
    "boolean": frozenset({bool}),
    "list": frozenset({list}),
    "object": frozenset({dict}),
}


class Misfit(msgspec.Struct, frozen=True, gc=False):
    """Something that does not fit: where, and what is wrong there.

    "type": another type than `wanted`. "unknown": an object has no field of that name. "missing": the field `wanted` is not there.
    "value": a text that is none of those taken. "members": not exactly one of the fields."""

    kind: Literal["type", "unknown", "missing", "value", "members"]
    place: Place
    wanted: str = ""
    shape: Shape | None = None


def misfits(value: Json, shape: Shape, place: Place) -> Iterator[Misfit]:
    """What does not fit in a value, outer things first; inside of something that is wrong nothing is looked at."""
    if shape.kind == "any" or (value is None and shape.null == "absent"):
        return
    if type(value) not in _TYPES[shape.kind]:
        if shape.instead is None:
            yield Misfit("type", place, shape.kind, shape)
        else:
            yield from misfits(value, shape.instead, place)
    elif type(value) is list and shape.items is not None:
        for index, item in enumerate(value):
            yield from misfits(item, shape.items, (*place, index))
    elif type(value) is str and shape.values and value not in shape.values:
        yield Misfit("value", place, value, shape)
    elif type(value) is dict:
        yield from _of_object(value, shape, place)


def _of_object(value: dict[str, Json], shape: Shape, place: Place) -> Iterator[Misfit]:
    if shape.tags is not None:
        yield from _of_tagged(value, shape, place)
        return
    if shape.fields is None:
        return
    for key in shape.required:
        if value.get(key) is None:
            yield Misfit("missing", place, key, shape)
    if shape.members == "one" and len(value) != 1:
        yield Misfit("members", place, "", shape)
        return
    for key, item in value.items():
        inner = shape.fields.get(key)
        if inner is None:
            yield Misfit("unknown", (*place, key), key, shape)
        elif item is not None or key not in shape.required:
            yield from misfits(item, inner, (*place, key))


def _of_tagged(value: dict[str, Json], shape: Shape, place: Place) -> Iterator[Misfit]:
    tag, tags = value.get("type"), shape.tags or {}
    inner = tags.get("" if tag is None else tag) if tag is None or type(tag) is str else None
    if inner is not None:
        yield from _of_object(value, inner, place)
    elif tag is None:
        yield Misfit("missing", place, "type", shape)
    elif type(tag) is not str:
        yield Misfit("type", (*place, "type"), "string", shape)
    elif shape.newer is None or shape.newer.search(tag) is None:
        yield Misfit("value", (*place, "type"), tag, shape)
