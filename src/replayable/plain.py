"""Python objects → plain JSON values of one's own: what a caller hands over is never kept, changed or given out.

Histories are often lists of dicts with objects of a provider's SDK among them (`{"role": "assistant", "content":
response.content}`, `messages.append(completion.choices[0].message)`). They tell their fields themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from replayable.errors import ReadError
from replayable.model.values import Json

_SCALARS = frozenset({str, int, float, bool, type(None), bytes})
_AS_THEY_ARE = _SCALARS - {int}
_KEYS = frozenset({str})

# Fewer bits are written in any case: Python never limits decimal texts to fewer than 640 digits.
_FEW_BITS = 2048


def plain(value: Any) -> Json:
    """The value as dicts with string keys, lists, strings, numbers, booleans, None, and bytes as they are.

    Raises ReadError for an object that is none of these and does not tell its fields, for an integer with more digits than Python
    writes (4,300 by default), and for a value that is nested too deep or holds itself."""
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
    if kind in _AS_THEY_ARE:
        return value
    if kind is dict:
        return {key if type(key) is str else _key(key): item if type(item) in _AS_THEY_ARE else _plain(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [item if type(item) in _AS_THEY_ARE else _plain(item) for item in value]
    return _whole(value) if kind is int else _unusual(value)


def _whole(value: int) -> int:
    """The integer itself. Raises ReadError where it cannot be written."""
    if value.bit_length() > _FEW_BITS:
        try:
            str(value)
        except ValueError:
            raise ReadError("the history holds a number that JSON cannot tell: an integer of too many digits; hand it over as a text") from None
    return value


def _key(key: Any) -> str:
    if isinstance(key, str):
        return str.__str__(key)
    if key is None or isinstance(key, bool | int | float):
        return str(_whole(key) if isinstance(key, int) else key)
    raise ReadError(f"a key of the history is of type {type(key).__name__}; keys are strings")


def _unusual(value: Any) -> Json:
    if isinstance(value, str):  # subclasses, such as the members of an enumeration
        return str.__str__(value)
    if isinstance(value, bytearray | memoryview):
        return bytes(value)
    try:
        told = _told(value)
    except (ReadError, RecursionError):
        raise
    except Exception:  # foreign code may raise anything, and its text may quote what the object holds
        raise ReadError(f"the history holds an object of type {type(value).__name__} whose fields cannot be read; hand over its dict") from None
    return _plain(told)


def _told(value: Any) -> Any:
    """What an object is, by its own account; what is in it may be anything. Raises what its class raises."""
    if isinstance(value, int | float):
        return int(value) if isinstance(value, int) else float(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence | Set):
        return list(value)
    return _fields_of(value)


def _fields_of(value: Any) -> Any:
    """What an object says of itself: pydantic models (the SDKs of OpenAI, Anthropic, Google, Mistral), dataclasses, and what has `to_dict`."""
    if callable(dump := getattr(value, "model_dump", None)):
        return _dumped(dump)
    import dataclasses  # few histories hold objects of classes

    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if callable(dump := getattr(value, "to_dict", None)) and not isinstance(value, type):
        return dump()
    raise ReadError(f"the history holds an object of type {type(value).__name__}, which is no JSON and does not tell its fields; hand over its dict")


def _dumped(dump: Callable[..., Any]) -> Any:
    """The fields of a pydantic model, or of a class with a method of the same name that takes no options."""
    try:
        # Fields that nobody set are defaults of the SDK, not of the API: it leaves them out when sending, too.
        return dump(mode="json", by_alias=True, exclude_unset=True)
    except TypeError:
        return dump()
