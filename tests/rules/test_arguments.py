"""Arguments of every kind become the object that is meant, and nothing of them is lost unsaid."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import replayable
from replayable.model.building import message
from replayable.model.parts import RAW_ARGUMENTS, ToolCall
from replayable.model.settings import Settings
from replayable.rules import engine
from replayable.rules.calls.arguments import How, object_of
from replayable.rules.calls.overlong_arguments import OverlongArguments

CASES: list[tuple[Any, dict[str, Any], How, bool]] = [
    ({"a": 1}, {"a": 1}, "object", True),
    (None, {}, "empty", True),
    ([], {}, "empty", True),
    ("", {}, "empty", True),
    (" \ufeff\n", {}, "empty", True),
    ("null", {}, "empty", True),
    ("[ ]", {}, "empty", True),
    ('{"a": 1}', {"a": 1}, "text", True),
    ("{}", {}, "text", True),
    ('{"a": "x\ny\t"}', {"a": "x\ny\t"}, "text", True),
    ('"{\\"a\\":1}"', {"a": 1}, "nested", True),
    ('"\\"{\\\\\\"a\\\\\\":1}\\""', {"a": 1}, "nested", True),
    ('{"a":1}{"a":1}', {"a": 1}, "glued", True),
    ('{}{"a":1}', {"a": 1}, "glued", True),
    ('{"a":1}\n{"b":2}', {"a": 1, "b": 2}, "glued", True),
    ('{"a": 1}{"b": "x', {"a": 1, "b": "x"}, "glued", True),
    ('{"a":1}{"a":2}', {RAW_ARGUMENTS: '{"a":1}{"a":2}'}, "wrapped", True),
    ('{"a":1}{"a":true}', {RAW_ARGUMENTS: '{"a":1}{"a":true}'}, "wrapped", True),
    ('{"a":1}}', {"a": 1}, "mended", True),
    ('{"a":[1,2,],}', {"a": [1, 2]}, "mended", True),
    ("{'a': 'it\\'s', 'b': True, 'c': None, 'd': 'say \"x\"'}", {"a": "it's", "b": True, "c": None, "d": 'say "x"'}, "mended", True),
    ('```json\n{"a":1}\n```', {"a": 1}, "text", True),
    ('{"command": "echo hello', {"command": "echo hello"}, "cut", True),
    ('{"a": 1,', {"a": 1}, "cut", True),
    ('{"a":{"b":[1,2', {"a": {"b": [1, 2]}}, "cut", True),
    ("{'a': 'x'", {"a": "x"}, "cut", True),
    ('{"a": 1, "b', {"a": 1}, "cut", False),
    ('{"a": 1, "b":', {"a": 1}, "cut", False),
    ('{"a": 1, "b": fal', {"a": 1}, "cut", False),
    ('{"a": 1, "b": "x\\u12', {"a": 1, "b": "x"}, "cut", False),
    ('{"a": "x\\', {"a": "x"}, "cut", False),
    ('{"a": "x\n\\ud83d\\', {"a": "x\n\ufffd"}, "cut", False),
    ('{"a": "\\ud83d\\u0000b"}', {"a": "\ufffdb"}, "text", True),
    ('{"a": NaN, "b": 1e999}', {"a": "NaN", "b": "1e999"}, "text", True),
    ("look it up", {RAW_ARGUMENTS: "look it up"}, "wrapped", True),
    ('"look it up"', {RAW_ARGUMENTS: '"look it up"'}, "wrapped", True),
    ("[1]", {RAW_ARGUMENTS: "[1]"}, "wrapped", True),
    ([1], {RAW_ARGUMENTS: [1]}, "wrapped", True),
    (0, {RAW_ARGUMENTS: 0}, "wrapped", True),
    (False, {RAW_ARGUMENTS: False}, "wrapped", True),
]

# A streaming parser passes over these and drops what follows.
TRAPS = [
    '{"a":[1}',
    '{"a": [1 2], "b": 3',
    '{"a": 1 "b": 2',
    '{"a": "x" "y", "c": "d',
    '{"a": 1.2.3, "b": "x',
    '{"a":{"b":1], "c": 2',
    '{"a":"b" more',
    '{"a":1}</tool>',
]

plain = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=5)
values = st.recursive(st.none() | st.booleans() | st.integers() | plain, lambda each: st.lists(each) | st.dictionaries(plain, each), max_leaves=6)
objects = st.dictionaries(plain, values, max_size=4)
broken = st.text(alphabet="{}[]\"'\\,:` \nau0ntrue1.") | st.text()


@pytest.mark.parametrize(("value", "expected", "how", "whole"), CASES)
def test_arguments_become_the_object_that_is_meant(value: Any, expected: dict[str, Any], how: How, whole: bool) -> None:
    found = object_of(value)
    assert (expected, how, whole) == (found.value, found.how, found.whole)


@pytest.mark.parametrize("text", TRAPS)
def test_a_text_that_is_broken_elsewhere_than_at_its_end_is_kept_whole(text: str) -> None:
    assert {RAW_ARGUMENTS: text} == object_of(text).value


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"a":[', "{'a':"])
def test_depth_beyond_reading_is_kept_whole(opening: str) -> None:
    text = opening * 100_000
    assert {RAW_ARGUMENTS: text} == object_of(text).value


@given(objects, st.data())
def test_what_arrived_before_a_cut_is_kept(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value, ensure_ascii=data.draw(st.booleans()))
    found = object_of(text[: data.draw(st.integers(1, len(text)))])
    assert found.how in ("text", "cut")
    # All members but the last one that arrived are whole.
    for key in list(found.value)[:-1]:
        assert object_of(json.dumps({key: value[key]})).value[key] == found.value[key]


@given(objects)
def test_an_object_survives_being_written_as_text_in_text(value: dict[str, Any]) -> None:
    assert object_of(json.dumps(value)).value == object_of(json.dumps(json.dumps(value))).value


@given(broken)
def test_any_text_gives_an_object_that_can_be_sent(text: str) -> None:
    found = object_of(text)
    assert found.value == msgspec.json.decode(json.dumps(found.value, allow_nan=False))
    assert found.how != "wrapped" or {RAW_ARGUMENTS: text} == found.value


@pytest.mark.parametrize("unit", ["{}", '{"a":1}', "'", '"\\"', "[],", "```", '{"a":[', "\\", ", ", "{'a': '"])
def test_work_grows_with_the_text_and_no_faster(unit: str) -> None:
    short, long = (_calls('{"a":[' + unit * (size // len(unit))) for size in (1_000, 16_000))
    assert long <= 16 * short + 100


def _calls(text: str) -> int:
    """How many functions are called, ours and those of Python's; a count, because a clock tells of the machine."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        object_of(text)
        object_of(text[6:])
    finally:
        sys.setprofile(before)
    return count


