"""Half a character or a control character in the fields of a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from replayable.model.facts import NO_MESSAGES, SUSPECT_TEXT
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.report import Change
from replayable.rules.rule import Changes, Reach, RequestRule
from replayable.rules.text.characters import CONTROLS, well_formed, without
from replayable.rules.text.strings import Mend, is_clean, mended, spelled_out

_NOT_FIELDS = frozenset({"raw", "intact"})

Ending = tuple[Message, ...]


class UncleanSetting(RequestRule, frozen=True):
    """Cleans every string of the settings: names, descriptions, schemas, stop sequences and what only the format knows."""

    name: ClassVar[str] = "unclean-setting"
    looks_for: ClassVar[int] = SUSPECT_TEXT | NO_MESSAGES  # a request is read as a whole: what is suspect in it is so in its messages, too
    reach: ClassVar[Reach] = "nothing"

    characters: str = CONTROLS

    def repair(self, settings: Settings, ending: Ending, facts: int) -> tuple[Settings, Ending, Changes]:  # noqa: ARG002 - only settings matter
        """The settings with clean strings."""
        if settings.intact and settings.raw is not None and is_clean(settings.raw, self._mend):
            return settings, ending, ()
        fields = {field: getattr(settings, field) for field in settings.__struct_fields__ if field not in _NOT_FIELDS}
        clean = _changed(fields, self._mend)
        raw = mended(settings.raw, self._mend)
        if not clean and raw is settings.raw:
            return settings, ending, ()
        after = msgspec.structs.replace(settings, raw=raw, **clean)
        return after, ending, self._told(settings, fields, clean)

    def _mend(self, text: str) -> str:
        return without(well_formed(text), self.characters)

    def _told(self, settings: Settings, fields: Mapping[str, Any], clean: Mapping[str, Any]) -> Changes:
        """A change for each field; for what no field was made of, one for all of it."""
        told = [self._change(field, _as_json(fields[field]), _as_json(value)) for field, value in clean.items()]
        return tuple(told) or (self._change("request", settings.raw, mended(settings.raw, self._mend)),)

    def _change(self, field: str, before: Json, after: Json) -> Change:
        reason = f"the field {field!r} of the request held control characters or half a character"
        return Change(rule=self.name, loss="none", origin=None, reason=reason, before=[{field: mended(before, spelled_out)}], after=[{field: after}])


def _changed(fields: Mapping[str, Any], mend: Mend) -> dict[str, Any]:
    """The fields that come out otherwise."""
    clean = {field: _clean(value, mend) for field, value in fields.items()}
    return {field: value for field, value in clean.items() if value is not fields[field]}


def _clean(value: Any, mend: Mend) -> Any:
    """The value with clean strings; the very same where nothing was wrong."""
    if isinstance(value, msgspec.Struct):
        changed = _changed(msgspec.structs.asdict(value), mend)
        return msgspec.structs.replace(value, **changed) if changed else value
    if type(value) is tuple:
        items = tuple(_clean(item, mend) for item in value)
        return items if any(one is not other for one, other in zip(items, value, strict=True)) else value
    return mended(value, mend)


def _as_json(value: object) -> Json:
    return msgspec.to_builtins(value)
