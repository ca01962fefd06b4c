"""A field of a request that a server of the API takes only with one value, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import ASSISTANT, NO_MESSAGES, OTHER_ROLE, SYSTEM, TOOL, USER
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.report import Change
from replayable.rules.rule import Changes, Reach, RequestRule
from replayable.rules.settings.field_loss import loss_of
from replayable.rules.settings.telling import plain

Ending = tuple[Message, ...]


class RefusedSetting(RequestRule, frozen=True):
    """Drops fields that the server refuses, and sets those that it wants one way in whole requests: a bare list is none yet."""

    name: ClassVar[str] = "refused-setting"
    looks_for: ClassVar[int] = USER | ASSISTANT | TOOL | SYSTEM | OTHER_ROLE | NO_MESSAGES  # settings may stand beside anything
    reach: ClassVar[Reach] = "nothing"

    refused: frozenset[str] = frozenset()
    wanted: Mapping[str, bool] = {}

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only settings matter
        """The settings as the server takes them."""
        wanted = self._wanted_here(settings)
        changes = [self._dropped(field, plain(getattr(settings, field))) for field in sorted(self._refused_here(settings))]
        changes += [self._dropped(field, value) for field, value in settings.extra.items() if field in self.refused]
        changes += [self._set(field, getattr(settings, field), value) for field, value in wanted.items() if getattr(settings, field) is not value]
        if not changes:
            return settings, ending, ()
        extra = {field: value for field, value in settings.extra.items() if field not in self.refused}
        fields = {**dict.fromkeys(self._refused_here(settings)), **wanted}
        return edited(settings, extra=extra, **fields), ending, tuple(changes)

    def _wanted_here(self, settings: Settings) -> Mapping[str, bool]:
        """All of a whole request; what is no request yet has only to change what it says."""
        if settings.model is not None:
            return self.wanted
        return {field: value for field, value in self.wanted.items() if getattr(settings, field) is not None}

    def _refused_here(self, settings: Settings) -> list[str]:
        return [field for field in settings.__struct_fields__ if field in self.refused and getattr(settings, field) is not None]

    def _dropped(self, field: str, value: Json) -> Change:
        reason = f"the server refuses the field {field!r}"
        return Change(rule=self.name, loss=loss_of(field, value), origin=None, reason=reason, before=[{field: value}])

    def _set(self, field: str, before: Json, after: bool) -> Change:
        reason = f"the server wants {field!r} to be {str(after).lower()}"
        told = None if before is None else [{field: before}]
        return Change(rule=self.name, loss="none", origin=None, reason=reason, before=told, after=[{field: after}])
