"""Entries are read, migrated, projected and shown as the recorded implementation did, except where docs/deviations.md says why not."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from replayable import projection, records

HERE = Path(__file__).parent
Vector = dict[str, Any]

# How many vectors of each pass are answered alike, and how many differ by which deviation. A change of any number wants a look.
OUTCOMES: dict[str, dict[str, int]] = {
    "parseEntries": {"alike": 36},
    "migrateEntries": {"alike": 54},
    "sessionContext": {"alike": 57, "branches from before a reset": 2},
    "contextFromJsonl": {"alike": 70, "branches from before a reset": 3, "rows that are no entries": 1},
    "displayHistory": {"alike": 68, "metadata of senders": 8, "blank replies": 2},
}
MADE_UP = ("⚠️ LLM request failed", "The agent run failed before", "The run failed before")


# ---------------------------------------------------------------------------------------------- what is compared
def _vectors(function: str) -> list[Vector]:
    with gzip.open(HERE / "handed" / "golden" / "functions.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = [vector for line in lines if (vector := json.loads(line))["fn"] == function]
    return [vector for vector in found if vector.get("error_kind") != "crash"]


def _entries(text: str) -> list[Any]:
    return [record.value for record in records.load(text).records or ()]


def _parsed(vector: Vector) -> Any:
    return [projection.loaded(entry) for entry in _entries(vector["input"])]


def _migrated(vector: Vector) -> Any:
    return list(projection.migrated(vector["input"], lambda place: f"<id-{place}>"))


def _context(entries: Iterable[Any], vector: Vector) -> Any:
    found = projection.context(list(entries), next(iter(vector["options"]), None))
    model = None if found.model is None else dict(zip(("provider", "modelId"), found.model, strict=True))
    return {"messages": list(found.messages), "thinkingLevel": found.thinking_level, "model": model}


def _context_of_entries(vector: Vector) -> Any:
    return _context(vector["input"], vector)


def _context_of_text(vector: Vector) -> Any:
    return _context(map(projection.loaded, projection.migrated(_entries(vector["input"]), lambda place: f"<id-{place}>")), vector)


def _shown(vector: Vector) -> Any:
    return projection.shown(vector["input"], **({"longest": vector["options"][0]["maxChars"]} if vector["options"] else {}))


ANSWERS: dict[str, Callable[[Vector], Any]] = {
    "parseEntries": _parsed,
    "migrateEntries": _migrated,
    "sessionContext": _context_of_entries,
    "contextFromJsonl": _context_of_text,
    "displayHistory": _shown,
}


def _plain(value: Any) -> Any:
    """Without the data of images, which the recording put a note in the place of, and without the words of made-up texts."""
    if isinstance(value, dict):
        return {key: None if key == "data" and value.get("type") == "image" else _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return "<made up>" if isinstance(value, str) and value.startswith(MADE_UP) else value


# ---------------------------------------------------------------------------------------------- where they may differ
def _rows(vector: Vector) -> list[Any]:
    return _entries(vector["input"]) if isinstance(vector["input"], str) else list(vector["input"])


def _goes_behind_a_reset(vector: Vector) -> bool:
    """After a reset, some row hangs on one from before it."""
    before: set[str] = set()
    known: set[str] = set()
    for row in _rows(vector):
        if isinstance(row, dict) and "id" in row:
            if row.get("type") == "reset":
                before = set(known)
            elif row.get("parentId") in before:
                return True
            known.add(row["id"])
    return False


def _has_a_row_that_is_no_entry(vector: Vector) -> bool:
    return not all(isinstance(row, dict) for row in _rows(vector))


def _user_has_metadata(vector: Vector) -> bool:
    return any(isinstance(row, dict) and row.get("role") == "user" and " (untrusted metadata):" in json.dumps(row) for row in vector["input"])


def _has_a_blank_reply(vector: Vector) -> bool:
    return any(_is_blank_reply(row) for row in vector["input"] if isinstance(row, dict))


def _is_blank_reply(row: dict[str, Any]) -> bool:
    content = row.get("content")
    if row.get("role") != "assistant" or row.get("stopReason") != "stop" or not isinstance(content, list):
        return False
    return bool(content) and all(isinstance(block, dict) and block.get("type") == "text" and not block["text"].strip() for block in content)


DEVIATIONS: tuple[tuple[str, tuple[str, ...], Callable[[Vector], bool]], ...] = (
    ("branches from before a reset", ("sessionContext", "contextFromJsonl"), _goes_behind_a_reset),
    ("rows that are no entries", ("contextFromJsonl",), _has_a_row_that_is_no_entry),
    ("metadata of senders", ("displayHistory",), _user_has_metadata),
    ("blank replies", ("displayHistory",), _has_a_blank_reply),
)


def _deviation_of(vector: Vector) -> str:
    return next((name for name, functions, is_met in DEVIATIONS if vector["fn"] in functions and is_met(vector)), vector["case"])


@pytest.mark.parametrize("function", ANSWERS)
def test_entries_are_projected_as_recorded_or_by_a_named_deviation(function: str) -> None:
    found: Counter[str] = Counter()
    for vector in _vectors(function):
        stored = json.dumps(vector["input"])
        alike = _plain(vector["output"]) == _plain(ANSWERS[function](vector))
        found["alike" if alike else _deviation_of(vector)] += 1
        assert stored == json.dumps(vector["input"])
    assert OUTCOMES[function] == dict(found)


def test_every_deviation_of_a_projection_is_explained_under_its_name() -> None:
    text = (HERE.parent / "docs" / "deviations.md").read_text(encoding="utf-8")
    headings = {line[3:].strip() for line in text.splitlines() if line.startswith("## ")}
    assert set() == {name for name, _, _ in DEVIATIONS} - headings
