"""Where our rules mean to answer otherwise than the recorded implementation. Each is explained in docs/deviations.md.

A deviation is told by the input alone, so that it says beforehand where a difference may be.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import NamedTuple

from golden_functions.vectors import Vector

excuses = importlib.import_module("golden_excuses")


class Deviation(NamedTuple):
    """A meant difference: its name (a heading of docs/deviations.md), the passes where it shows, and which inputs meet it."""

    name: str
    functions: tuple[str, ...]
    is_met: Callable[[Vector], bool]


def _handed(name: str) -> Callable[[Vector], bool]:
    """A predicate of tests/handed/golden/DEVIATIONS.json. Those that ask for a target get one that has no say here."""
    predicate = excuses.PREDICATES[name]
    return lambda vector: bool(predicate({"target": "openai-completions", **vector}))


DEVIATIONS: tuple[Deviation, ...] = ()


def deviation_of(vector: Vector) -> str | None:
    """The name of the first deviation that the vector's input meets."""
    return next((each.name for each in DEVIATIONS if vector["fn"] in each.functions and each.is_met(vector)), None)
