"""The arguments of a call as Chat Completions writes them: JSON text of an object."""

from __future__ import annotations

import json

import msgspec

from replayable.model.values import Json

_BLANKS = " \t\r\n"  # what JSON calls white space


def read_arguments(stored: Json) -> Json:
    """The object that the text holds; anything else stays as it is."""
    if type(stored) is not str:
        return stored
    if stored[:1] != "{" and stored.lstrip(_BLANKS)[:1] != "{":
        return stored
    try:
        return msgspec.json.decode(stored)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return _read_leniently(stored)


def _read_leniently(stored: str) -> Json:
    """JSON with lone surrogates, which the fast decoder refuses."""
    try:
        return json.loads(stored, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        return stored


def _refuse(word: str) -> Json:
    raise ValueError(f"{word} is no JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{digits} is out of range")
    return value


def write_arguments(arguments: Json, stored: Json = None) -> str:
    """The JSON text of arguments; text that was stored and still says the same is kept to the byte."""
    if type(stored) is str and (stored == arguments or read_arguments(stored) == arguments):
        return stored
    if type(arguments) is str:
        return arguments
    try:
        return msgspec.json.encode(arguments).decode()
    except (UnicodeEncodeError, TypeError, ValueError, RecursionError):
        return json.dumps(arguments, separators=(",", ":"))
