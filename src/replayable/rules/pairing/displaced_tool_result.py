"""A result that does not stand directly behind its call, in the order of the calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from replayable.model.facts import RESULT
from replayable.model.parts import ToolResult
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.pairing.analysis import Answer, PairedTurn
from replayable.rules.rule import Changes, PairingRule
from replayable.rules.wording import call_of_id


class DisplacedToolResult(PairingRule, frozen=True):
    """Moves results next to their call, in the order of the calls."""

    name: ClassVar[str] = "displaced-tool-result"
    looks_for: ClassVar[int] = RESULT
    rewrites: ClassVar[str] = "a result that comes later goes to its call"

    def repair(self, turn: PairedTurn) -> tuple[PairedTurn, Changes]:
        """The turn with its answers directly behind the opening, and without the answers of other turns."""
        moved = _misplaced(turn)
        if not moved and not turn.leaving:
            return turn, ()
        return msgspec.structs.replace(turn, ordered=True), tuple(map(self._change, moved))

    def _change(self, answer: Answer) -> Change:
        value = [part_as_json(answer.result)]
        return Change(
            rule=self.name,
            loss="none",
            origin=answer.home.origin if answer.home is not None else None,
            reason=f"the result of {call_of_id(answer.result.call_id)} was moved next to its call",
            before=value,
            after=value,
        )


def _misplaced(turn: PairedTurn) -> list[Answer]:
    """The answers that stand elsewhere than they should: behind the opening, one after the other, in call order.

    A message that was emptied stands between as well: it may get words again."""
    elsewhere = {id(result) for result in (*turn.dropped, *turn.leaving)}
    stored = [part for message in turn.behind for part in message.parts or (message,) if id(part) not in elsewhere]
    expected = [answer for answer in turn.answers if answer is not None and answer.home is not None]
    user = next((answer.home for answer in expected if answer.home is not None and answer.home.role == "user"), None)
    return [answer for index, answer in enumerate(expected) if not _stands_at(stored, index, answer.result) or (user is not None and answer.home is not user)]


def _stands_at(stored: Sequence[object], index: int, result: ToolResult) -> bool:
    return index < len(stored) and stored[index] is result
