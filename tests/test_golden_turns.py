"""Rules about reasoning by turn, turns of one role and the first turn decide as the recorded implementation did, pass by pass.

Where they do not, the input has something that the recorded passes take otherwise on purpose (tests/handed/golden/DEVIATIONS.json)."""

from __future__ import annotations

import importlib
from typing import Any

import msgspec
import pytest

import replayable
from golden_functions import vectors
from replayable.model.settings import Settings
from replayable.rules import AssistantFirstHistory, ConsecutiveAssistantTurns, FinishedReasoning, engine
from replayable.rules.rule import AnyRule

excuses = importlib.import_module("golden_excuses")

RULES: dict[str, AnyRule] = {"dropReasoning": FinishedReasoning(), "validateGemini": ConsecutiveAssistantTurns(), "googleOrdering": AssistantFirstHistory()}

# How many vectors of each pass are decided alike. The others hold a bare block as a message's content, which is read as one block here, or an
# entry without a role between two turns, into which the recorded pass merges by accident.
ALIKE = {"dropReasoning": 96, "validateGemini": 98, "googleOrdering": 36}


@pytest.mark.parametrize("function", RULES)
def test_turns_are_decided_as_recorded(function: str) -> None:
    alike, unexplained = 0, []
    for vector in vectors.load(function):
        want, got = vectors.decisions(vectors.answered(vector), vector), vectors.decisions(_ours(function, vector), vector)
        if want == got:
            alike += 1
        elif not (excuses.odd_content(vector) or excuses.not_a_message(vector)):
            unexplained.append(vector["case"])
    assert [] == unexplained
    assert ALIKE[function] == alike


def _ours(function: str, vector: vectors.Vector) -> vectors.Messages:
    transcript = replayable.read(vector["input"], source="openclaw")
    messages, _, _ = engine.run((RULES[function],), transcript.messages, Settings())
    written: vectors.Messages = replayable.write(msgspec.structs.replace(transcript, messages=messages), "openclaw")
    return written


# ---------------------------------------------------------------------------------------------- prefill behind OpenRouter
PREFILLS = [vector for vector in vectors.load("prefillOpenRouter") if vector["output"]["stripped"]]


@pytest.mark.parametrize("vector", PREFILLS, ids=[vector["case"] for vector in PREFILLS])
def test_a_prefill_goes_behind_openrouter_where_claude_thinks(vector: dict[str, Any]) -> None:
    """Where nothing but it is left it is closed instead: a request needs a turn."""
    sent = replayable.prepare(vector["input"], "openrouter/anthropic/claude-sonnet-4.6", source="openai-chat").request["messages"]
    assert "user" == sent[-1]["role"]
