"""The fields of a Messages request beside its history: which there are, and of which types."""

from __future__ import annotations

from typing import Literal

from replayable.contracts.anthropic_messages import field_refusals, refusals
from replayable.contracts.refusal import Found, Place, dotted
from replayable.contracts.shape import Misfit, misfits
from replayable.facts.anthropic_settings import CACHE, REQUEST
from replayable.model.values import Json

# As pydantic calls them.
_TYPES = {"object": "dictionary"}


def check_fields(payload: dict[str, Json], unknown: Literal["refused", "taken"], found: list[Found]) -> None:
    """Missing fields, and values of a type or a kind that is not taken; unknown ones where they are refused. Texts of the system are looked at
    with the blocks of messages."""
    for misfit in misfits(payload, REQUEST, ()):
        if misfit.kind != "unknown" or unknown == "refused":
            found.append(_told(misfit))


def check_mark(mark: Json, place: Place, found: list[Found]) -> None:
    """A cache mark on a block."""
    found.extend(_told(misfit) for misfit in misfits(mark, CACHE, place))


def _told(misfit: Misfit) -> Found:
    at = dotted(misfit.place)
    match misfit.kind:
        case "unknown":
            return Found(field_refusals.UNKNOWN, misfit.place, {"at": at})
        case "missing":
            return Found(refusals.FIELD_REQUIRED, misfit.place, {"at": dotted((*misfit.place, misfit.wanted))})
        case "value":
            return _not_taken(misfit)
        case _:
            return Found(refusals.FIELD_TYPE, misfit.place, {"at": at, "type": _TYPES.get(misfit.wanted, misfit.wanted)})


def _not_taken(misfit: Misfit) -> Found:
    tags = misfit.shape.tags if misfit.shape is not None else None
    if tags is None:
        values = sorted(misfit.shape.values) if misfit.shape is not None else []
        return Found(field_refusals.VALUE, misfit.place, {"at": dotted(misfit.place), "values": " or ".join(f"'{value}'" for value in values)})
    fields = {"at": dotted(misfit.place[:-1]), "tag": misfit.wanted, "values": ", ".join(f"'{tag}'" for tag in tags if tag)}
    return Found(field_refusals.TAG, misfit.place, fields)
