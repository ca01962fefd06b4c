"""Results that are known to be lost, as messages that say so."""

from __future__ import annotations

import hashlib

from replayable.doctor.outline import Asked, Case, Outline
from replayable.doctor.salvages.salvage import Edit
from replayable.model.values import Json, Raw
from replayable.synthetic import ABORTED


def edits_for(outline: Outline, case: Case, reason: str) -> tuple[Edit, ...]:
    """For each turn of this case with lost results: results behind it, and what followed the turn follows them."""
    edits: list[Edit] = []
    for asked in outline.asked:
        lost = tuple(call for call in dict(asked.calls).items() if call[0] not in outline.answered)
        if asked.case == case and lost and outline.rows[asked.row] is not None:
            made = _results(outline, asked, lost)
            edits.append(Edit(asked.row, reason, "synthetic", behind=made))
            edits.extend(_followers(outline, asked.row, made[-1]))
            outline.answered.update(call for call, _ in lost)
    return tuple(edits)


def _results(outline: Outline, asked: Asked, lost: tuple[tuple[str, str], ...]) -> tuple[Raw, ...]:
    turn = outline.rows[asked.row]
    parent = turn.get("id")
    made: list[Raw] = []
    for call, name in lost:
        link: dict[str, Json] = {}
        if type(parent) is str:
            link = {"id": _id(outline, asked.row, call), "parentId": parent}
            parent = link["id"]
        time = {"timestamp": turn["timestamp"]} if "timestamp" in turn else {}
        message = {"role": "toolResult", "toolCallId": call, "toolName": name, "content": [{"type": "text", "text": ABORTED}], "isError": True}
        made.append({"type": "message", **link, **time, "message": message})
    return tuple(made)


def _followers(outline: Outline, turn: int, last: Raw) -> list[Edit]:
    """What hangs on the turn hangs on its results from now on; else they would stand on a branch that nobody takes."""
    own = outline.rows[turn].get("id")
    if type(own) is not str:
        return []
    words = "the entry goes on from the results that were put before it"
    return [
        Edit(index, words, fields={"parentId": last["id"]})
        for index, row in enumerate(outline.rows)
        if index > turn and type(row) is dict and row.get("parentId") == own
    ]


def _id(outline: Outline, row: int, call: str) -> str:
    """An id in the form of a UUID, from the file, the turn and the call."""
    made = hashlib.sha256(f"{outline.origin}\0{row}\0{call}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"repair-{made[:8]}-{made[8:12]}-{made[12:16]}-{made[16:20]}-{made[20:32]}"
