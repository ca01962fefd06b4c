"""The fields of a Responses request beside its items, as OpenAI's own servers take them."""

from __future__ import annotations

from replayable.contracts.openai_responses import field_refusals, refusals
from replayable.contracts.refusal import Found, Place, bracketed
from replayable.contracts.shape import Misfit, misfits
from replayable.facts.openai_settings import RESPONSES
from replayable.facts.responses_items import ITEMS, PARTS, PLAIN_PARTS
from replayable.model.values import Json

# As the API calls them.
_TYPES = {"string": "a string", "integer": "an integer", "number": "a number", "boolean": "a boolean", "list": "an array", "object": "an object"}


def check_fields(payload: dict[str, Json], found: list[Found]) -> None:
    """Unknown fields, missing ones, and values of a type or a kind that is not taken. Messages in place of the input are told as such."""
    moved = ("messages",) if "input" not in payload else None
    found.extend(_told(misfit) for misfit in misfits(payload, RESPONSES, ()) if misfit.place != moved)


def check_item_fields(item: dict[str, Json], kind: str, index: int, found: list[Found]) -> None:
    """Unknown fields of an item, and texts that are none."""
    shape = ITEMS.get(kind)
    if shape is not None:
        found.extend(_told(misfit) for misfit in misfits(item, shape, ("input", index)))


def check_part_fields(part: dict[str, Json], kind: str, place: Place, found: list[Found]) -> None:
    """Unknown fields of a part of a message, and values of another type."""
    if kind in PLAIN_PARTS and part.keys() <= PLAIN_PARTS[kind]:
        return
    shape = PARTS.get(kind)
    if shape is not None:
        found.extend(_told(misfit) for misfit in misfits(part, shape, place))


def _told(misfit: Misfit) -> Found:
    place, shape = misfit.place, misfit.shape
    match misfit.kind:
        case "unknown":
            return Found(field_refusals.UNKNOWN, place, {"at": bracketed(place)})
        case "missing":
            return Found(refusals.MISSING_FIELD, place, {"at": bracketed((*place, misfit.wanted))})
        case "value":
            values = sorted(shape.tags or shape.values) if shape is not None else []
            return Found(field_refusals.VALUE, place, {"value": misfit.wanted, "values": ", ".join(f"'{value}'" for value in values)})
        case _:
            return Found(refusals.WRONG_TYPE, place, {"at": bracketed(place), "expected": _TYPES.get(misfit.wanted, misfit.wanted), "got": "another value"})
