"""Bedrock's contract finds every refusal of the catalogue where it is, and nothing in a request with every kind of block."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from replayable.contracts import check
from replayable.options import Options
from replayable.report import Problem
from replayable.targets import Target

ENTRIES = json.loads((Path(__file__).parent / "handed/spec/provider-contracts.json").read_text())
CATALOGUE = {entry["id"]: entry for entry in ENTRIES if entry["provider"] == "bedrock-converse"}

CLAUDE = Target("amazon-bedrock", "us.anthropic.claude-sonnet-4-6-v1:0", "bedrock-converse")
NOVA = Target("amazon-bedrock", "amazon.nova-pro-v1:0", "bedrock-converse")

PLACES = {
    "bedrock-tool-result-missing": "/messages/1",
    "bedrock-tool-result-exceeds": "/messages/0/content",
    "bedrock-toolconfig-required": "",
    "bedrock-blank-text": "/messages/0/content/0/text",
    "bedrock-claude-whitespace-text": "/messages/0/content/0/text",
    "bedrock-empty-content": "/messages/1/content",
    "bedrock-alternate": "/messages/1",
    "bedrock-start-with-user": "/messages/0",
    "bedrock-end-with-user": "/messages/1",
    "bedrock-tooluse-input-object": "/messages/1/content/0/toolUse/input",
    "bedrock-toolresult-json-object": "/messages/2/content/0/toolResult/content/0/json",
    "bedrock-tooluseid-shape": "/messages/1/content/0/toolUse/toolUseId",
    "bedrock-toolname-shape": "/messages/1/content/0/toolUse/name",
    "bedrock-content-union": "/messages/0/content/0",
    "bedrock-document-name": "/messages/0/content/1/document/name",
    "bedrock-document-duplicate-name": "/messages/0/content/2/document/name",
    "bedrock-document-needs-text": "/messages/0",
    "bedrock-media-limits": "/messages/0/content/0/image",
    "bedrock-reasoning-signature-unsupported": "/messages/1/content/0/reasoningContent/reasoningText/signature",
    "bedrock-system-empty": "/system/0/text",
}
# Which models refuse text beside results is not known; what Claude's own API refuses has a text of its own each time.
LEFT = {"bedrock-text-and-tool-result-same-turn", "bedrock-claude-inherits"}
# No text was captured, or a longer one stands in the reports.
UNCAPTURED = {"bedrock-end-with-user", "bedrock-document-duplicate-name", "bedrock-media-limits", "bedrock-toolname-shape", "bedrock-content-union"}
# The sketches of these entries break another rule as well.
BESIDE = {
    "bedrock-tooluseid-shape": {"bedrock-tooluseid-shape"},
    "bedrock-media-limits": {"bedrock-start-with-user", "bedrock-end-with-user"},
}


def problems(identifier: str) -> tuple[Problem, ...]:
    entry = CATALOGUE[identifier]
    return check(entry["violating_payload"], CLAUDE if entry["model_scope"] == "Claude" else NOVA, Options())


@pytest.mark.parametrize("identifier", PLACES)
def test_each_refusal_of_the_catalogue_is_found_where_it_is(identifier: str) -> None:
    assert (identifier, PLACES[identifier]) in {(problem.rule, problem.pointer) for problem in problems(identifier)}


@pytest.mark.parametrize("identifier", PLACES)
def test_no_other_refusal_is_named_beside_it(identifier: str) -> None:
    assert {identifier} == {problem.rule for problem in problems(identifier)} - BESIDE.get(identifier, set()) | {identifier}


@pytest.mark.parametrize("identifier", sorted(set(PLACES) - UNCAPTURED))
def test_each_refusal_says_what_the_service_says(identifier: str) -> None:
    errors = [problem.error for problem in problems(identifier) if problem.rule == identifier]
    pattern = "".join(".+" if piece.startswith("{") else re.escape(piece) for piece in re.split(r"(\{\w+\})", CATALOGUE[identifier]["error_text"]))
    assert any(re.fullmatch(pattern, error) for error in errors), errors


def test_every_entry_is_checked_or_said_to_be_left() -> None:
    assert set(CATALOGUE) == set(PLACES) | LEFT


def test_positions_are_filled_in() -> None:
    errors = [problem.error for identifier in PLACES for problem in problems(identifier)]
    assert [] == [error for error in errors if re.search(r"\{[a-z]\}", error)]


def every_block() -> dict[str, Any]:
    document = {"format": "pdf", "name": "Q3 report (1)", "source": {"bytes": "JVBERi0="}}
    return {
        "system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}],
        "toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]},
        "messages": [
            {"role": "user", "content": [{"text": "hi"}, {"document": document}, {"image": {"format": "png", "source": {"bytes": "iVBORw0K"}}}]},
            {
                "role": "assistant",
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "a", "signature": "c2ln"}}},
                    {"text": "One moment."},
                    {"toolUse": {"toolUseId": "t1", "name": "f", "input": {}}},
                ],
            },
            {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"json": {"a": 1}}], "status": "success"}}, {"text": "Go on."}]},
        ],
    }


def test_nothing_is_wrong_with_a_request_with_every_kind_of_block() -> None:
    assert () == check(every_block(), CLAUDE, Options())


def test_tools_that_the_caller_names_count_as_declared() -> None:
    request = every_block()
    del request["toolConfig"]
    assert ["bedrock-toolconfig-required"] == [problem.rule for problem in check(request, CLAUDE, Options())]
    assert () == check(request, CLAUDE, Options(tools=["f"]))


def test_claude_is_held_to_the_rules_of_its_own_api_for_reasoning() -> None:
    request = every_block()
    reasoning = request["messages"][1]["content"].pop(0)
    request["messages"][1]["content"].append(reasoning)
    del reasoning["reasoningContent"]["reasoningText"]["signature"]
    assert ["bedrock-claude-inherits"] * 3 == [problem.rule for problem in check(request, CLAUDE, Options())]


def test_a_prefill_is_taken_by_older_claude_models() -> None:
    messages = [{"role": "user", "content": [{"text": "hi"}]}, {"role": "assistant", "content": [{"text": "ok"}]}]
    older = Target("amazon-bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "bedrock-converse")
    assert () == check({"messages": messages}, older, Options())
    assert ["bedrock-end-with-user"] == [problem.rule for problem in check({"messages": messages}, CLAUDE, Options())]


@pytest.mark.parametrize(
    "request_", [None, [], {}, {"messages": None}, {"messages": [None, 1, {"role": 3}, {"role": "user", "content": [None, {}, {"text": 1}]}]}]
)
def test_whatever_is_checked_nothing_raises(request_: Any) -> None:
    assert check(request_, CLAUDE, Options())
