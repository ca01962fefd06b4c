"""What counts as a silent reply is what the reference's vectors say."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from replayable.rules.content.silent_text import is_silent

VECTORS = Path(__file__).parents[1] / "handed" / "golden" / "functions.jsonl.gz"


def _vectors() -> list[tuple[str, bool]]:
    with gzip.open(VECTORS, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines if '"silent' in line]
    return [(record["input"], record["output"]) for record in records if record["fn"] == "silent"]


def test_all_74_vectors_are_read() -> None:
    assert 74 == len(_vectors())


@pytest.mark.parametrize(("text", "silent"), _vectors())
def test_a_text_is_silent_where_the_reference_says_so(text: str, silent: bool) -> None:
    assert silent == is_silent(text)


@pytest.mark.parametrize(
    "text", ["NO_REPLY。", "「NO_REPLY」", "— NO_REPLY —", "\ufeffNO_REPLY\u00a0", "<thought>\nx\n</thought>\n\nI\u2019ll keep quiet.\nno_reply"]
)
def test_punctuation_of_any_script_and_a_promise_do_not_make_it_visible(text: str) -> None:
    assert is_silent(text)


@pytest.mark.parametrize(
    "text", ['{"action": "NO_REPLY", "why": "late"}', "[" * 100_000 + "NO_REPLY", '{"a":' * 100_000 + '"NO_REPLY"', "<think>" * 50_000 + "NO_REPLY"]
)
def test_more_than_the_token_is_visible_however_it_is_built(text: str) -> None:
    # Brackets alone are punctuation around the token.
    assert (set(text) <= set("[NO_REPLY")) == is_silent(text)
