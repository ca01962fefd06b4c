"""The rules for items of the Responses API decide as the recorded implementation did in the passes that do the same job."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import replayable
from golden_functions import vectors
from replayable.model.settings import Settings
from replayable.rules import ForeignItem, MisshapenCallId, UnpairedItemId, engine
from replayable.rules.rule import AnyRule
from replayable.signatures import split_ids, text_mark

CALLS = ("toolCall", "toolUse", "functionCall")  # the spellings that the recorded passes know
Messages = list[Any]


def after(vector: vectors.Vector, rule: AnyRule) -> Messages:
    transcript = replayable.read(vector["input"], source="openclaw")
    messages, _, _ = engine.run((rule,), transcript.messages, Settings())
    written: Messages = replayable.write(msgspec.structs.replace(transcript, messages=messages), "openclaw")
    return written


def assistants(messages: Messages) -> list[Any]:
    return [message for message in messages if isinstance(message, dict) and message.get("role") == "assistant" and isinstance(message.get("content"), list)]


def ids(messages: Messages) -> list[Any]:
    return [block.get("id") for message in assistants(messages) for block in message["content"] if isinstance(block, dict) and block.get("type") in CALLS]


def has_foreign_half(vector: vectors.Vector) -> bool:
    """The recorded pass takes ids apart whose first half another made. Here such an id was made anew before. (Ids under another key are
    written under the usual one.)"""
    return any(each is None or ("|fc_" in each and split_ids(each)[1] is None) for each in ids(vector["input"]))


def thoughts(messages: Messages) -> list[Any]:
    """Reasoning, and what is known of the message item of each text."""
    blocks = [block for message in assistants(messages) for block in message["content"] if isinstance(block, dict)]
    return [_thought(block) for block in blocks if block.get("type") in ("thinking", "redacted_thinking", "text")]


def _thought(block: dict[str, Any]) -> Any:
    mark = text_mark(block.get("textSignature"))
    return block["type"], block.get("thinking"), block.get("text"), json.dumps(block.get("thinkingSignature")), mark.id, mark.phase


def test_ids_are_spelled_as_recorded() -> None:
    """Each id by itself: the recorded pass knows no repeats, which get ids of their own here."""
    differing = []
    rule = MisshapenCallId()
    for vector in vectors.load("responsesIds"):
        for stored, recorded in zip(ids(vector["input"]), ids(vectors.answered(vector)), strict=True):
            if isinstance(stored, str):
                lines = [{"role": "assistant", "content": [{"type": "toolCall", "id": stored, "name": "f", "arguments": {}}]}]
                given = ids(after({**vector, "input": lines}, rule))[0]
                if given != recorded:
                    differing.append((stored, recorded, given))
    assert [] == differing


def test_items_without_their_reasoning_lose_their_ids_as_recorded() -> None:
    judged = [vector for vector in vectors.load("fcDowngrade") if not has_foreign_half(vector)]
    assert [] == [vector["case"] for vector in judged if ids(after(vector, UnpairedItemId())) != ids(vectors.answered(vector))]
    assert len(judged) > 80


@pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["case"]) for vector in vectors.load("dropStaleReasoning")])
def test_reasoning_from_before_a_change_of_the_route_goes_as_recorded(vector: vectors.Vector) -> None:
    until = vector["options"][0] if vector["options"] else None
    assert thoughts(vectors.answered(vector)) == thoughts(after(vector, ForeignItem(until=until)))
