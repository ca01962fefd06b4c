"""A Chat history that is read without decoding its long texts gives what it gives decoded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import replayable
from replayable import records, slices, synthetic
from replayable.records import Handed

LONG = 'a long text, größer than most → 東京 "quoted" \\ back\n' * 20
CHAT = "openai-chat"


def call(name: str = "read", arguments: str = '{"path": "a"}', id: str = "call_1") -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def text(value: Any) -> Handed:
    return Handed(json.dumps(value, ensure_ascii=False).encode(), "the text", "bytes")


_WORDS = st.sampled_from(["", " ", "ok", LONG, "\n" + LONG, "\u2003", synthetic.TEXT, LONG + "\u2003"])
_LONG_VALUE = json.dumps(LONG)
_ARGUMENTS = st.sampled_from(
    [
        '{"a": 1}',
        "",
        "{",
        "[1]",
        *(
            text.replace("LONG", _LONG_VALUE)
            for text in ('{"a": LONG}', '{ "a" : LONG, "a": 2, "b": {"c": LONG}}', '{"n": 1e400, "a": LONG}', '{"a": LONG', "[LONG]")
        ),
        json.dumps({"a": "\n" + LONG, "\u00e4": [LONG], "b": None, "c": -0.5}),
    ]
)
_IDS = st.sampled_from(["call_1", "call_2", " call_1", ""])
_SIGNED = {"type": "thinking", "thinking": "hm", "signature": "c2lnbmF0dXJl"}
_ENTRIES = st.one_of(
    st.just({"role": "assistant", "content": [_SIGNED, {"type": "text", "text": "so"}]}),
    st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant", "system", "developer", "tool", "odd"]), "content": _WORDS}),
    st.fixed_dictionaries({"role": st.just("tool"), "tool_call_id": _IDS, "content": _WORDS}),
    st.fixed_dictionaries({"role": st.just("user"), "content": st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": _WORDS}), max_size=2)}),
    st.fixed_dictionaries(
        {
            "role": st.just("assistant"),
            "content": st.one_of(st.none(), _WORDS),
            "tool_calls": st.lists(st.builds(call, st.sampled_from(["read", "my tool", "gone", ""]), _ARGUMENTS, _IDS), max_size=3),
        },
        optional={"reasoning_content": _WORDS, "name": _WORDS},
    ),
)


TARGETS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("anthropic/claude-opus-4-6", {}),
    ("anthropic/claude-fable-5-1", {"made_by": "anthropic/claude-fable-5-1"}),
    ("anthropic/claude-sonnet-4-5", {"tools": ["read"]}),
    ("openai/gpt-4.1", {"api": "openai-completions"}),
    ("openai/gpt-5", {}),
    ("vllm/any", {}),
    ("google/gemini-3-pro", {}),
    ("amazon-bedrock/anthropic.claude-sonnet-4-5", {}),
)


@pytest.mark.parametrize(("target", "options"), TARGETS, ids=[target for target, _ in TARGETS])
@given(history=st.lists(_ENTRIES, max_size=8), fields=st.none() | st.just({"model": "gpt-4.1", "tools": [], "temperature": 0.5}))
def test_bytes_and_objects_give_the_same_request_and_the_same_changes(
    target: str, options: dict[str, Any], history: list[Any], fields: dict[str, Any] | None
) -> None:
    value = history if fields is None else {**fields, "messages": history}
    stored = json.dumps(value, ensure_ascii=False).encode()
    read = replayable.prepare(stored, target, source=CHAT, **options)
    expected = replayable.prepare(value, target, source=CHAT, **options)
    assert (expected.request, expected.changes, expected.problems, expected.ids) == (read.request, read.changes, read.problems, read.ids)


@pytest.mark.parametrize(("target", "options"), TARGETS, ids=[target for target, _ in TARGETS])
def test_two_calls_of_one_id_keep_their_results_apart_when_one_goes(target: str, options: dict[str, Any]) -> None:
    history = [
        {"role": "user", "content": "u"},
        {"role": "assistant", "content": "x", "tool_calls": [call("", id="c1"), call("read", id="c1")]},
        {"role": "tool", "tool_call_id": "c1", "content": "r1"},
    ]
    expected = replayable.prepare(history, target, source=CHAT, **options)
    assert expected == replayable.prepare(json.dumps(history).encode(), target, source=CHAT, **options)


def test_reasoning_behind_plain_messages_is_bound_to_what_stands_there() -> None:
    history = [{"role": "user", "content": "u"}, {"role": "assistant", "content": [_SIGNED, {"type": "text", "text": "so"}]}, {"role": "user", "content": "v"}]
    options: dict[str, Any] = {"made_by": "anthropic/claude-fable-5-1"}
    read = replayable.prepare(json.dumps(history).encode(), "anthropic/claude-fable-5-1", source=CHAT, **options)
    assert ("c2lnbmF0dXJl" in read.body.decode(), ()) == (True, read.changes)


def test_a_long_text_is_passed_on_as_it_stood() -> None:
    stored = b'[{"role":"user","content":"' + b"x\\/y" * 200 + b'"},{"role":"assistant","content":""}]'
    assert b'{"messages":[{"role":"user","content":"' + b"x\\/y" * 200 + b'"}]}' == replayable.prepare(stored, "anthropic/claude-opus-4-6", source=CHAT).body


def test_known_texts_are_shorter_than_what_is_passed_on() -> None:
    assert all(len(json.dumps(each)) < slices.LONG for each in synthetic.KNOWN_TEXTS)


@pytest.mark.parametrize(
    "stored",
    [
        b'[{"role":"user","content":"' + b"x" * 600 + b'\xff"}]',  # no UTF-8
        b'[{"role":"user","content":"' + b"x" * 600 + b'\xed\xa0\x80"}]',  # half of a surrogate pair, as bytes
        b'[{"role":"user","content":"' + b"x" * 600 + b'\\ud800"}]',  # half of a surrogate pair, escaped
        b'[{"role":"user","content":"' + b"x" * 600 + b'\\u0000"}]',  # a control character
        b'[{"role":"user","content":"' + b"x" * 600 + b'\x7f"}]',
        b'[{"role":"user"},1]',
        b'{"contents":[]}',
        b'{"role":"user"}\n{"role":"user"}',
        b'"text"',
        b"",
    ],
)
def test_what_is_out_of_order_is_read_the_ordinary_way(stored: bytes) -> None:
    handed = Handed(stored, "the text", "bytes")
    assert slices.taken_apart(handed, "messages") is None or not slices.is_in_order(handed)


@pytest.mark.parametrize("words", [b"x\xff", b"\xed\xa0\x80", b"\\ud800"])
def test_a_format_is_told_although_a_text_is_out_of_order(words: bytes) -> None:
    stored = b'[{"role":"user","content":[{"type":"text","text":"' + words + b'"}]},{"role":"assistant","content":"' + words + b'"}]'
    assert (
        replayable.prepare(stored, "openai/gpt-4.1", api="openai-completions", source=CHAT).body
        == replayable.prepare(stored, "openai/gpt-4.1", api="openai-completions").body
    )


def test_a_history_of_large_pictures_is_not_taken_apart() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * (1 << 20)}}
    found = slices.taken_apart(text([{"role": "user", "content": [picture]}]), "messages")
    assert found is not None
    assert slices.samples(found, frozenset({"role", "content"})) is None


def test_a_value_that_is_nested_too_deep_is_refused_as_ever() -> None:
    stored = b'[{"role":"user","content":' + b"[" * 300 + b"]" * 300 + b"}]"
    with pytest.raises(replayable.ReadError, match="nested deeper than 200 levels"):
        replayable.prepare(stored, "anthropic/claude-opus-4-6", source=CHAT)


def test_a_request_keeps_its_fields_decoded() -> None:
    found = slices.taken_apart(text({"model": "m", "messages": [{"role": "user", "content": LONG}]}), "messages")
    assert found is not None
    assert ({"model": "m"}, ["role", "content"]) == (found.fields, list(found.entries[0]))


@pytest.mark.parametrize(
    "history",
    [
        [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": None, "tool_calls": [call()]},
            {"role": "tool", "tool_call_id": "call_1", "content": LONG},
        ],
        [{"role": "user", "content": "hi"}],
        [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "b"}]}],
        [{"role": "user", "parts": [{"text": "hi"}]}],
        [{"role": "user", "content": [{"text": "hi"}]}] * 100,
        [{"role": "toolResult", "toolCallId": "a", "content": []}],
        [{"role": "system", "content": "x"}, {"role": "user", "content": "hi"}],
    ],
)
@pytest.mark.parametrize("target", ["anthropic/claude-opus-4-6", "openai/gpt-4.1", "google/gemini-3-pro"])
def test_the_format_is_told_as_from_objects(history: list[Any], target: str) -> None:
    stored = json.dumps(history).encode()
    assert replayable.prepare(history, target).transcript.format == replayable.prepare(stored, target).transcript.format


def test_the_transcript_of_slices_can_be_written_in_every_format() -> None:
    history = [{"role": "user", "content": LONG}, {"role": "assistant", "content": "ok"}, {"role": "user", "content": LONG}]
    transcript = replayable.prepare(records.encode(history), "anthropic/claude-opus-4-6", source=CHAT).transcript
    assert [LONG, "ok", LONG] == [part.text for message in transcript.messages for part in message.parts]  # type: ignore[union-attr]
    assert history == json.loads(replayable.write(transcript, "anthropic"))
    assert history == json.loads(replayable.write(transcript, CHAT))
