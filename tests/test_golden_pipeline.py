"""Whole histories are prepared as the recorded implementation prepared them for its adapters, or a named deviation says why not.

What counts as alike is decided by tests/handed/tools/golden.py; which differences are excused from the start, by DEVIATIONS.json."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

import replayable
from golden_functions import histories, vectors
from replayable import policies
from replayable.targets import parse_target

golden = importlib.import_module("golden")
GOLDEN = vectors.HANDED / "golden"
EXCUSED = json.loads((GOLDEN / "DEVIATIONS.json").read_text(encoding="utf-8"))
DOCUMENT = Path(__file__).parent.parent / "docs" / "deviations.md"
HISTORIES = [vector for vector in golden.load(GOLDEN / "pipeline.jsonl.gz") if vector.get("error_kind") != "crash"]


class Outcome(NamedTuple):
    """How many histories of a target are alike, differ in a way that is excused, and differ by a deviation that has a name."""

    alike: int
    excused: int
    named: int


# A change of any number wants a look.
OUTCOMES: dict[str, Outcome] = {
    "anthropic-fable-5-1": Outcome(25, 14, 1),
    "anthropic-opus-4-6": Outcome(28, 13, 1),
    "anthropic-sonnet-3-7": Outcome(30, 10, 1),
    "anthropic-sonnet-4-5": Outcome(27, 15, 0),
    "anthropic-sonnet-4-6": Outcome(27, 14, 1),
    "anthropic-vertex": Outcome(26, 15, 1),
    "bedrock-claude": Outcome(26, 14, 2),
    "bedrock-fable-5-1": Outcome(27, 13, 2),
    "custom-claude-responses": Outcome(27, 13, 2),
    "custom-vllm": Outcome(26, 15, 1),
    "custom-vllm-reasoning": Outcome(24, 15, 3),
    "github-copilot-claude": Outcome(29, 11, 1),
    "google-gemini-3": Outcome(28, 12, 2),
    "google-gemini-cli": Outcome(31, 7, 4),
    "minimax-anthropic": Outcome(21, 20, 1),
    "mistral": Outcome(30, 9, 3),
    "moonshot-kimi": Outcome(27, 12, 2),
    "ollama-native": Outcome(26, 16, 0),
    "openai-codex": Outcome(28, 14, 0),
    "openai-completions": Outcome(29, 12, 1),
    "openai-gpt5": Outcome(24, 17, 1),
    "openrouter-anthropic": Outcome(25, 16, 1),
    "openrouter-gemini": Outcome(27, 12, 2),
    "openrouter-mistral": Outcome(29, 13, 0),
    "openrouter-other": Outcome(31, 11, 0),
    "xai": Outcome(28, 12, 1),
}


def _outcome(vector: vectors.Vector) -> str:
    """ "alike", "excused", or the name of the deviation; the case's own name where nothing explains the difference."""
    recorded = golden.recorded(vector)
    ours = golden.answer(vector)
    if recorded is not None and golden.compare(vector, ours)[0] != "differs":
        return "alike"
    if golden.excuse(vector, EXCUSED) is not None:
        return "excused"
    return histories.name_of(vector) or str(vector["case"])


@pytest.mark.parametrize("target", golden.TARGETS)
def test_histories_are_prepared_as_recorded_or_a_named_deviation(target: str) -> None:
    found = Counter(_outcome(vector) for vector in HISTORIES if vector["target"] == target)
    names = {name for name, _ in histories.HISTORIES}
    assert [] == [name for name in found if name not in names | {"alike", "excused"}]
    assert OUTCOMES[target] == Outcome(found["alike"], found["excused"], sum(found[name] for name in names))


# What openclaw hands on of these, written for the target as it is, breaks this refusal of the target's API.
REFUSED: dict[str, str] = {
    "pipe-openai-gpt5-058": "responses-call-without-output",
    "pipe-custom-vllm-009": "chat-tool-calls-without-tool",
    "pipe-custom-vllm-reasoning-039": "chat-tool-calls-without-tool",
    "pipe-custom-claude-responses-062": "responses-call-without-output",
    "pipe-moonshot-kimi-016": "kimi-tool-pairing",
    "pipe-minimax-anthropic-043": "minimax-tool-mismatch",
    "pipe-anthropic-opus-4-6-032": "anthropic-tool-use-without-result",
    "pipe-anthropic-vertex-041": "anthropic-duplicate-tool-result",
    "pipe-bedrock-claude-046": "bedrock-tool-result-exceeds",
    "pipe-google-gemini-3-054": "gemini-function-count",
    "pipe-mistral-050": "mistral-result-id-match",
    "pipe-mistral-064": "mistral-call-result-count",
    "pipe-openrouter-gemini-017": "chat-tool-calls-without-tool",
    "pipe-anthropic-sonnet-4-6-027": "anthropic-thinking-signature-missing",
    "pipe-anthropic-fable-5-1-050": "anthropic-thinking-signature-invalid",
    "pipe-bedrock-claude-055": "bedrock-claude-inherits",
    "pipe-moonshot-kimi-064": "kimi-empty-assistant",
    "pipe-google-gemini-3-034": "gemini-thought-signature-base64",
    "pipe-google-gemini-cli-046": "gemini-thought-signature-base64",
    "pipe-bedrock-fable-5-1-039": "bedrock-blank-text",
}


@pytest.mark.parametrize(("case", "refusal"), REFUSED.items())
def test_what_was_recorded_instead_is_refused(case: str, refusal: str) -> None:
    vector = next(vector for vector in HISTORIES if vector["case"] == case)
    target, options = golden.TARGETS[vector["target"]]
    route = parse_target(target, options.get("api"))
    as_it_is = replayable.convert(golden.recorded(vector), policies.format_of(route.api), source="openclaw").payload
    assert refusal in {problem.rule for problem in replayable.check(as_it_is, target, **options)}


@pytest.mark.parametrize("place", range(len(golden.TARGETS)), ids=list(golden.TARGETS))
def test_histories_of_other_targets_are_accepted_and_what_was_prepared_of_them_is_at_rest(place: int) -> None:
    """Each history meets a target that it was not made for, each target every so many."""
    target, options = list(golden.TARGETS.values())[place]
    for vector in HISTORIES[place :: len(golden.TARGETS)]:
        prepared = replayable.prepare(golden.history_of(vector), target, source="openclaw", **options)
        if any(problem.rule.endswith(("-empty-messages", "-empty-contents")) for problem in prepared.problems):
            continue  # nothing was said in it
        again = replayable.prepare(prepared.request, target, **options)
        assert (vector["case"], (), ()) == (vector["case"], prepared.problems, again.changes)


def test_every_deviation_of_whole_histories_is_explained_under_its_name() -> None:
    headings = {line[3:].strip() for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("## ")}
    assert set() == {name for name, _ in histories.HISTORIES} - headings
