"""Whole answers of APIs that were stored where a message should stand: which message is in them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replayable.model.transcript import Meta
from replayable.model.values import Json


class Place(msgspec.Struct, frozen=True):
    """Where the message, or the list of items, stands in an answer: a path of keys, "0" for the only element of a list, an empty one for
    the answer itself. `beside`: a key that such an answer has."""

    path: str
    beside: str = ""


def held_in(answer: Json, places: tuple[Place, ...]) -> Json:
    """The message or the items in an answer; None where it is none for certain. What says its role or type is a message itself."""
    if type(answer) is dict and ("role" in answer or "type" in answer):
        return None
    for place in places:
        held = _at(answer, place)
        if held is not None:
            return held
    return None


def maker_in(answer: Json, api: str) -> Meta | None:
    """Who made an answer of this API, as far as it says so: the model. None where it names none."""
    model = next((answer[key] for key in _MODEL_KEYS if key in answer), None) if type(answer) is dict else None
    return Meta(api=api, model=model) if type(model) is str and model else None


_MODEL_KEYS = ("model", "modelVersion", "model_version")


def around(answer: Json, places: tuple[Place, ...]) -> Json:
    """The answer without the message or the items in it."""
    place = next((place for place in places if _at(answer, place) is not None), None)
    return None if place is None or not place.path else _without(answer, place.path.split("."))


def _at(answer: Json, place: Place) -> Json:
    if place.beside and not (type(answer) is dict and place.beside in answer):
        return None
    held = answer
    for step in place.path.split(".") if place.path else ():
        held = _step(held, step)
    return held if _is_message(held) or _is_items(held) else None


def _step(value: Json, step: str) -> Json:
    if step == "0":
        return value[0] if type(value) is list and len(value) == 1 else None
    return value.get(step) if type(value) is dict else None


def _is_message(value: Json) -> bool:
    return type(value) is dict and type(value.get("role")) is str


def _is_items(value: Json) -> bool:
    return type(value) is list and bool(value) and all(isinstance(item, Mapping) and type(item.get("type")) is str for item in value)


def _without(value: Json, steps: list[str]) -> Json:
    first, *more = steps
    if type(value) is list:
        return [_without(value[0], more)] if more else []
    return {key: _without(item, more) if key == first else item for key, item in value.items() if more or key != first}
