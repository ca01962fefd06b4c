"""The API takes each field in two spellings: lowerCamelCase, as in REST, and snake_case, as in the SDK."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from replayable.model import Json


def held(holder: Mapping[str, Json], field: str) -> tuple[str, Json]:
    """The key under which the field stands there and its value; its first spelling and None where it does not."""
    value = holder.get(field)
    if value is not None:
        return field, value
    snake = _snake(field)
    value = holder.get(snake)
    return (field, None) if value is None else (snake, value)


@cache
def _snake(field: str) -> str:
    return re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), field)
