"""A result that belongs to no call, or could belong to several."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model import RESULT
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.pairing.analysis import PairedTurn, Stray
from replayable.rules.rule import Changes, PairingRule


class OrphanToolResult(PairingRule, frozen=True):
    """Drops results whose call is not in the history, or cannot be told."""

    name: ClassVar[str] = "orphan-tool-result"
    looks_for: ClassVar[int] = RESULT

    def repair(self, turn: PairedTurn) -> tuple[PairedTurn, Changes]:
        """The turn without results that have no owner."""
        found = [stray for stray in turn.strays if stray.why in ("orphan", "ambiguous")]
        if not found:
            return turn, ()
        return msgspec.structs.replace(turn, dropped=turn.dropped + tuple(stray.result for stray in found)), tuple(map(self._change, found))

    def _change(self, stray: Stray) -> Change:
        called = repr(stray.result.call_id)
        why = (
            f"several calls with id {called} are open, so its owner cannot be told"
            if stray.why == "ambiguous"
            else f"no open call with id {called} is in the history"
        )
        return Change(
            rule=self.name,
            loss="none" if stray.result.synthetic else "content",
            origin=stray.home.origin,
            reason=f"a tool result was left out: {why}",
            before=[part_as_json(stray.result)],
        )