WRITTEN: dict[str, Callable[[Any], Any]] = {
    "anthropic/claude-opus-4-6": lambda request: request["messages"][1]["content"][0]["input"],
    "amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0": lambda request: request["messages"][1]["content"][0]["toolUse"]["input"],
    "google/gemini-3-pro": lambda request: request["contents"][1]["parts"][0]["functionCall"]["args"],
    "my-vllm/qwen3-32b": lambda request: json.loads(request["messages"][1]["tool_calls"][0]["function"]["arguments"]),
    "openai/gpt-5": lambda request: json.loads(next(item for item in request["input"] if item.get("type") == "function_call")["arguments"]),
}


@pytest.mark.parametrize("target", WRITTEN)
@pytest.mark.parametrize(("stored", "sent"), [("{bad", {"_raw": "{bad"}), ([1], {"_raw": [1]}), ([], {})])
def test_arguments_that_are_no_object_stay_in_the_transcript_and_are_sent_in_one(target: str, stored: Any, sent: Any) -> None:
    call = {"type": "toolCall", "id": "call_1", "name": "read", "arguments": stored}
    result = {"role": "toolResult", "toolCallId": "call_1", "toolName": "read", "content": [{"type": "text", "text": "ok"}]}
    prepared = replayable.prepare([{"role": "user", "content": "Go."}, {"role": "assistant", "content": [call]}, result], target, source="openclaw")
    assert sent == WRITTEN[target](prepared.request)
    assert stored == replayable.write(prepared.transcript, "openclaw")[1]["content"][0]["arguments"]
    assert ["broken-arguments"] == [change.rule for change in prepared.changes if change.loss == "none" and change.rule == "broken-arguments"]
    assert () == prepared.problems


def test_wrapped_arguments_are_cut_as_the_object_that_is_sent() -> None:
    turn = message("assistant", (ToolCall("c", "f", "x" * 100, sent="wrapped"),))
    (after,), _, changes = engine.run((OverlongArguments(longest=100),), (turn,), Settings())
    (call,) = after.parts
    assert isinstance(call, ToolCall)
    assert ({"_raw": "x" * 66 + "[… cut, 100 characters]"}, "as-stored") == (call.arguments, call.sent)
    assert ["content"] == [change.loss for change in changes]
