"""Walks a JSON value along the type hints of an SDK, to the last block.

Pydantic reads `Iterable` fields only when they are asked for, and lets unknown keys of a TypedDict pass; here neither goes unseen.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin

import typing_extensions
from typing_extensions import is_typeddict

Hint = Any
WRAPPERS: tuple[Hint, ...] = (Required, NotRequired, Annotated)
SIMPLE: dict[Hint, tuple[type, ...]] = {str: (str,), int: (int,), float: (int, float), bool: (bool,), type(None): (type(None),)}


def faults(value: Any, hint: Hint, where: str = "") -> Iterator[str]:
    """What the type does not take of a value, each with a pointer to it."""
    hint = _unwrapped(hint)
    origin: Any = get_origin(hint)
    if hint in (Any, object):
        return
    if origin in (Union, types.UnionType):
        yield from _faults_of_union(value, get_args(hint), where)
    elif origin == Literal:
        if value not in get_args(hint):
            yield f"{where}: {value!r} is none of its values"
    elif is_typeddict(hint):
        yield from _faults_of_object(value, hint, where)
    elif origin is not None:
        yield from _faults_of_container(value, hint, where)
    elif type(value) not in SIMPLE.get(hint, ()):
        yield f"{where}: {type(value).__name__} for {getattr(hint, '__name__', hint)}"


def _faults_of_union(value: Any, hints: tuple[Hint, ...], where: str) -> Iterator[str]:
    """Those of the alternative that is meant: one of the value's own type, and of these the one with the fewest."""
    found: list[list[str]] = []
    for hint in hints:
        if _is_other(value, hint):
            continue
        found.append(list(faults(value, hint, where)))
        if not found[-1]:
            return
    yield from min(
        found, key=lambda each: (f"{where}: {type(value).__name__} for" in each[0], len(each)), default=[f"{where}: no alternative takes {_named(value)}"]
    )


def _is_other(value: Any, hint: Hint) -> bool:
    """The value says by its `type` or `role` that another alternative is meant."""
    if type(value) is not dict or not is_typeddict(hint):
        return False
    return any(key in value and value[key] not in allowed for key, allowed in _discriminators(hint).items())


@functools.cache
def _discriminators(hint: Hint) -> dict[str, tuple[Any, ...]]:
    fields = {key: _unwrapped(field) for key, field in _fields(hint).items() if key in ("type", "role")}
    return {key: get_args(field) for key, field in fields.items() if get_origin(field) is Literal}


def _unwrapped(hint: Hint) -> Hint:
    while any(get_origin(hint) is wrapper for wrapper in WRAPPERS):
        hint = get_args(hint)[0]
    return hint


@functools.cache
def _fields(hint: Hint) -> dict[str, Hint]:
    return typing_extensions.get_type_hints(hint, include_extras=True)


def _faults_of_object(value: Any, hint: Hint, where: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{where}: {type(value).__name__} for {hint.__name__}"
        return
    fields = _fields(hint)
    for key in sorted(hint.__required_keys__ - value.keys()):
        yield f"{where}: {hint.__name__} without {key}"
    for key, item in value.items():
        if key in fields:
            yield from faults(item, fields[key], f"{where}/{key}")
        else:
            yield f"{where}/{key}: {hint.__name__} has no such key"


def _faults_of_container(value: Any, hint: Hint, where: str) -> Iterator[str]:
    origin: Any = get_origin(hint)
    arguments = get_args(hint)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if type(value) is not dict:
            yield f"{where}: {type(value).__name__} for an object"
            return
        for key, item in value.items():
            yield from faults(item, arguments[1], f"{where}/{key}")
    elif type(value) is not list:
        yield f"{where}: {type(value).__name__} for a list"
    else:
        for index, item in enumerate(value):
            yield from faults(item, arguments[0], f"{where}/{index}")


def _named(value: Any) -> str:
    said = {key: value[key] for key in ("type", "role") if key in value} if type(value) is dict else {}
    return f"{type(value).__name__} {said or ''}".strip()
