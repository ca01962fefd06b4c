"""Every rule, in the one order in which they may run."""

from __future__ import annotations

from replayable.on_demand import found
from replayable.rules import HOMES
from replayable.rules.rule import AnyRule

CATALOG: tuple[type[AnyRule], ...] = tuple(found(f"replayable.rules.{home}:{name}") for name, home in HOMES.items())
