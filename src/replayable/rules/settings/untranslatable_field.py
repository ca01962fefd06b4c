"""A field of a request that the target's format has no counterpart for."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.report import Change, Loss
from replayable.rules.rule import Changes, Reach, RequestRule
from replayable.rules.settings.field_loss import loss_of
from replayable.rules.settings.telling import dropped, narrowed, plain

# Every field that can be dropped by name; `extra` and `raw` are dealt with apart.
FIELDS = ("model", "tools", "tool_choice", "max_tokens", "temperature", "top_p", "stop", "thinking", "response_format", "stream", "user", "store")

# What a target may lack of a field that it has.
DETAILS = ("response_format.name", "response_format.description", "response_format.strict")

Ending = tuple[Message, ...]


class UntranslatableField(RequestRule, frozen=True):
    """Drops or narrows what a request of another format says and the target's cannot. For histories in another format."""

    name: ClassVar[str] = "untranslatable-field"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # settings may stand beside anything
    reach: ClassVar[Reach] = "nothing"

    carried: frozenset[str] = frozenset(FIELDS + DETAILS)
    shared: frozenset[str] = frozenset()
    taker: str = "the target's API"

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only settings matter
        """The settings with what the target's format can say."""
        changes = list[Change]()
        for step in (self._without_fields, self._without_parallel, self._without_labels):
            settings, told = step(settings)
            changes.extend(told)
        return settings, ending, tuple(changes)

    def _without_fields(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings without fields that only the other format has, and without fields that are not carried."""
        going = [field for field in FIELDS if getattr(settings, field) is not None and not self._is_carried(field, settings)]
        changes = [self._dropped(field, plain(getattr(settings, field))) for field in going]
        kept = {field: value for field, value in settings.extra.items() if field in self.shared}
        changes += [self._dropped(field, value) for field, value in settings.extra.items() if field not in kept]
        if not changes:
            return settings, []
        return edited(settings, extra=kept, **dict.fromkeys(going)), changes

    def _is_carried(self, field: str, settings: Settings) -> bool:
        """A response format and a tool choice may be carried for some of their kinds only."""
        return field in self.carried or f"{field}.{_kind_of(field, settings)}" in self.carried

    def _without_parallel(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings without a word on calls at one time, where the target has none."""
        choice = settings.tool_choice
        if choice is None or choice.parallel is None or not self.carried.isdisjoint(("tool_choice", "tool_choice.parallel")):
            return settings, []
        after = None if choice.mode is None else msgspec.structs.replace(choice, parallel=None)
        reason = f"{self.taker} cannot be told whether several calls may be made at one time"
        loss: Loss = "none" if choice.parallel or choice.mode == "none" else "content"
        return edited(settings, tool_choice=after), [narrowed(self.name, loss, reason, "tool_choice", choice, after)]

    def _without_labels(self, settings: Settings) -> tuple[Settings, list[Change]]:
        """The settings without what the target cannot say of a response format beside its schema. What always holds needs no word."""
        before = settings.response_format
        going = [key for key in ("name", "description", "strict") if type(before) is dict and key in before and not self._says(key, before[key])]
        if not going:
            return settings, []
        after = {key: value for key, value in before.items() if key not in going}
        reason = f"{self.taker} has no counterpart for {' and '.join(map(repr, going))} of a response format"
        change = narrowed(self.name, "none", reason, "response_format", before, after)
        return edited(settings, response_format=after), [change]

    def _says(self, key: str, value: Json) -> bool:
        field = f"response_format.{key}"
        return field in self.carried or (value is True and f"{field}.true" in self.carried)

    def _dropped(self, field: str, value: Json) -> Change:
        return dropped(self.name, loss_of(field, value), f"{self.taker} has no counterpart for the field {field!r}", field, value)


def _kind_of(field: str, settings: Settings) -> str | None:
    """Which response format or tool choice it is."""
    if field == "response_format" and type(settings.response_format) is dict:
        return str(settings.response_format.get("type"))
    if field == "tool_choice" and settings.tool_choice is not None:
        return settings.tool_choice.mode or "auto"
    return None
