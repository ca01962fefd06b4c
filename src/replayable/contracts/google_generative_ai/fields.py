"""The fields of a generateContent request beside its contents: which there are, and of which types."""

from __future__ import annotations

from replayable.contracts.google_generative_ai import field_refusals, refusals
from replayable.contracts.google_generative_ai.spelling import held
from replayable.contracts.refusal import Found, Place, bracketed
from replayable.contracts.shape import Misfit, misfits
from replayable.facts.gemini_fields import INNER_FIELDS, PART_FIELDS
from replayable.facts.gemini_settings import REQUEST
from replayable.facts.shape import ANY, STRING, list_of, or_null, record
from replayable.model.values import Json

_INSTRUCTION = record(
    {"role": or_null(STRING), "parts": list_of(record({**dict.fromkeys(PART_FIELDS, ANY), "text": or_null(STRING)}))},
)


def check_fields(payload: dict[str, Json], found: list[Found]) -> None:
    """Unknown fields, and values of another type; the instruction is a content, too."""
    found.extend(_told(misfit) for misfit in misfits(payload, REQUEST, ()))
    key, instruction = held(payload, "systemInstruction")
    if instruction is not None:
        found.extend(_told(misfit) for misfit in misfits(instruction, _INSTRUCTION, (key,)))


def check_inner_fields(held: dict[str, Json], field: str, place: Place, found: list[Found]) -> None:
    """Unknown fields of a call or a response, and an id that is no text."""
    if not held.keys() <= INNER_FIELDS[field]:
        found.extend(_told(Misfit("unknown", (*place, key), key)) for key in held.keys() - INNER_FIELDS[field])
    if type(held.get("id")) not in (str, type(None)):
        found.append(_told(Misfit("type", (*place, "id"), "string")))


def check_data_fields(held: Json, place: Place, found: list[Found]) -> None:
    """The fields of a medium that stands in the request."""
    found.extend(_told(misfit) for misfit in misfits(held, _DATA, place))


_DATA = record(dict.fromkeys(("mimeType", "mime_type", "data", "displayName", "display_name"), ANY))


def _told(misfit: Misfit) -> Found:
    place = misfit.place
    if misfit.kind != "unknown":
        return Found(refusals.WRONG_TYPE, place, {"at": bracketed(place), "expected": misfit.wanted})
    if len(place) == 1:
        return Found(field_refusals.UNKNOWN, place, {"name": misfit.wanted})
    return Found(refusals.UNKNOWN_FIELD, place, {"name": misfit.wanted, "at": bracketed(place[:-1])})
