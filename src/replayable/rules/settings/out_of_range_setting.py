"""A sampling setting beyond what the target takes."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.report import Change
from replayable.rules.rule import Changes, Reach, RequestRule
from replayable.rules.settings.telling import narrowed

Ending = tuple[Message, ...]


class OutOfRangeSetting(RequestRule, frozen=True):
    """Brings sampling settings within the target's limits. For histories in another format."""

    name: ClassVar[str] = "out-of-range-setting"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # settings may stand beside anything
    reach: ClassVar[Reach] = "nothing"

    temperature: float = 2.0
    top_p: float = 1.0
    stops: int | None = None
    blank_stops: Literal["taken", "empty-refused", "refused"] = "taken"
    least_limit: int = 0

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only settings matter
        """The settings within their limits."""
        changes = list[Change]()
        fields = {
            "temperature": self._number("temperature", settings.temperature, self.temperature, changes),
            "top_p": self._number("top_p", settings.top_p, self.top_p, changes),
            "stop": self._stops(settings.stop, changes),
            "max_tokens": self._limit(settings.max_tokens, changes),
        }
        if not changes:
            return settings, ending, ()
        return edited(settings, **fields), ending, tuple(changes)

    def _number(self, field: str, value: float | None, most: float, changes: list[Change]) -> float | None:
        if value is None or 0 <= value <= most:
            return value
        after = most if value > most else 0
        reason = f"the target takes a {field!r} from 0 to {most:g}"
        changes.append(narrowed(self.name, "content", reason, field, value, after))
        return after

    def _limit(self, limit: int | None, changes: list[Change]) -> int | None:
        if limit is None or limit >= self.least_limit:
            return limit
        reason = f"the target takes an output limit from {self.least_limit} on"
        changes.append(narrowed(self.name, "none", reason, "max_tokens", limit, self.least_limit))
        return self.least_limit

    def _stops(self, stops: tuple[str, ...] | None, changes: list[Change]) -> tuple[str, ...] | None:
        """The sequences that are taken, the first ones of too many."""
        if not stops:
            return stops
        fit = tuple(stop for stop in stops if self._is_taken(stop))
        kept = fit[: self.stops] or None
        if fit != stops:
            reason = "the target takes no stop sequence without a visible character"
            changes.append(narrowed(self.name, "content", reason, "stop", stops, fit or None))
        if kept is not None and len(kept) < len(fit):
            changes.append(narrowed(self.name, "content", f"the target takes {self.stops} stop sequences at the most", "stop", fit, kept))
        return stops if kept == stops else kept

    def _is_taken(self, stop: str) -> bool:
        return self.blank_stops == "taken" or (stop != "" if self.blank_stops == "empty-refused" else not is_blank(stop))
