"""A made-up tool result whose real one arrived later."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.facts import SYNTHETIC
from replayable.report import Change
from replayable.rules.content.unread import gone_as_json
from replayable.rules.pairing.analysis import PairedTurn
from replayable.rules.rule import Changes, PairingRule
from replayable.rules.wording import call_of_id


class SupersededToolResult(PairingRule, frozen=True):
    """Drops the placeholder for which a real result is stored too."""

    name: ClassVar[str] = "superseded-tool-result"
    looks_for: ClassVar[int] = SYNTHETIC
    rewrites: ClassVar[str] = "a stored placeholder gives way to the real result, when that comes later"

    def repair(self, turn: PairedTurn) -> tuple[PairedTurn, Changes]:
        """The turn without placeholders that a real result replaces."""
        found = [stray for stray in turn.strays if stray.why == "superseded"]
        if not found:
            return turn, ()
        changes = tuple(
            Change(
                rule=self.name,
                loss="none",
                origin=stray.home.origin,
                reason=f"the real result of {call_of_id(stray.result.call_id)} is stored too, so its placeholder goes",
                before=gone_as_json(stray.result, stray.home.raw),
            )
            for stray in found
        )
        return msgspec.structs.replace(turn, dropped=turn.dropped + tuple(stray.result for stray in found)), changes
