"""Fields that go from what was stored, and parts that have no place: what the notation of the pages cannot show."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from replayable.model.building import message
from replayable.model.facts import ODD_FIELD
from replayable.model.parts import Media, Opaque, Part, ServerCall, Text, ToolCall, ToolResult
from replayable.model.settings import Settings
from replayable.model.values import Json
from replayable.report import Loss
from replayable.rules import engine
from replayable.rules.content.refused_field import RefusedField
from replayable.rules.content.unsupported_part import UnsupportedPart
from replayable.words import has_words

STRICT = RefusedField(
    message_fields=frozenset({"role", "content"}),
    block_fields={"text": frozenset({"type", "text"}), "tool_result": frozenset({"type", "tool_use_id", "content"})},
)


def test_a_block_stays_one_object_in_its_message_and_its_part() -> None:
    block: dict[str, Any] = {"type": "text", "text": "a", "parsed": {"x": 1}}
    stored = {"role": "assistant", "content": [block], "id": "msg_1"}
    given = message("assistant", (Text("a", block),), 2, stored, scan=ODD_FIELD)
    (after,), _, changes = engine.run((STRICT,), (given,), Settings())
    assert {"role": "assistant", "content": [{"type": "text", "text": "a"}]} == after.raw
    assert after.parts[0].raw is after.raw["content"][0]
    assert (True, True) == (after.intact, after.parts[0].intact)
    assert [("none", 2), ("none", 2)] == [(change.loss, change.origin) for change in changes]


def test_what_was_stored_is_not_changed() -> None:
    stored = {"role": "assistant", "content": [{"type": "text", "text": "a", "parsed": 1}], "usage": {"total": 1}}
    kept = copy.deepcopy(stored)
    engine.run((STRICT,), (message("assistant", (Text("a"),), 0, stored, scan=ODD_FIELD),), Settings())
    assert kept == stored


def test_a_block_within_a_result_is_cleaned() -> None:
    inner: dict[str, Any] = {"type": "text", "text": "12 C", "annotations": None}
    block: dict[str, Any] = {"type": "tool_result", "tool_use_id": "c1", "content": [inner]}
    given = message("user", (ToolResult("c1", (Text("12 C", inner),), block),), 0, {"role": "user", "content": [block]}, scan=ODD_FIELD)
    (after,), _, _ = engine.run((STRICT,), (given,), Settings())
    (result,) = after.parts
    assert type(result) is ToolResult
    assert {"type": "text", "text": "12 C"} == result.parts[0].raw
    assert result.parts[0].raw is after.raw["content"][0]["content"][0]


def test_what_a_tool_was_called_with_is_no_block() -> None:
    block = {"type": "tool_use", "id": "c1", "name": "f", "input": [{"type": "text", "odd": 1}]}
    given = message("assistant", (ToolCall("c1", "f", block["input"], block),), 0, {"role": "assistant", "content": [block]}, scan=ODD_FIELD)
    (after,), _, changes = engine.run((STRICT,), (given,), Settings())
    assert (True, ()) == (after is given, changes)


@pytest.mark.parametrize(
    ("field", "value", "loss"),
    [
        ("usage", {"note": "x"}, "none"),
        ("reasoning", "hm", "content"),
        ("weight", 1, "none"),
        ("extra", {"id": "x"}, "none"),
        ("extra", [{"note": "x"}], "content"),
    ],
)
def test_a_field_with_words_is_a_loss(field: str, value: Json, loss: Loss) -> None:
    given = message("assistant", (Text("a"),), 0, {"role": "assistant", "content": "a", field: value}, scan=ODD_FIELD)
    _, _, (change,) = engine.run((STRICT,), (given,), Settings())
    assert (loss, [{field: value}]) == (change.loss, change.before)


def test_words_are_looked_for_at_any_depth() -> None:
    deep: Json = "word"
    for _ in range(5_000):
        deep = [deep]
    assert has_words(deep)


CHAT = UnsupportedPart(format="openai-chat", parts={"user": frozenset({"text", "tool-result"}), "assistant": frozenset({"text", "tool-call"})})


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Media("image", media_type="image/png", data="aGk="), "[image omitted: image/png]"),
        (Media("image", url="data:image/png;base64,aGk="), "[image omitted: of unknown type]"),
        (Media("file", file_id="file_1"), "[file omitted: file_1]"),
        (Media("document", url="https://a.example/b.pdf", media_type="application/pdf"), "[document omitted: https://a.example/b.pdf]"),
        (ToolCall("c1", None, {}), "[tool call omitted: c1]"),
        (Opaque("mystery", {"type": "mystery", "note": "x"}, format="gemini"), "[mystery omitted: not known to this API]"),
        (Opaque("mystery", {"type": "mystery", "id": "x"}, format="gemini"), None),
    ],
)
def test_a_part_without_a_place_leaves_a_text_that_names_it(part: Part, words: str | None) -> None:
    (after,), _, (change,) = engine.run((CHAT,), (message("user", (Text("Look:"), part), 1),), Settings())
    assert [Text("Look:"), *([] if words is None else [Text(words)])] == list(after.parts)
    assert ("content", 1) == (change.loss, change.origin)


def test_an_image_in_an_assistant_turn_is_named_though_a_user_may_send_one() -> None:
    rule = UnsupportedPart(parts={"user": frozenset({"text", "image"}), "assistant": frozenset({"text"})})
    image = Media("image", media_type="image/png", data="aGk=", cache={"type": "ephemeral"})
    user, assistant = message("user", (image,)), message("assistant", (image,))
    after, _, _ = engine.run((rule,), (user, assistant), Settings())
    assert after[0] is user
    assert [Text("[image omitted: image/png]", cache={"type": "ephemeral"})] == list(after[1].parts)


def test_a_provider_s_own_tool_stays_in_its_own_format_only() -> None:
    own = ServerCall("s1", "web_search", {"input": {"query": "x"}}, format="openai-chat")
    foreign = ServerCall("s1", "web_search", {"input": {"query": "x"}}, format="anthropic")
    (after,), _, _ = engine.run((CHAT,), (message("assistant", (own, foreign)),), Settings())
    assert [own, Text("[provider's tool call omitted: web_search]")] == list(after.parts)


def test_a_custom_call_whose_input_never_came_stays_without_arguments() -> None:
    (after,), _, (change,) = engine.run((CHAT,), (message("assistant", (ToolCall("c1", "patch", None, kind="custom"),)),), Settings())
    (call,) = after.parts
    assert type(call) is ToolCall
    assert ("function", None, "none") == (call.kind, call.arguments, change.loss)
