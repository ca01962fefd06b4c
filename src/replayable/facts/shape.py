"""What a value of a request may be, as data: its type, the fields of an object and what each may hold in turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from replayable.on_demand import pattern

Kind = Literal["string", "integer", "number", "boolean", "list", "object", "any"]


class Shape(msgspec.Struct, frozen=True, gc=False):
    """A type, and what is inside.

    `fields`: of an object; None takes any. `required`: those that have to be there. `members`: "one" for an object that holds exactly one of its
    fields. `items`: what a list holds; None takes anything. `values`: the texts that are taken; empty for all. `tags`: for an object whose `type` says
    which fields it has: its shape by type; a type that fits `newer` is taken as it is. `instead`: another type that is taken as well.
    `null`: whether null counts as absent."""

    kind: Kind
    fields: Mapping[str, Shape] | None = None
    required: tuple[str, ...] = ()
    members: Literal["any", "one"] = "any"
    items: Shape | None = None
    values: frozenset[str] = frozenset()
    tags: Mapping[str, Shape] | None = None
    newer: re.Pattern[str] | None = None
    instead: Shape | None = None
    null: Literal["absent", "refused"] = "refused"


ANY = Shape("any", null="absent")
STRING = Shape("string")
INTEGER = Shape("integer")
NUMBER = Shape("number")
BOOLEAN = Shape("boolean")
OBJECT = Shape("object")
LIST = Shape("list")


def record(fields: Mapping[str, Shape], *required: str) -> Shape:
    """An object with just these fields."""
    return Shape("object", fields=MappingProxyType(dict(fields)), required=required)


def one_of(fields: Mapping[str, Shape]) -> Shape:
    """An object with exactly one of these fields."""
    return Shape("object", fields=MappingProxyType(dict(fields)), members="one")


def tagged(tags: Mapping[str, Shape], newer: str | None = None) -> Shape:
    """An object whose `type` says which fields it has."""
    return Shape("object", tags=MappingProxyType(dict(tags)), newer=None if newer is None else pattern(newer))


def list_of(items: Shape) -> Shape:
    """A list of such values."""
    return Shape("list", items=items)


def words(*values: str) -> Shape:
    """One of these texts."""
    return Shape("string", values=frozenset(values))


def either(first: Shape, other: Shape) -> Shape:
    """One of two types."""
    return msgspec.structs.replace(first, instead=other)


def or_null(shape: Shape) -> Shape:
    """The same, or null for nothing."""
    return msgspec.structs.replace(shape, null="absent")
