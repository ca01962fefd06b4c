"""What a benchmark found: figures beside their aims, printed and kept for the page.

Each script is called with `--rounds N` and, for the page, `--results FILE`, to which it writes its sheet as JSON.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

Bound = Literal["≤", "≥"]


@dataclass(frozen=True)
class Figure:
    """One figure. `group` is what it was measured on; `value` is None for what could not be had, and `remark` says why."""

    group: str
    name: str
    value: float | None
    unit: str = "×"
    bound: Bound | None = None
    aim: float | None = None
    remark: str = ""

    @property
    def share(self) -> float | None:
        """What was used of what is allowed: 1 is the aim, less is better."""
        if self.value is None or self.aim is None:
            return None
        return self.value / self.aim if self.bound == "≤" else self.aim / self.value

    @property
    def verdict(self) -> str:
        """The aim, and whether it is reached; nothing without one."""
        if self.aim is None:
            return ""
        outcome = "not measured" if self.share is None else "reached" if self.share <= 1 else "MISSED"
        return f"{self.bound} {self.aim:g} {outcome}"

    @property
    def amount(self) -> str:
        """The value with its unit, as people read it."""
        if self.value is None:
            return "–"
        digits = 3 if abs(self.value) < 1 else 2 if abs(self.value) < 100 else 0
        return f"{self.value:,.{digits}f} {self.unit}"

    def __str__(self) -> str:
        return "  ".join(each for each in (f"{self.group}: {self.name}", self.amount, self.verdict, self.remark) if each)


class Sheet:
    """The figures of one script, in the order in which they were found."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.figures: list[Figure] = []

    def at_most(self, group: str, name: str, value: float, aim: float, unit: str = "×") -> Figure:
        return self.add(Figure(group, name, value, unit, "≤", aim))

    def at_least(self, group: str, name: str, value: float, aim: float, unit: str = "×") -> Figure:
        return self.add(Figure(group, name, value, unit, "≥", aim))

    def plain(self, group: str, name: str, value: float, unit: str) -> Figure:
        return self.add(Figure(group, name, value, unit))

    def add(self, figure: Figure) -> Figure:
        self.figures.append(figure)
        return figure

    def save(self, path: Path | None) -> None:
        """Writes the sheet, where a place for it was named."""
        if path is not None:
            path.write_text(json.dumps({"rounds": self.rounds, "figures": [asdict(each) for each in self.figures]}), encoding="utf-8")


def parser(description: str, rounds: int = 5) -> argparse.ArgumentParser:
    """The arguments that every benchmark understands."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--rounds", type=int, default=rounds, help=f"rounds a measurement (default {rounds})")
    made.add_argument("--results", type=Path, metavar="FILE", help="write the figures to this file as well")
    return made
