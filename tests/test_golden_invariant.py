"""Where the recorded implementation refuses to replay a history over the Responses API, the contract finds why, and the rules mend it."""

from __future__ import annotations

import pytest

import replayable
from golden_functions import vectors

TARGET = "openai/gpt-5"
UNPAIRED = frozenset({"responses-call-without-output", "responses-output-without-call", "responses-missing-required"})
VECTORS = vectors.load("responsesInvariant")


def _found(vector: vectors.Vector) -> set[str]:
    request = replayable.convert(vector["input"], "openai-responses", source="openclaw").payload
    return {problem.rule for problem in replayable.check(request, TARGET)} & UNPAIRED


@pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["case"]) for vector in VECTORS])
def test_the_contract_finds_calls_and_results_without_each_other_where_the_recorded_invariant_does(vector: vectors.Vector) -> None:
    assert ("error" in vector) == bool(_found(vector))


@pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["case"]) for vector in VECTORS])
def test_nothing_of_it_is_left_in_a_prepared_request(vector: vectors.Vector) -> None:
    assert () == replayable.prepare(vector["input"], TARGET, source="openclaw").problems


def test_the_vectors_hold_both() -> None:
    assert (34, 14) == (sum("error" in vector for vector in VECTORS), sum("error" not in vector for vector in VECTORS))
