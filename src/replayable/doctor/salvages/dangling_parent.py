"""An entry that hangs on one that is not in the file."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.salvage import Edit, SessionSalvage
from replayable.doctor.tree import APART, hung, name_of

_REHUNG = "the entry hangs on one that is not in the file; it goes on from the conversation before it"


class DanglingParent(SessionSalvage, frozen=True):
    """Hangs such entries where readers let them go on: on the end of the conversation as it was before them."""

    name: ClassVar[str] = "dangling-parent"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """The parents that such entries get."""
        rows = outline.rows
        stand = hung(rows)
        edits = []
        for index, row in enumerate(rows):
            if type(row) is not dict or stand.parents[index] == APART or (named := row.get("parentId")) is None:
                continue
            if type(named) is not str or named not in stand.ids or named == row.get("id"):
                edits.append(Edit(index, _REHUNG, fields={"parentId": name_of(rows, stand, stand.parents[index], index)}))
        return tuple(edits)
