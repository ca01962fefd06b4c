"""The cost of a turn whose context a compaction has replaced since."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.report import Change
from replayable.rules.provenance.usage import is_unbilled
from replayable.rules.rule import Changes, RequestRule

# Nothing, as sessions note it (openclaw 2026.9.6, usage snapshots).
_PARTS = ("input", "output", "cacheRead", "cacheWrite")
NOTHING: dict[str, Json] = {**dict.fromkeys(_PARTS, 0), "totalTokens": 0, "cost": {**dict.fromkeys(_PARTS, 0), "total": 0}}


class StaleUsage(RequestRule, frozen=True):
    """Sets the usage of turns to nothing that were made before the newest compaction."""

    name: ClassVar[str] = "stale-usage"
    looks_for: ClassVar[int] = ASSISTANT
    reach: ClassVar[Literal["turn", "exchange", "history"]] = "history"

    def repair(self, settings: Settings, ending: tuple[Message, ...], facts: int) -> tuple[Settings, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The history without usage that counts what is not sent any more."""
        place = max((index for index, message in enumerate(ending) if message.kind == "compaction"), default=None)
        if place is None:
            return settings, ending, ()
        compacted = _time_of(ending[place])
        out, changes = list(ending), list[Change]()
        for index, message in enumerate(ending):
            if message.facts & ASSISTANT and _is_stale(message, compacted, index < place):
                out[index] = _without_usage(message)
                changes.append(self._change(message))
        return settings, tuple(out) if changes else ending, tuple(changes)

    def _change(self, message: Message) -> Change:
        return Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason="the usage counts a context that a compaction has replaced since",
            before=[{"usage": message.meta.usage if message.meta else None}],
            after=[{"usage": NOTHING}],
        )


def _is_stale(message: Message, compacted: float | None, stands_before: bool) -> bool:
    """The turn is no younger than the compaction; where either has no time, its place tells."""
    usage, time = None if message.meta is None else message.meta.usage, _time_of(message)
    if type(usage) is not dict or is_unbilled(usage):
        return False
    return stands_before if time is None or compacted is None else time <= compacted


def _time_of(message: Message) -> float | None:
    return None if message.meta is None else message.meta.timestamp


def _without_usage(message: Message) -> Message:
    """The message as one that cost nothing, also in what it was read from."""
    meta = None if message.meta is None else msgspec.structs.replace(message.meta, usage=NOTHING)
    raw = {**message.raw, "usage": NOTHING} if type(message.raw) is dict and "usage" in message.raw else message.raw
    return edited(message, meta=meta, raw=raw)
