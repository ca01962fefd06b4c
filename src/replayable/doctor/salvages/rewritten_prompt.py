"""A turn of the user's that was stored once with context of the runtime around it, and again without."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.salvage import Edit, SessionSalvage
from replayable.doctor.tree import ROOT, Stand, hung
from replayable.model.values import Json

_LEFT = "the turn stands beside it without the runtime's context, and the conversation went on there; the branch is put into the side file"


class RewrittenPrompt(SessionSalvage, frozen=True):
    """Takes out the branch of the turn with the context, where the conversation went on from the other."""

    name: ClassVar[str] = "rewritten-prompt"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """The rows of such branches."""
        if not any(prompt.is_wrapped for prompt in outline.prompts.values()):
            return ()
        stand = hung(outline.rows)
        clean = {(stand.parents[row], prompt.words) for row, prompt in outline.prompts.items() if not prompt.is_wrapped}
        left = {row for row, prompt in outline.prompts.items() if prompt.is_wrapped and (stand.parents[row], prompt.words) in clean}
        left -= _path(stand)
        while more := {row for row, parent in enumerate(stand.parents) if parent in left and row not in left}:
            left |= more
        if _is_chosen(outline.rows, left):
            return ()
        return tuple([Edit(row, _LEFT, "content", is_dropped=True) for row in sorted(left) if outline.rows[row] is not None])


def _is_chosen(rows: list[Json], left: set[int]) -> bool:
    """Some row outside of these branches names one in them, as rows do that choose where to go on."""
    names = {own for index in left if type(row := rows[index]) is dict and type(own := row.get("id")) is str}
    others = (row for index, row in enumerate(rows) if index not in left and type(row) is dict)
    return any(type(name := row.get(key)) is str and name in names for row in others for key in ("parentId", "targetId", "appendParentId"))


def _path(stand: Stand) -> set[int]:
    """The rows of the conversation as it goes on now."""
    path: set[int] = set()
    row = stand.leaf
    while row > ROOT and row not in path:
        path.add(row)
        row = stand.parents[row]
    return path
