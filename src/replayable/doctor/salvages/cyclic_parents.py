"""Entries that are their own ancestors."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.salvage import Edit, SessionSalvage
from replayable.doctor.tree import ROOT, hung, name_of

_CUT = "the entry is its own ancestor; it goes on from the conversation before it"


class CyclicParents(SessionSalvage, frozen=True):
    """Cuts each circle at the entry of it that was stored first, which goes on from what was stored before."""

    name: ClassVar[str] = "cyclic-parents"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """The parents that those entries get. A cut may change what hangs on what, because nothing goes on from before a reset; so the
        rows are hung anew after each."""
        rows = list(outline.rows)
        cut: dict[int, str | None] = {}
        while (row := _first_in_a_circle((stand := hung(rows)).parents)) is not None:
            cut[row] = None if row in cut else name_of(rows, stand, stand.leaves[row], row)
            rows[row] = {**rows[row], "parentId": cut[row]}
        return tuple([Edit(row, _CUT, fields={"parentId": parent}) for row, parent in sorted(cut.items())])


def _first_in_a_circle(parents: list[int]) -> int | None:
    """The earliest row of a circle, None where there is none."""
    done = bytearray(len(parents))
    for start in range(len(parents)):
        path: list[int] = []
        row = start
        while row > ROOT and not done[row]:
            done[row] = 2
            path.append(row)
            row = parents[row]
        if row > ROOT and done[row] == 2:
            return min(path[path.index(row) :])
        for each in path:
            done[each] = 1
    return None
