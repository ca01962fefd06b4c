"""Errors pass from one process to another whole: pools of workers hand them over as bytes."""

from __future__ import annotations

import pickle

import pytest

from replayable import PrefixBroken, PrefixWarning, ReadError
from replayable.errors import NotRepaired
from replayable.ledger import Verdict

RAISED: list[Exception] = [
    ReadError("a.json: empty", line=3, offset=12),
    NotRepaired("a.jsonl: cannot be repaired", path="a.jsonl", backup="a.jsonl.bak"),
    PrefixBroken("session 1: no extension", "1", Verdict(status="broken", messages=2)),
    PrefixWarning("session 1: no extension", "1", Verdict(status="broken", messages=2)),
]


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_an_error_comes_out_of_another_process_with_all_it_says(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(error), str(error), vars(error)) == (type(again), str(again), vars(again))
