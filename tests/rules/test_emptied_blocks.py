"""A block that holds nothing but fields that the target refuses goes as a whole: an empty one would be refused, too."""

from __future__ import annotations

from typing import Any

import pytest

import replayable

Json = Any
BEDROCK = "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0"
GEMINI = "google/gemini-3-pro"
SAID: Json = [{"role": "user", "parts": [{"text": "x"}]}]


@pytest.mark.parametrize(
    ("given", "sent", "target"),
    [
        ({"contents": [{"role": "user", "parts": [{"text": "x"}, {"foo": 1}]}]}, {"contents": SAID}, GEMINI),
        (
            {"systemInstruction": {"parts": [{"text": "S"}, {"temp": 3}]}, "contents": SAID},
            {"systemInstruction": {"parts": [{"text": "S"}]}, "contents": SAID},
            GEMINI,
        ),
        (
            {"messages": [{"role": "user", "content": [{"text": "x"}, {"foo": {"bar": "words"}}]}]},
            {"messages": [{"role": "user", "content": [{"text": "x"}]}]},
            BEDROCK,
        ),
    ],
    ids=["gemini", "instruction", "bedrock"],
)
def test_a_block_of_refused_fields_alone_goes_and_is_told(given: Json, sent: Json, target: str) -> None:
    prepared = replayable.prepare(given, target)
    assert sent == prepared.request
    assert ["refused-field", "unsupported-part"] == [change.rule for change in prepared.changes]
    assert () == prepared.problems
    assert () == replayable.prepare(prepared.request, target).changes
