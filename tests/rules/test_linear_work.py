"""Twice as much of what is wrong costs twice the work, not four times: counted in calls, so that no clock matters."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import msgspec
import pytest

import replayable
from replayable.model.building import message
from replayable.model.transcript import Message
from replayable.rules.pairing.analysis import Answer, pair
from replayable.rules.pairing.duplicate_tool_result import DuplicateToolResult

Json = Any
BEDROCK = "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0"
DOCUMENT: Json = {"document": {"name": "d", "format": "pdf", "source": {"bytes": "aGk="}}}


def _calls_of(work: Callable[[], object]) -> int:
    """How many functions, Python's own too, are called for the work."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def _in_one_message(number: int) -> list[Json]:
    return [{"role": "user", "content": [*[DOCUMENT] * number, {"text": "x"}]}]


def _in_many_messages(number: int) -> list[Json]:
    return [{"role": "user", "content": [DOCUMENT, {"text": "x"}]}, {"role": "assistant", "content": [{"text": "y"}]}] * number


@pytest.mark.parametrize("history_of", [_in_one_message, _in_many_messages])
def test_documents_of_one_name_cost_what_they_are(history_of: Callable[[int], list[Json]]) -> None:
    def work(number: int) -> int:
        history = history_of(number)
        return _calls_of(lambda: replayable.prepare(history, BEDROCK, source="bedrock"))

    work(10)  # what is imported or remembered at first
    assert work(400) < 2.2 * work(200)


def test_documents_of_one_name_are_numbered_in_order_and_past_names_that_are_taken() -> None:
    names = ["d", "d", "d 3", "d", "d 2", "d"]
    history = [{"role": "user", "content": [{"document": {**DOCUMENT["document"], "name": name}} for name in names] + [{"text": "x"}]}]
    sent = replayable.prepare(history, BEDROCK, source="bedrock").request["messages"][0]["content"]
    assert ["d", "d 2", "d 3", "d 4", "d 2 2", "d 5"] == [part["document"]["name"] for part in sent if "document" in part]


class Looked(tuple[Answer | None, ...]):
    """Answers that count how often all of them are looked at."""

    times = 0

    def __iter__(self) -> Iterator[Answer | None]:
        type(self).times += 1
        return super().__iter__()


def _results(said: Callable[[int], str], number: int) -> list[Json]:
    return [{"role": "tool", "tool_call_id": f"c{index}", "content": said(index)} for index in range(number)]


def test_the_answers_of_a_turn_are_looked_at_once_however_many_are_answered_twice() -> None:
    calls = [{"id": f"c{index}", "type": "function", "function": {"name": "r", "arguments": "{}"}} for index in range(50)]
    history = [{"role": "assistant", "tool_calls": calls}, *_results(lambda index: f"first {index}", 50), *_results(lambda index: f"second {index}", 50)]
    messages: tuple[Message, ...] = (message("user", ()), *replayable.read(history, source="openai-chat").messages)
    turn = next(each for each in pair(messages) if each.strays)
    after, changes = DuplicateToolResult().repair(msgspec.structs.replace(turn, answers=Looked(turn.answers)))
    assert 1 == Looked.times
    assert (50, 50) == (len(after.dropped), len(changes))
    assert {"content"} == {change.loss for change in changes}


def test_a_second_result_that_says_what_another_of_its_turn_says_costs_nothing() -> None:
    calls = [{"id": f"c{index}", "type": "function", "function": {"name": "r", "arguments": "{}"}} for index in range(3)]
    history = [{"role": "user", "content": "q"}, {"role": "assistant", "tool_calls": calls}, *_results(str, 3), *_results(lambda index: str(2 * index), 3)]
    changes = replayable.prepare(history, "mistral/mistral-large-latest", source="openai-chat").changes
    assert ["none", "none", "content"] == [change.loss for change in changes if change.rule == "duplicate-tool-result"]
