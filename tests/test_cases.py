"""Bugs that users of other tools met, each rebuilt as a small history: tests/handed/cases says what must hold."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

HANDED = Path(__file__).parent / "handed"
sys.path.insert(0, str(HANDED / "tools"))
cases = importlib.import_module("cases")

# The groups that this version answers. What is described in words has a test of its own (065: `rules/test_images.py`; 134: `test_prefix.py`).
GROUPS = ("foundation", "images", "files", "sequence")
CASES: list[dict[str, Any]] = [case for case in cases.load(HANDED / "cases", GROUPS) if case["input_format"] != "description"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_bug_that_users_met_is_answered(case: dict[str, Any]) -> None:
    outcome = cases.run(case)
    assert ("ok", "") == (outcome.status, outcome.detail)
