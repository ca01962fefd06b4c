"""The fields of a Converse request beside its history: which there are, and of which types."""

from __future__ import annotations

from replayable.contracts.bedrock_converse import field_refusals, refusals
from replayable.contracts.refusal import Found, Place, bracketed, dotted
from replayable.contracts.shape import Misfit, misfits
from replayable.facts.bedrock_settings import BLOCKS, MESSAGE_FIELDS, REQUEST
from replayable.model.values import Json

# As botocore names them.
_TYPES = {
    "string": "<class 'str'>",
    "integer": "<class 'int'>",
    "number": "<class 'float'>, <class 'decimal.Decimal'>, <class 'int'>",
    "boolean": "<class 'bool'>",
    "list": "<class 'list'>, <class 'tuple'>",
    "object": "<class 'dict'>",
}


def check_fields(payload: dict[str, Json], found: list[Found]) -> None:
    """Unknown fields, missing ones, and values of another type. The id of the model is part of the address, and need not be there."""
    found.extend(_told(misfit) for misfit in misfits(payload, REQUEST, ()))


def check_message_fields(message: dict[str, Json], index: int, found: list[Found]) -> None:
    """Unknown keys of a message."""
    found.extend(_unknown(("messages", index, key), sorted(MESSAGE_FIELDS)) for key in message.keys() - MESSAGE_FIELDS)


def check_block(kind: str, held: Json, place: Place, found: list[Found]) -> None:
    """What is in a block of a kind that is known. A plain call or result is let pass at once; its values are looked at elsewhere."""
    shape = BLOCKS.get(kind)
    if shape is None or (kind in _PLAIN and type(held) is dict and held.keys() <= _PLAIN[kind]):
        return
    found.extend(_told(misfit) for misfit in misfits(held, shape, place))


_PLAIN = {"toolUse": frozenset({"toolUseId", "name", "input"}), "toolResult": frozenset({"toolUseId", "content"})}


def check_unknown(block: dict[str, Json], place: Place, found: list[Found]) -> None:
    """Keys of a block that hold nothing, and that the service model does not have."""
    found.extend(_unknown((*place, key), ["text", *BLOCKS]) for key in block.keys() - BLOCKS.keys() - {"text"} if block[key] is None)


def several(place: Place, kinds: tuple[str, ...]) -> Found:
    """A block that is not of exactly one kind."""
    return Found(field_refusals.MEMBERS, place, {"at": named(place), "known": ", ".join(kinds)})


def named(place: Place) -> str:
    """A place as botocore names it."""
    return bracketed(place) or "input"


def _unknown(place: Place, known: list[str]) -> Found:
    """A key that is none of the known ones."""
    return Found(field_refusals.UNKNOWN, place, {"at": named(place[:-1]), "field": str(place[-1]), "known": ", ".join(known)})


def _told(misfit: Misfit) -> Found:
    known = list(misfit.shape.fields or {}) if misfit.shape is not None else []
    match misfit.kind:
        case "unknown":
            return _unknown(misfit.place, known)
        case "missing":
            return Found(refusals.MISSING, misfit.place, {"at": named(misfit.place), "field": misfit.wanted})
        case "members":
            return several(misfit.place, tuple(known))
        case "value":
            values = sorted(misfit.shape.values) if misfit.shape is not None else []
            fields = {"v": misfit.wanted, "at": dotted(misfit.place), "known": ", ".join(values)}
            return Found(field_refusals.VALUE, misfit.place, fields)
        case _:
            return Found(refusals.WRONG_TYPE, misfit.place, {"at": named(misfit.place), "type": _TYPES.get(misfit.wanted, misfit.wanted)})
