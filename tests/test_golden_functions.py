"""Our rules decide as the recorded implementation did, pass by pass, except where docs/deviations.md says why not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from golden_functions import deviations, vectors
from replayable.model.building import message
from replayable.model.facts import SILENT
from replayable.model.parts import Text
from replayable.model.settings import Settings
from replayable.rules import SilentReply, engine

DOCUMENT = Path(__file__).parent.parent / "docs" / "deviations.md"

# How many vectors of each pass are decided alike, and how many differ by which deviation. A change of any number wants a look.
OUTCOMES: dict[str, dict[str, int]] = {
    "pairing": {
        "alike": 117,
        "calls in another spelling": 18,
        "results of no call that are kept": 4,
        "failed turns that keep unanswered calls": 9,
        "failed turns with something real": 7,
        "padded ids": 1,
    },
    "inputs": {
        "alike": 132,
        "calls in another spelling": 4,
        "signed turns as a whole": 3,
        "finished calls with an input": 5,
        "answered calls without input": 5,
        "answered calls with an impossible name": 5,
        "blank or missing ids": 2,
    },
    "ids": {
        "alike": 121,
        "calls in another spelling": 22,
        "padded ids": 7,
        "blank or missing ids": 5,
        "ids that come again in later turns": 1,
    },
    "spelling": {
        "alike": 115,
        "calls in another spelling": 21,
        "padded ids": 5,
        "blank or missing ids": 2,
        "ids that come again in later turns": 3,
        "ids of signed turns": 10,
    },
    "normalize": {
        "alike": 136,
        "silent replies beside a call": 14,
        "mirrors that are the only record": 5,
        "metadata in assistant turns": 1,
    },
    "dropThinking": {
        "alike": 85,
        "turns without words": 9,
        "content that is no list of blocks": 2,
    },
    "stripInvalidSignatures": {
        "alike": 71,
        "names of fields in place of signatures": 24,
        "objects in place of signatures": 14,
        "unsigned reasoning of the latest turn": 8,
        "content that is no list of blocks": 3,
    },
    "stripStaleSignatures": {
        "alike": 92,
        "names of fields in place of signatures": 7,
        "encrypted reasoning without its data": 3,
    },
    "interSession": {
        "alike": 64,
        "content that is no list of blocks": 2,
    },
    "validateAnthropic": {
        "alike": 74,
        "content that is no list of blocks": 10,
        "calls that nothing answers at once": 47,
        "rows of other roles between turns": 1,
    },
}


@pytest.mark.parametrize("function", vectors.FAMILIES)
def test_decisions_are_those_recorded_or_a_named_deviation(function: str) -> None:
    found: Counter[str] = Counter()
    unexplained = []
    for vector, theirs, mine in vectors.every(function):
        want, got = vectors.decisions(theirs, vector), vectors.decisions(mine, vector)
        name = "alike" if want == got else deviations.deviation_of(vector)
        found[name or "unexplained"] += 1
        if name is None:
            unexplained.append(vector["case"])
    assert [] == unexplained
    assert OUTCOMES[function] == dict(found)


def test_ids_are_spelled_as_recorded_or_a_named_deviation() -> None:
    found: Counter[str] = Counter()
    for vector, theirs, mine in vectors.every("ids"):
        alike = vectors.spelling(theirs) == vectors.spelling(mine)
        found["alike" if alike else deviations.deviation_of(vector, "spelling") or vector["case"]] += 1
    assert OUTCOMES["spelling"] == dict(found)


def test_silent_texts_are_those_recorded() -> None:
    differing = []
    for vector in vectors.load("silent"):
        turn = message("assistant", (Text(vector["input"]),), 0, scan=SILENT)
        _, _, changes = engine.run((SilentReply(),), (turn,), Settings())
        if bool(changes) != vector["output"]:
            differing.append(vector["input"])
    assert [] == differing


def test_every_deviation_is_explained_under_its_name() -> None:
    headings = [line[3:].strip() for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]
    names = [each.name for each in deviations.DEVIATIONS]
    assert names == [heading for heading in headings if heading in names]
