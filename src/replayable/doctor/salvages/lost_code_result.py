"""A call of a code session whose result was lost in a restart."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.lost_result import edits_for
from replayable.doctor.salvages.salvage import Edit, SessionSalvage

_REASON = "results of the turn's calls are nowhere in the file; results that say so follow it"


class LostCodeResult(SessionSalvage, frozen=True):
    """Puts results that say `aborted` behind turns whose transport is known to lose them."""

    name: ClassVar[str] = "lost-code-result"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """The results, and what follows them."""
        return edits_for(outline, "code-mode", _REASON)
