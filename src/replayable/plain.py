"""Python objects → plain JSON values of one's own: what a caller hands over is never kept, changed or given out.

Histories are often lists of dicts with objects of a provider's SDK among them (`{"role": "assistant", "content":
response.content}`, `messages.append(completion.choices[0].message)`). They tell their fields themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from replayable.errors import ReadError
from replayable.model import Json

_SCALARS = frozenset({str, int, float, bool, type(None), bytes})
_KEYS = frozenset({str})


def plain(value: Any) -> Json:
    """The value as dicts with string keys, lists, strings, numbers, booleans, None, and bytes as they are.

    Raises ReadError for an object that is none of these and does not tell its fields, and for a value that is nested too
    deep or holds itself."""
    try:
        return _plain(value)
    except RecursionError:
        raise ReadError("the history is nested too deep, or holds itself") from None


def is_plain(value: Any, levels: int) -> bool:
    """The value is a dict or a list of what JSON knows, of the very types that decoding gives, and nested in no more than so many levels."""
    kind = type(value)
    if kind is dict:
        if not _KEYS.issuperset(map(type, value)):
            return False
        value = value.values()
    elif kind is not list:
        return False
    for item in value:  # noqa: SIM110 - `all` takes longer, and this is asked for every row
        if type(item) not in _SCALARS and (levels <= 1 or not is_plain(item, levels - 1)):
            return False
    return True


def _plain(value: Any) -> Json:
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is dict:
        return {key if type(key) is str else _key(key): item if type(item) in _SCALARS else _plain(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [item if type(item) in _SCALARS else _plain(item) for item in value]
    return _unusual(value)


def _key(key: Any) -> str:
    if isinstance(key, str):
        return str.__str__(key)
    if key is None or isinstance(key, bool | int | float):
        return str(key)
    raise ReadError(f"a key of the history is of type {type(key).__name__}; keys are strings")


def _unusual(value: Any) -> Json:
    if isinstance(value, str):  # subclasses, such as the members of an enumeration
        return str.__str__(value)
    if isinstance(value, int | float):
        return int(value) if isinstance(value, int) else float(value)
    if isinstance(value, bytearray | memoryview):
        return bytes(value)
    if isinstance(value, Mapping):
        return _plain(dict(value))
    if isinstance(value, Sequence | Set):
        return [_plain(item) for item in value]
    return _plain(_fields_of(value))


def _fields_of(value: Any) -> Any:
    """What an object says of itself: pydantic models (the SDKs of OpenAI, Anthropic, Google, Mistral), dataclasses, and what has `to_dict`."""
    if callable(dump := getattr(value, "model_dump", None)):
        # Fields that nobody set are defaults of the SDK, not of the API: it leaves them out when sending, too.
        return dump(mode="json", by_alias=True, exclude_unset=True)
    import dataclasses  # few histories hold objects of classes

    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if callable(dump := getattr(value, "to_dict", None)) and not isinstance(value, type):
        return dump()
    raise ReadError(f"the history holds an object of type {type(value).__name__}, which is no JSON and does not tell its fields; hand over its dict")
