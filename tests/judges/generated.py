"""Prepared requests of generated damaged histories and of real sessions, one JSON object a line.

python tests/judges/generated.py TARGET [COUNT]
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS))

import replayable  # noqa: E402
import strategies  # noqa: E402

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
SOURCES = ("openai-chat", "anthropic", "openclaw", "gemini")


def requests(target: str, count: int) -> Iterator[dict[str, Any]]:
    """The requests, the same in every run."""
    for source, history in histories(count):
        yield replayable.prepare(history, target, source=source).request
    for path in sorted((TESTS / "handed" / "sessions").glob("pi-*.jsonl")):
        yield replayable.prepare(path, target).request


def histories(count: int) -> list[tuple[str, Any]]:
    """Generated histories, each with its format."""
    found: list[tuple[str, Any]] = []

    @seed(3)
    @settings(
        max_examples=count, database=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None
    )
    @given(st.sampled_from(SOURCES), strategies.damaged())
    def collect(source: str, lines: strategies.Conversation) -> None:
        found.append((source, strategies.WRITERS[source](lines)))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        collect()
    return found


if __name__ == "__main__":
    for request in requests(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000):
        print(json.dumps(request))
