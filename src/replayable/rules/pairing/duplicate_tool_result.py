"""A second result for a call that has one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from replayable.model.facts import RESULT
from replayable.model.parts import Media, Part, Text
from replayable.report import Change
from replayable.rules.content.unread import gone_as_json
from replayable.rules.pairing.analysis import PairedTurn, Stray
from replayable.rules.rule import Changes, PairingRule
from replayable.rules.wording import call_of_id

Parts = tuple[Part, ...]
Key = tuple[str | None, ...]


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
        said = _said(turn)
        changes = tuple(self._change(stray, said) for stray in found)
        return msgspec.structs.replace(turn, dropped=turn.dropped + tuple(stray.result for stray in found)), changes

    def _change(self, stray: Stray, said: Mapping[Key, list[Parts]]) -> Change:
        parts = stray.result.parts
        is_copy = stray.result.synthetic or parts in said.get(_key(parts), ())
        return Change(
            rule=self.name,
            loss="none" if is_copy else "content",
            origin=stray.home.origin,
            reason=f"{call_of_id(stray.result.call_id)} already has a result" + (", and this one says nothing else" if is_copy else ""),
            before=gone_as_json(stray.result, stray.home.raw),
        )


def _said(turn: PairedTurn) -> Mapping[Key, list[Parts]]:
    """What the results of the turn say, by their keys: of many results one that says the same is found at once. Each is there only once."""
    said: dict[Key, list[Parts]] = {}
    for answer in turn.answers:
        if answer is not None:
            alike = said.setdefault(_key(answer.result.parts), [])
            if answer.result.parts not in alike:
                alike.append(answer.result.parts)
    return said


def _key(parts: Parts) -> Key:
    """What equal parts have in common, and different ones seldom."""
    return tuple([part.text if type(part) is Text else (part.data or part.url or part.file_id) if type(part) is Media else repr(part) for part in parts])
