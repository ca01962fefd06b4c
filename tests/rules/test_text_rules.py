"""Half characters and control characters are found wherever a message has strings."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import replayable
from replayable.model.building import message
from replayable.model.facts import SUSPECT_TEXT
from replayable.model.parts import Opaque, Part, ServerCall, Text, ToolCall
from replayable.model.transcript import Message
from replayable.notation import message_as_json
from replayable.rules.text.characters import CONTROLS, well_formed, without
from replayable.rules.text.control_character import ControlCharacter
from replayable.rules.text.lone_surrogate import LoneSurrogate
from replayable.rules.text.strings import mended

units = st.lists(st.sampled_from(["a", "é", "\ud83d", "\ude00", "\udbff", "\udc00", "😀"]), max_size=12).map("".join)
values = st.recursive(units | st.integers() | st.none(), lambda each: st.lists(each) | st.dictionaries(units, each), max_leaves=8)


def _stored(parts: tuple[Part, ...], raw: Any) -> Message:
    return message("assistant", parts, 3, raw, None, SUSPECT_TEXT)


def _by_units(text: str) -> str:
    """Well-formed by going through the code units one by one, as the standard of JavaScript's `toWellFormed` says it."""
    out, rest = "", text
    while rest:
        first, second = rest[0], rest[1:2]
        if "\ud800" <= first <= "\udbff" and "\udc00" <= second <= "\udfff" and second:
            out += chr(0x10000 + ((ord(first) - 0xD800) << 10) + ord(second) - 0xDC00)
            rest = rest[2:]
            continue
        out += "\ufffd" if "\ud800" <= first <= "\udfff" else first
        rest = rest[1:]
    return out


@given(units)
def test_halves_side_by_side_are_one_character_and_others_are_replaced(text: str) -> None:
    assert _by_units(text) == well_formed(text)


@given(values)
def test_a_mended_value_can_be_written_and_keeps_its_shape(value: Any) -> None:
    after = mended(value, well_formed)
    msgspec.json.encode(after)
    assert after is mended(after, well_formed)
    assert _shape(value) == _shape(after)


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return [_shape(each) for each in value.values()]
    return [_shape(each) for each in value] if isinstance(value, list) else type(value)


def test_a_value_is_mended_however_deep_it_is() -> None:
    value: Any = "\ud83d"
    for _ in range(50_000):
        value = [value]
    after = mended(value, well_formed)
    while type(after) is list:
        after = after[0]
    assert "\ufffd" == after


def test_the_callers_objects_stay_as_they_were() -> None:
    arguments = {"k\ud83d": ["\ud83d"]}
    raw = {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": arguments}]}
    before = _stored((ToolCall("c", "f", arguments, raw["content"][0]),), raw)  # type: ignore[arg-type]
    after, _ = LoneSurrogate().repair(before)
    assert {"k\ud83d": ["\ud83d"]} == arguments
    assert {"k\ufffd": ["\ufffd"]} == message_as_json(after)["parts"][0]["arguments"]


def test_unknown_blocks_provider_tools_and_unknown_fields_are_mended_too() -> None:
    raw = {"role": "assistant", "note": "\ud83d"}
    before = _stored((Opaque("video", {"title": "\ud83d"}), ServerCall("s", "search", {"input": {"q": "\ud83d"}}), Text("ok")), raw)
    after, changes = LoneSurrogate().repair(before)
    assert [{"title": "\ufffd"}, {"input": {"q": "\ufffd"}}, None] == [part.raw for part in after.parts]
    assert {"role": "assistant", "note": "\ufffd"} == after.raw
    assert not after.intact
    assert [3, 3] == [change.origin for change in changes]


def test_a_field_beside_the_content_is_a_change_of_its_own() -> None:
    after, changes = LoneSurrogate().repair(_stored((Text("ok"),), {"role": "assistant", "note": "\ud83d"}))
    assert {"role": "assistant", "note": "\ufffd"} == after.raw
    assert ["a field beside the content held half a character (a lone surrogate), which JSON parsers refuse"] == [change.reason for change in changes]


def test_arguments_are_looked_at_although_they_were_text_in_what_was_read() -> None:
    raw = {"role": "assistant", "tool_calls": [{"function": {"arguments": '{"a": "\\ud83d"}'}}]}
    after, _ = LoneSurrogate().repair(_stored((ToolCall("c", "f", {"a": "\ud83d"}, raw["tool_calls"][0]),), raw))  # type: ignore[arg-type]
    assert {"a": "\ufffd"} == message_as_json(after)["parts"][0]["arguments"]


def test_reports_can_be_written_as_utf_8() -> None:
    _, changes = LoneSurrogate().repair(_stored((Text("a\ud83d"),), None))
    assert [{"text": "a\\ud83d"}] == changes[0].before
    assert msgspec.json.encode(changes)


@pytest.mark.parametrize("rule", [LoneSurrogate(), ControlCharacter(), ControlCharacter(characters="\n\u2028")])
def test_a_clean_message_comes_back_itself(rule: LoneSurrogate | ControlCharacter) -> None:
    raw = {"role": "assistant", "content": [{"text": "größe 😀 \x1b[0m\t"}, {"text": "b"}]}
    before = _stored((Text("größe 😀 \x1b[0m\t"), Text("b")), raw)
    after, changes = rule.repair(before)
    assert after is before
    assert () == changes


def test_the_controls_that_go_are_those_that_are_no_text() -> None:
    assert "\t\n\r\x1b !\x7f" == without("".join(map(chr, range(0x22))) + "\x7f", CONTROLS)
    assert 28 == len(CONTROLS)


BELL_TOOL = {"name": "re\x07ad", "description": "d\ud83d", "input_schema": {"type": "object", "properties": {"a\x00": {"type": "string"}}}}


@pytest.mark.parametrize("target", ["anthropic/claude-opus-4-6", "openai/gpt-5", "google/gemini-3-pro", "mistral/mistral-large-latest"])
def test_strings_of_the_request_itself_are_cleaned_and_a_second_run_finds_nothing(target: str) -> None:
    request = {
        "model": "cla\x00ude",
        "max_tokens": 9000,
        "system": [{"type": "text", "text": "a\x00", "cache_control": {"type": "ephemeral", "ttl": "5\x00m"}}],
        "tools": [BELL_TOOL],
        "tool_choice": {"type": "tool", "name": "re\x07ad"},
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Hi", "cache_control": {"type": "ephe\x00meral"}}]},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "re\x07ad", "input": {}, "cache_control": {"type": "ephemeral\x00"}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "ok\x00"}]},
        ],
    }
    prepared = replayable.prepare(request, target, source="anthropic")
    sent = json.dumps(prepared.request, ensure_ascii=False)
    assert [] == [character for character in sent if character < " " or "\ud800" <= character <= "\udfff"]
    assert "\\u00" not in sent
    assert "unclean-setting" in {change.rule for change in prepared.changes}
    again = replayable.prepare(prepared.request, target)
    assert () == again.changes
    assert prepared.request == again.request


def test_clean_fields_of_a_request_are_the_very_same() -> None:
    request = {"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": "Hi\x00"}], "metadata": {"user_id": "ü"}}
    prepared = replayable.prepare(request, "anthropic/claude-opus-4-6", source="anthropic")
    assert ["control-character"] == [change.rule for change in prepared.changes]
