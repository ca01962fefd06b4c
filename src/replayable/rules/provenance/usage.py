"""What a turn cost, as it is stored."""

from __future__ import annotations

from replayable.model.values import Json


def is_unbilled(usage: Json) -> bool:
    """Usage that is told, and is nothing: at least one number, and none but zero."""
    numbers = list(_numbers(usage)) if type(usage) is dict else []
    return bool(numbers) and not any(numbers)


def _numbers(usage: dict[str, Json]) -> list[float]:
    found: list[float] = []
    for value in usage.values():
        if type(value) is int or type(value) is float:
            found.append(value)
        elif type(value) is dict:
            found.extend(_numbers(value))
    return found
