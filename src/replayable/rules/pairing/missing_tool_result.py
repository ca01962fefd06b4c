"""A call that nothing answers."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model.facts import CALL
from replayable.model.parts import Text, ToolCall, ToolResult
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.pairing.analysis import Answer, PairedTurn, id_of
from replayable.rules.rule import Changes, PairingRule
from replayable.rules.wording import call_of_id
from replayable.synthetic import TEXT


class MissingToolResult(PairingRule, frozen=True):
    """Gives each call without a result one that says that the outcome is unknown."""

    name: ClassVar[str] = "missing-tool-result"
    looks_for: ClassVar[int] = CALL
    rewrites: ClassVar[str] = "a result that was made up gives way to the real one, when that comes later"

    text: str = TEXT
    pending: Literal["synthesise", "refuse"] = "synthesise"
    others: Literal["ordered", "as-stored"] = "ordered"

    def repair(self, turn: PairedTurn) -> tuple[PairedTurn, Changes]:
        """The turn with an answer for every call."""
        if None not in turn.answers or (self.pending == "refuse" and _is_pending(turn)):
            return turn, ()
        answers, changes = [], []
        for call, answer in zip(turn.calls, turn.answers, strict=True):
            if answer is not None:
                answers.append(answer)
                continue
            made = ToolResult(id_of(call.id), (Text(self.text),), name=call.name, is_error=True, synthetic=True)
            answers.append(Answer(made, None))
            changes.append(self._change(call, made))
        return msgspec.structs.replace(turn, answers=tuple(answers), ordered=turn.ordered or self.others == "ordered"), tuple(changes)

    def _change(self, call: ToolCall, made: ToolResult) -> Change:
        return Change(
            rule=self.name,
            loss="synthetic",
            origin=None,
            reason=f"no result of {call_of_id(call.id)} is stored, so one was made that says {self._words()}",
            after=[part_as_json(made)],
        )

    def _words(self) -> str:
        return "that its outcome is unknown" if self.text == TEXT else repr(self.text)


def _is_pending(turn: PairedTurn) -> bool:
    """The history ends in this turn, and nothing but results follows its calls."""
    return turn.is_last and all(type(part) is ToolResult for message in turn.behind for part in message.parts)
