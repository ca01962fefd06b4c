"""A second result for a call that has one."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model import RESULT
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.pairing.analysis import PairedTurn, Stray
from replayable.rules.rule import Changes, PairingRule
from replayable.rules.wording import call_of_id


class DuplicateToolResult(PairingRule, frozen=True):
    """Drops the results of a call beyond its first."""

    name: ClassVar[str] = "duplicate-tool-result"
    looks_for: ClassVar[int] = RESULT
    rewrites: ClassVar[str] = "a result that comes later shows which of two is the call's"

    def repair(self, turn: PairedTurn) -> tuple[PairedTurn, Changes]:
        """The turn with one result a call."""
        found = [stray for stray in turn.strays if stray.why == "duplicate"]
        if not found:
            return turn, ()
        changes = tuple(self._change(turn, stray) for stray in found)
        return msgspec.structs.replace(turn, dropped=turn.dropped + tuple(stray.result for stray in found)), changes

    def _change(self, turn: PairedTurn, stray: Stray) -> Change:
        said = [answer.result.parts for answer in turn.answers if answer is not None]
        is_copy = stray.result.synthetic or stray.result.parts in said
        return Change(
            rule=self.name,
            loss="none" if is_copy else "content",
            origin=stray.home.origin,
            reason=f"{call_of_id(stray.result.call_id)} already has a result" + (", and this one says nothing else" if is_copy else ""),
            before=[part_as_json(stray.result)],
        )
