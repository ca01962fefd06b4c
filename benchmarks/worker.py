"""A process that has read a file and does a job on its bytes each time it is told to."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import Any


class Absent(Exception):
    """A job that cannot be done here, and why."""


@dataclass(frozen=True)
class Taken:
    """Seconds of one run, of the processor and by the clock."""

    processor: float
    clock: float


class Worker:
    """Speaks with `jobs.py --serve` or `pi_ai.mjs`. Raises Absent where these cannot do their job."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        except FileNotFoundError as error:
            raise Absent("not installed") from error
        self.version: str = self._answer()["version"]

    def once(self) -> Taken:
        """What one run takes."""
        assert self._process.stdin
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        return Taken(**self._answer())

    def _answer(self) -> dict[str, Any]:
        """What it says. Libraries print what they like, so lines of others are passed over."""
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith("{"):
                answer: dict[str, Any] = json.loads(line)
                if "missing" in answer:
                    raise Absent(f"could not be run: {answer['missing']}")
                return answer
        raise Absent("stopped without an answer")

    def close(self) -> None:
        self._process.communicate()
