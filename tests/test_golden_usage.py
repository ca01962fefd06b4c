"""Usage from before a compaction is set to nothing in the turns in which the recorded implementation did it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import replayable
from golden_functions import vectors
from replayable.model.settings import Settings
from replayable.rules import StaleUsage, engine
from replayable.rules.provenance.stale_usage import NOTHING

VECTORS = vectors.load("usage")


def _ours(vector: vectors.Vector) -> vectors.Messages:
    transcript = replayable.read(vector["input"], source="openclaw")
    messages, _, _ = engine.run((StaleUsage(),), transcript.messages, Settings())
    written: vectors.Messages = replayable.write(msgspec.structs.replace(transcript, messages=messages), "openclaw")
    return written


def _set_to_nothing(given: vectors.Messages, answered: vectors.Messages) -> list[int]:
    """The places of the assistant turns that had a usage and have none any more. That openclaw also completes what is told of a turn's
    cost is no part of it: here that stays as it is stored."""
    pairs = zip(given, answered, strict=True)
    return [place for place, (before, after) in enumerate(pairs) if _says(before) and isinstance(after, dict) and after.get("usage") == NOTHING]


def _says(message: Any) -> bool:
    usage = message.get("usage") if isinstance(message, dict) and message.get("role") == "assistant" else None
    return isinstance(usage, dict) and any(isinstance(value, int | float) and value > 0 for value in usage.values())


@pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["case"]) for vector in VECTORS])
def test_usage_is_stale_where_it_was_recorded_to_be(vector: vectors.Vector) -> None:
    assert _set_to_nothing(vector["input"], vectors.answered(vector)) == _set_to_nothing(vector["input"], _ours(vector))


def test_the_vectors_hold_stale_usage() -> None:
    assert 115 == sum(len(_set_to_nothing(vector["input"], vectors.answered(vector))) for vector in VECTORS)
