"""The settings of a rule as a policy configures it, as JSON and as a short text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from replayable.cli.reports import as_json
from replayable.rules.rule import Rule


def settings_of(rule: Rule) -> dict[str, Any]:
    """The settings by name, as JSON; sets in their alphabetical order, so that the same policy always reads the same."""
    return {name: _ordered(value) for name, value in msgspec.structs.asdict(rule).items()}


def _ordered(value: Any) -> Any:
    if isinstance(value, frozenset | set):
        return sorted(value)
    if isinstance(value, Mapping):
        return {str(key): _ordered(item) for key, item in sorted(value.items())}
    if isinstance(value, msgspec.Struct):
        return {name: _ordered(item) for name, item in msgspec.structs.asdict(value).items()}
    return msgspec.to_builtins(value)


def shown(value: Any, longest: int) -> str:
    """A setting's value in so many characters, and how many there are of a longer one."""
    text = value if isinstance(value, str) and value.isprintable() else as_json(value)
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text)} characters)"
