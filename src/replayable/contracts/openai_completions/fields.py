"""The fields of a Chat Completions request beside its messages, as OpenAI's own servers take them."""

from __future__ import annotations

from replayable.contracts.openai_completions import field_refusals
from replayable.contracts.openai_completions.walk import Walk, missing, wrong_type
from replayable.contracts.refusal import Found, bracketed
from replayable.contracts.shape import Misfit, misfits
from replayable.facts.openai_settings import CHAT
from replayable.model.values import Json

# As the API calls them.
_TYPES = {"string": "a string", "integer": "an integer", "number": "a number", "boolean": "a boolean", "list": "an array", "object": "an object"}


def check_request_fields(walk: Walk) -> None:
    """Unknown fields, missing ones, and values of a type or a kind that is not taken."""
    for misfit in misfits(walk.payload, CHAT, ()):
        _tell(misfit, walk)


def _tell(misfit: Misfit, walk: Walk) -> None:
    match misfit.kind:
        case "unknown":
            walk.found.append(Found(field_refusals.UNKNOWN, misfit.place, {"at": bracketed(misfit.place)}))
        case "missing":
            missing(walk.found, misfit.place, misfit.wanted)
        case "value":
            shape = misfit.shape
            values = sorted(shape.tags or shape.values) if shape is not None else []
            fields = {"value": misfit.wanted, "values": ", ".join(f"'{value}'" for value in values)}
            walk.found.append(Found(field_refusals.VALUE, misfit.place, fields))
        case _:
            wrong_type(walk.found, misfit.place, _TYPES.get(misfit.wanted, misfit.wanted), _value_at(walk.payload, misfit))


def _value_at(payload: Json, misfit: Misfit) -> Json:
    value = payload
    for key in misfit.place:
        value = value[key]
    return value
