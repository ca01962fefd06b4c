"""A request as it is handed to the ledger: a dict, text, bytes, a file, an object of an SDK, or what `prepare` gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replayable import records
from replayable.errors import ReadError
from replayable.ledger.outline import Outline, Part, history_key, outline_of, part_of, with_parts
from replayable.model.values import Json
from replayable.pipeline import Prepared

# Where logs and batches keep the body of a request.
_WRAPPERS = ("body", "request", "request_body", "params", "json", "payload", "data")

Known = Mapping[int, Part]
Request = Prepared | Mapping[str, Json]


def taken(request: Request, before: Outline | None = None) -> Outline:
    """The outline of a request. `before`: that of an earlier one, of which the parts are used again whose bytes are the very same.

    Raises ReadError for one that is nested too deep."""
    try:
        return _outlined(request, before)
    except RecursionError:
        raise ReadError("the request is nested too deep to be compared") from None


def _outlined(request: Request, before: Outline | None) -> Outline:
    if not isinstance(request, Prepared):
        return outline_of(request)
    if "request" not in vars(request) and (outline := _of_pieces(tuple(request.pieces()), before)) is not None:
        return outline
    return outline_of(request.request)  # as it is now: who has it may have changed it


def request_of(value: Any) -> dict[str, Json]:
    """The body of a request, from what was logged of it. Raises ReadError."""
    found = records.load(value).value
    if isinstance(found, list):
        found = {"messages": found}
    body = body_in(found)
    if body is None:
        raise ReadError("this is no request: it has none of messages, input and contents; hand over the body that was sent")
    return body


def body_in(value: Json) -> dict[str, Json] | None:
    """The body of a request in what was logged: the value itself, or what stands in it under a usual name, as text or object."""
    if not isinstance(value, dict):
        return None
    if history_key(value) is not None:
        return value
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, str):
            try:
                inner = records.decode(inner.encode("utf-8", "surrogatepass"))
            except (ValueError, RecursionError):
                continue
        if isinstance(inner, dict) and history_key(inner) is not None:
            return inner
    return None


# ---------------------------------------------------------------------------------------------- bodies in pieces
def _of_pieces(pieces: tuple[bytes, ...], before: Outline | None) -> Outline | None:
    """The outline of a body whose first piece ends, and whose last begins, within the list of messages; None where it is not cut so."""
    if len(pieces) < 3:
        return None
    known = {id(part.piece): part for part in before.parts if part.piece is not None} if before is not None else {}
    try:
        head = records.decode(pieces[0].rstrip(b",") + pieces[-1])
        return with_parts(head, [_part(piece, known) for piece in pieces[1:-1] if piece != b","])
    except ValueError:
        return None


def _part(piece: bytes, known: Known) -> Part:
    return known.get(id(piece)) or part_of(records.decode(b"[" + piece + b"]"), piece)
