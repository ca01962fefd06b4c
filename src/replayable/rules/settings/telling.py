"""Changes of fields of a request, told alike by all rules for settings."""

from __future__ import annotations

import msgspec

from replayable.model.settings import Tool
from replayable.model.values import Json
from replayable.report import Change, Loss


def dropped(rule: str, loss: Loss, reason: str, field: str, value: Json) -> Change:
    """A change that says that a field went."""
    return Change(rule=rule, loss=loss, origin=None, reason=reason, before=[{field: value}])


def narrowed(rule: str, loss: Loss, reason: str, field: str, before: object, after: object) -> Change:  # noqa: PLR0917 - what a change holds
    """A change that says what became of a field; None where it went."""
    told = None if after is None else [{field: plain(after)}]
    return Change(rule=rule, loss=loss, origin=None, reason=reason, before=[{field: plain(before)}], after=told)


def plain(value: object) -> Json:
    """A field's value as JSON, without what its reader kept and what says nothing."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Tool) and value.server and value.raw is not None:
        return value.raw if value.cache is None else {"tool": value.raw, "cache": value.cache}
    if isinstance(value, msgspec.Struct):
        held = msgspec.structs.asdict(value).items()
        return {key: item for key, item in held if key != "raw" and item is not None and item != {} and not (key == "server" and item is False)}
    return value
