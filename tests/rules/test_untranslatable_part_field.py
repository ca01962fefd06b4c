"""What is told of stored fields, part by part: what the notation of the pages cannot show."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import replayable
from replayable.model.building import message
from replayable.model.facts import OWN_FIELD
from replayable.model.parts import Media, Text, ToolCall, ToolResult
from replayable.model.settings import Settings
from replayable.model.values import Json
from replayable.report import Change
from replayable.rules import engine
from replayable.rules.content.untranslatable_part_field import UntranslatablePartField

RULE = UntranslatablePartField(
    messages={"": {"role": "", "content": ""}},
    blocks={
        "text": {"type": "", "text": "", "textSignature": "text.mark"},
        "file": {"type": "", "source.data": "", "title": "media.name"},
        "cited": {"type": "", "list.text": ""},
        "reasoning": {"type": "", "*": "reasoning.item"},
        "tool_result": {"type": "", "content": ""},
    },
    carried=frozenset({"document.name", "text.item"}),
)


def told(*parts: Any, stored: Json = None, rule: UntranslatablePartField = RULE) -> tuple[Change, ...]:
    given = message("user", parts, 3, stored, scan=OWN_FIELD)
    kept = copy.deepcopy(given)
    after, _, changes = engine.run((rule,), (given,), Settings())
    assert given == kept
    assert () == engine.run((rule,), after, Settings())[2]
    return changes


def fields(changes: tuple[Change, ...]) -> list[tuple[str, list[Json]]]:
    assert {3} >= {change.origin for change in changes}
    return [(change.loss, change.before) for change in changes]


def test_fields_with_words_and_fields_without_are_told_apart() -> None:
    changes = told(Text("a", {"type": "text", "text": "a", "note": "by hand", "id": "t-1", "at": 7}))
    assert [("content", [{"note": "by hand"}]), ("none", [{"id": "t-1", "at": 7}])] == fields(changes)


def test_the_name_of_a_medium_is_carried_by_its_kind() -> None:
    stored: dict[str, Json] = {"type": "file", "source": {"data": "aGk="}, "title": "a.pdf"}
    assert () == told(Media("document", stored, data="aGk=", name="a.pdf"))
    assert [("content", [{"title": "a.pdf"}])] == fields(told(Media("image", stored, data="aGk=", name="a.pdf")))


def test_a_mark_of_a_text_is_known_by_its_shape() -> None:
    assert () == told(Text("a", {"type": "text", "text": "a", "textSignature": "msg_1"}, signature="msg_1"))
    changes = told(Text("a", {"type": "text", "text": "a", "textSignature": "c2ln"}, signature="c2ln"))
    assert [("none", [{"textSignature": "c2ln"}])] == fields(changes)


def test_a_field_within_a_list_is_told_with_its_place() -> None:
    changes = told(Text("ab", {"type": "cited", "list": [{"text": "a"}, {"text": "b", "page": "nine"}]}))
    assert [("content", [{"list.1.page": "nine"}])] == fields(changes)


def test_all_other_fields_become_what_the_star_says() -> None:
    stored: dict[str, Json] = {"type": "reasoning", "anything": "at all"}
    carrying = UntranslatablePartField(blocks=RULE.blocks, carried=frozenset({"reasoning.item"}))
    assert () == told(Text("a", stored), rule=carrying)
    assert [("content", [{"anything": "at all"}])] == fields(told(Text("a", stored)))


def test_an_object_that_a_message_and_a_part_share_is_told_once() -> None:
    stored: dict[str, Json] = {"role": "tool", "content": "a", "took": "long"}
    assert [("content", [{"took": "long"}])] == fields(told(ToolResult("c1", (Text("a"),), stored), stored=stored))


def test_that_a_tool_failed_is_told_once_and_stays_known() -> None:
    stored: dict[str, Json] = {"type": "tool_result", "content": "a"}
    given = message("user", (ToolResult("c1", (Text("a"),), stored, is_error=True),), 3, None, scan=OWN_FIELD)
    (after,), _, changes = engine.run((RULE,), (given,), Settings())
    assert [("none", [{"is_error": True}])] == fields(changes)
    assert [True] == [part.is_error for part in after.parts if type(part) is ToolResult]


@pytest.mark.parametrize("value", [None, False, "", [], {}])
def test_what_holds_nothing_is_not_told(value: Json) -> None:
    assert () == told(Text("a", {"type": "text", "text": "a", "note": value}), stored={"role": "user", "content": [], "note": value})


def test_a_plain_history_of_every_format_is_not_looked_into() -> None:
    plain: dict[str, list[Json]] = {
        "openai-chat": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [{"type": "text", "text": "Hello"}]}],
        "anthropic": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
        "gemini": [{"role": "user", "parts": [{"text": "Hi"}]}, {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}],
        "bedrock": [{"role": "user", "content": [{"text": "Hi"}]}],
        "openai-responses": [{"role": "user", "content": "Hi"}, {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}],
        "openclaw": [{"role": "user", "content": [{"type": "text", "text": "Hi"}], "timestamp": 1}],
    }
    for name, history in plain.items():
        assert not any(each.facts & UntranslatablePartField.looks_for for each in replayable.read(history, name).messages), name


def test_a_field_that_was_read_in_the_place_of_another_is_told_only_beside_it() -> None:
    rule = UntranslatablePartField(blocks={"toolCall": {"type": "", "name": "", "arguments": "", "input": "else:arguments"}})
    stored: dict[str, Json] = {"type": "toolCall", "name": "f", "input": {"q": "Oslo"}}
    assert () == told(ToolCall("c", "f", {"q": "Oslo"}, stored), rule=rule)
    beside = {**stored, "arguments": {"q": "Bergen"}}
    assert [("content", [{"input": {"q": "Oslo"}}])] == fields(told(ToolCall("c", "f", {"q": "Bergen"}, beside), rule=rule))
