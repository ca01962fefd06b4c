"""A result that belongs to no call, or could belong to several."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.facts import RESULT
from replayable.model.values import trimmed
from replayable.report import Change
from replayable.rules.content.unread import gone_as_json
from replayable.rules.pairing.analysis import PairedTurn, Stray
from replayable.rules.rule import Changes, PairingRule
from replayable.rules.wording import shown


class OrphanToolResult(PairingRule, frozen=True):
    """Drops results whose call is not in the history, or cannot be told."""

    name: ClassVar[str] = "orphan-tool-result"
    looks_for: ClassVar[int] = RESULT
    rewrites: ClassVar[str] = "a result that comes later shows which call an earlier one does not belong to"

    def repair(self, turn: PairedTurn) -> tuple[PairedTurn, Changes]:
        """The turn without results that have no owner."""
        found = [stray for stray in turn.strays if stray.why in ("orphan", "ambiguous")]
        if not found:
            return turn, ()
        return msgspec.structs.replace(turn, dropped=turn.dropped + tuple(stray.result for stray in found)), tuple(map(self._change, found))

    def _change(self, stray: Stray) -> Change:
        return Change(
            rule=self.name,
            loss="none" if stray.result.synthetic else "content",
            origin=stray.home.origin,
            reason=f"a tool result was left out: {_why(stray)}",
            before=gone_as_json(stray.result, stray.home.raw),
        )


def _why(stray: Stray) -> str:
    stored = stray.result.call_id
    if stored is None or not trimmed(stored):
        return "it names no call, and " + ("several calls are open" if stray.why == "ambiguous" else "no call is open")
    if stray.why == "ambiguous":
        return f"several calls with id {shown(stored)} are open, so its owner cannot be told"
    return f"no open call with id {shown(stored)} is in the history"
