"""The text of an answer, in whatever a program holds it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

_MOST_CAUSES = 8


def words_of(error: Any) -> str:
    """The text of an answer: of a body that was decoded already its JSON; of an exception what it says, what it holds of the answer, and the
    same of those that caused it. Empty for what tells nothing."""
    if isinstance(error, str):
        return error
    if isinstance(error, bytes | bytearray):
        return bytes(error).decode("utf-8", "replace")
    if isinstance(error, BaseException):
        return "\n".join(_words_of_exception(each) for each in _causes(error))
    return _as_json(error) if isinstance(error, Mapping | Sequence) else str(error)


def _causes(error: BaseException) -> tuple[BaseException, ...]:
    """The exception and those behind it, the last one first."""
    found: list[BaseException] = []
    each: BaseException | None = error
    while each is not None and each not in found and len(found) < _MOST_CAUSES:
        found.append(each)
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    return tuple(found)


def _words_of_exception(error: BaseException) -> str:
    """Its name and its text. SDKs keep the body of the answer in `body` (openai, anthropic), `response` (botocore) or `details` (google-genai)."""
    held = (getattr(error, name, None) for name in ("body", "response", "details"))
    bodies = (each if isinstance(each, str) else _as_json(each) for each in held if isinstance(each, str | Mapping))
    return "\n".join([f"{type(error).__name__}: {error}", *islice(bodies, 3)])


def _as_json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return ""
