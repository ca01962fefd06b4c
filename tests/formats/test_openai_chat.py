"""The format of Chat Completions, with what gateways and other servers add to it."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replayable import synthetic
from replayable.errors import CannotCarry
from replayable.formats.openai_chat import FORMAT
from replayable.model.building import edited, message, with_parts
from replayable.model.facts import ODD_FIELD, SIGNED
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, Text, ToolCall, ToolResult
from replayable.model.settings import Settings
from replayable.model.transcript import Message, Transcript
from replayable.records import Document

MARK = {"type": "ephemeral"}


def read(value: Any) -> Transcript:
    return FORMAT.read(Document(value, None, (), "objects", None, False))


def write(*messages: Message, format: str = "openclaw") -> Any:
    return FORMAT.written(Transcript(messages, format, Settings()))["messages"]


def call(id: str = "c1", arguments: str = "{}", **more: Any) -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": "f", "arguments": arguments}, **more}


CONTENT: list[tuple[dict[str, Any], Part]] = [
    ({"type": "text", "text": "hi"}, Text("hi")),
    ({"type": "text", "text": "hi", "cache_control": MARK}, Text("hi", cache=MARK)),
    ({"type": "refusal", "refusal": "no"}, Text("no", kind="refusal")),
    (
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"}},
        Media("image", media_type="image/png", data="AAAA", detail="low"),
    ),
    ({"type": "image_url", "image_url": "https://example.org/a.png"}, Media("image", url="https://example.org/a.png")),
    ({"type": "image_url", "image_url": {"url": "data:,x"}}, Media("image", url="data:,x")),
    ({"type": "input_audio", "input_audio": {"data": "AAAA", "format": "mp3"}}, Media("audio", media_type="audio/mpeg", data="AAAA")),
    (
        {"type": "file", "file": {"file_data": "data:application/pdf;base64,AAAA", "filename": "a.pdf"}},
        Media("document", media_type="application/pdf", data="AAAA", name="a.pdf"),
    ),
    ({"type": "file", "file": {"file_data": "data:application/zip;base64,AAAA"}}, Media("file", media_type="application/zip", data="AAAA")),
    ({"type": "file", "file": {"file_id": "file-1"}}, Media("file", file_id="file-1", format="openai-chat")),
    ({"type": "video_url", "video_url": {"url": "https://example.org/a.mp4"}}, Media("video", url="https://example.org/a.mp4")),
    ({"type": "document_url", "document_url": "https://example.org/a.pdf"}, Media("document", url="https://example.org/a.pdf")),
    ({"type": "thinking", "thinking": [{"type": "text", "text": "h"}, {"type": "text", "text": "m"}]}, Reasoning("hm")),
    ({"type": "thinking", "thinking": "hm", "signature": "c2ln"}, Reasoning("hm", signature="c2ln")),
    ({"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}}, ToolCall("a", "f", {"x": 1}, stored_id="a")),
    ({"type": "tool_result", "tool_use_id": "a", "content": "1", "is_error": True}, ToolResult("a", (Text("1"),), is_error=True)),
    ({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}, Media("image", media_type="image/png", data="AAAA")),
    ({"type": "image", "source": 5}, Opaque("image", format="openai-chat")),
    ({"type": "not_yet_invented", "x": 1}, Opaque("not_yet_invented", format="openai-chat")),
    ({"type": "text", "text": 5}, Opaque("text", format="openai-chat")),
]


@pytest.mark.parametrize(("stored", "part"), CONTENT, ids=[f"{index}-{stored['type']}" for index, (stored, _) in enumerate(CONTENT)])
def test_a_content_part_becomes_its_part_and_comes_back(stored: dict[str, Any], part: Part) -> None:
    entries = [{"role": "user", "content": [stored]}]
    found = read(entries).messages[0].parts[0]
    assert stored == found.raw
    assert part == _without_raw(found)
    assert {"messages": entries} == FORMAT.written(read(entries))


def _without_raw(part: Part) -> Part:
    bare = edited(part, raw=None)
    return type(bare)(**{field: getattr(bare, field) for field in bare.__struct_fields__ if field != "intact"})


FIELDS: list[tuple[dict[str, Any], tuple[Part, ...]]] = [
    ({"content": "hi", "refusal": None, "tool_calls": None, "annotations": []}, (Text("hi"),)),
    ({"content": None, "refusal": "no"}, (Text("no", {"refusal": "no"}, kind="refusal"),)),
    ({"content": "4", "reasoning_content": "add"}, (Reasoning("add", field="reasoning_content"), Text("4"))),
    ({"content": "4", "reasoning": "add"}, (Reasoning("add", field="reasoning"), Text("4"))),
    ({"content": "4", "reasoning": {"x": 1}}, (Opaque("reasoning", {"reasoning": {"x": 1}}, format="openai-chat"), Text("4"))),
    (
        {
            "content": "4",
            "reasoning_details": [{"type": "reasoning.text", "text": "add", "signature": "c2ln"}, {"type": "reasoning.encrypted", "data": "ZA=="}],
        },
        (
            Reasoning("add", {"type": "reasoning.text", "text": "add", "signature": "c2ln"}, signature="c2ln", field="reasoning_details"),
            Reasoning("", {"type": "reasoning.encrypted", "data": "ZA=="}, redacted="ZA==", field="reasoning_details"),
            Text("4"),
        ),
    ),
    (
        {"content": "4", "thinking_blocks": [{"type": "thinking", "thinking": "add", "signature": "c2ln"}]},
        (Reasoning("add", {"type": "thinking", "thinking": "add", "signature": "c2ln"}, signature="c2ln", field="thinking_blocks"), Text("4")),
    ),
    ({"content": None, "audio": {"id": "audio_1"}}, (Opaque("audio", {"audio": {"id": "audio_1"}}, format="openai-chat"),)),
    ({"content": None, "audio": {"id": "audio_1", "transcript": "hi"}}, (Text("hi", {"audio": {"id": "audio_1", "transcript": "hi"}}),)),
    ({"content": "", "tool_calls": [call()]}, (ToolCall("c1", "f", {}, call(), stored_id="c1"),)),
    ({"content": None, "function_call": {"name": "f", "arguments": "{}"}}, (ToolCall(None, "f", {}, {"name": "f", "arguments": "{}"}, unnumbered=True),)),
    (
        {"content": "Hm.", "tool_calls": [call(extra_content={"google": {"thought_signature": "c2ln"}})]},
        (Text("Hm."), ToolCall("c1", "f", {}, call(extra_content={"google": {"thought_signature": "c2ln"}}), stored_id="c1", signature="c2ln")),
    ),
    (
        {"content": None, "tool_calls": [{"id": "c1", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}]},
        (ToolCall("c1", "sql", "select 1", {"id": "c1", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}, stored_id="c1", kind="custom"),),
    ),
    ({"content": [{"type": "text", "text": "a"}], "cache_control": MARK}, (Text("a", {"type": "text", "text": "a"}, cache=MARK),)),
    ({"content": "a", "weight": 0, "name": "bot"}, (Text("a"),)),
    ({}, ()),
    ({"content": []}, ()),
]


@pytest.mark.parametrize(("fields", "parts"), FIELDS, ids=[f"{index}-{'-'.join(fields) or 'none'}" for index, (fields, _) in enumerate(FIELDS)])
def test_the_fields_of_an_assistant_message_become_parts_and_come_back(fields: dict[str, Any], parts: tuple[Part, ...]) -> None:
    entries = [{"role": "assistant", **fields}]
    transcript = read(entries)
    assert parts == transcript.messages[0].parts
    assert {"messages": entries} == FORMAT.written(transcript)


@pytest.mark.parametrize(("fields", "parts"), FIELDS, ids=[f"{index}-{'-'.join(fields) or 'none'}" for index, (fields, _) in enumerate(FIELDS)])
def test_an_edit_elsewhere_keeps_the_fields_of_an_assistant_message(fields: dict[str, Any], parts: tuple[Part, ...]) -> None:
    stored = {"role": "assistant", **fields}
    found = read([stored]).messages[0]
    touched = Message(found.role, found.parts, 0, found.facts, found.raw, False)
    expected = {"content": "", **stored} if fields == {} else stored
    assert [expected] == write(touched, format="openai-chat")


@pytest.mark.parametrize(
    ("stored", "arguments"),
    [
        ('{"a": 1}', {"a": 1}),
        (' \n{"a": "\\ud800"}', {"a": "\ud800"}),
        ('{"a": NaN}', '{"a": NaN}'),
        ('{"a": 1e999}', '{"a": 1e999}'),
        ('{"a": ', '{"a": '),
        ("", ""),
        ("[1]", "[1]"),
        ({"a": 1}, {"a": 1}),
        (None, None),
        ('{"a":' * 5000, '{"a":' * 5000),
        ("{\ud800}", "{\ud800}"),
    ],
    ids=range(11),
)
def test_arguments_are_decoded_only_where_they_are_an_object(stored: Any, arguments: Any) -> None:
    entry = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": stored}}]}
    found = read([entry]).messages[0].parts[0]
    assert isinstance(found, ToolCall)
    assert arguments == found.arguments


def test_a_renamed_call_keeps_the_text_of_its_arguments_and_its_unknown_fields() -> None:
    stored = read([{"role": "assistant", "content": None, "tool_calls": [call("a b", arguments='{ "x": 1 }', index=0)]}]).messages[0]
    changed = with_parts(stored, (edited(stored.parts[0], id="a_b"),))
    expected = {"role": "assistant", "content": None, "tool_calls": [call("a_b", arguments='{ "x": 1 }', index=0)]}
    assert [expected] == write(changed, format="openai-chat")


def test_repaired_arguments_are_written_anew() -> None:
    stored = read([{"role": "assistant", "content": "x", "tool_calls": [call(arguments='{"x": ')]}]).messages[0]
    changed = with_parts(stored, (stored.parts[0], edited(stored.parts[1], arguments={"x": "\ud800"})))
    assert [{"role": "assistant", "content": "x", "tool_calls": [call(arguments='{"x":"\\ud800"}')]}] == write(changed, format="openai-chat")


def test_calls_that_are_gone_leave_no_empty_list() -> None:
    stored = read([{"role": "assistant", "content": "x", "tool_calls": [call()], "reasoning_content": "hm", "weight": 1}]).messages[0]
    changed = with_parts(stored, stored.parts[1:2])
    assert [{"role": "assistant", "content": "x", "weight": 1}] == write(changed, format="openai-chat")


def test_a_tool_message_holds_one_result() -> None:
    entries = [{"role": "tool", "tool_call_id": "c1", "name": "f", "content": "3 C"}, {"role": "tool", "tool_call_id": "c2", "content": None}]
    first, second = read(entries).messages
    assert (ToolResult("c1", (Text("3 C"),), name="f"),) == first.parts
    assert (ToolResult("c2", ()),) == second.parts
    assert ("tool", 0) == (first.role, first.origin)


def test_an_edited_result_keeps_the_fields_of_its_message() -> None:
    stored = read([{"role": "tool", "tool_call_id": " c1", "content": "3 C", "x": 1}]).messages[0]
    changed = with_parts(stored, (edited(stored.parts[0], call_id="c1"),))
    assert [{"role": "tool", "tool_call_id": "c1", "content": "3 C", "x": 1}] == write(changed, format="openai-chat")


def test_an_emptied_result_has_empty_text() -> None:
    stored = read([{"role": "tool", "tool_call_id": "c1", "content": " "}]).messages[0]
    changed = with_parts(stored, (edited(stored.parts[0], parts=()),))
    assert [{"role": "tool", "tool_call_id": "c1", "content": ""}] == write(changed, format="openai-chat")


def test_a_pair_of_old_is_written_as_it_was_until_it_gets_an_id() -> None:
    entries = [
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "1"},
    ]
    assistant, tool = read(entries).messages
    assert ToolResult(None, (Text("1"),), name="f") == tool.parts[0]
    touched = [Message(each.role, each.parts, each.origin, each.facts, each.raw, False) for each in (assistant, tool)]
    assert entries == write(*touched, format="openai-chat")
    named = [with_parts(assistant, (edited(assistant.parts[0], id="c1"),)), with_parts(tool, (edited(tool.parts[0], call_id="c1"),))]
    expected = [
        {"role": "assistant", "content": None, "tool_calls": [call()]},
        {"role": "tool", "name": "f", "content": "1", "tool_call_id": "c1"},
    ]
    assert expected == write(*named, format="openai-chat")


def test_a_known_text_is_a_synthetic_result() -> None:
    found = read([{"role": "tool", "tool_call_id": "c1", "content": synthetic.TEXT}]).messages[0].parts[0]
    assert ToolResult("c1", (Text(synthetic.TEXT),), synthetic=True) == found


def test_results_in_a_user_message_become_tool_messages_before_it() -> None:
    parts = (ToolResult("a", (Text("1"),), is_error=True), Text("go"), ToolResult("b", (Text("2"), Text("3"))), Text("on"))
    expected = [
        {"role": "tool", "tool_call_id": "a", "content": "1"},
        {"role": "tool", "tool_call_id": "b", "content": [{"type": "text", "text": "2"}, {"type": "text", "text": "3"}]},
        {"role": "user", "content": [{"type": "text", "text": "go"}, {"type": "text", "text": "on"}]},
    ]
    assert expected == write(message("user", parts))


def test_messages_of_other_formats_get_their_shapes() -> None:
    messages = (
        message("system", (Text("one", cache=MARK),)),
        message("developer", (Text("two"),)),
        message("user", (Text("look"), Media("image", media_type="image/png", data="AAAA"))),
        message("assistant", (Reasoning("hm"), Reasoning("so"), Text("a"), ToolCall("c1", "f", {"x": "ä"}, signature="c2ln"))),
        message("assistant", (ToolCall("c2", "f", "{half"),)),
        message("assistant", (Text("no", kind="refusal"),)),
        message("user", (Media("document", media_type="application/pdf", data="AAAA"), Media("audio", media_type="audio/wav", data="BBBB"))),
        message("user", (Media("video", url="https://example.org/v"), Media("file", media_type="application/zip", data="CC", name="a.zip"))),
    )
    signed: dict[str, Any] = {"extra_content": {"google": {"thought_signature": "c2ln"}}}
    expected = [
        {"role": "system", "content": [{"type": "text", "text": "one", "cache_control": MARK}]},
        {"role": "system", "content": "two"},
        {"role": "user", "content": [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]},
        {"role": "assistant", "content": "a", "reasoning_content": "hm\n\nso", "tool_calls": [call("c1", arguments='{"x":"ä"}', **signed)]},
        {"role": "assistant", "content": None, "tool_calls": [call("c2", arguments="{half")]},
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}]},
        {
            "role": "user",
            "content": [
                {"type": "file", "file": {"filename": "file.pdf", "file_data": "data:application/pdf;base64,AAAA"}},
                {"type": "input_audio", "input_audio": {"data": "BBBB", "format": "wav"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "video_url", "video_url": {"url": "https://example.org/v"}},
                {"type": "file", "file": {"filename": "a.zip", "file_data": "data:application/zip;base64,CC"}},
            ],
        },
    ]
    assert expected == write(*messages)


def test_a_marked_result_carries_its_mark_on_its_last_text() -> None:
    expected = [{"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "1", "cache_control": MARK}]}]
    assert expected == write(message("tool", (ToolResult("a", (Text("1"),), cache=MARK),)))


@pytest.mark.parametrize(
    "each",
    [
        message("assistant", (ServerCall("a", "web_search", {}, format="anthropic"),)),
        message("user", (Media("image", file_id="file_1"),)),
        message("user", (Opaque("search_result", {}, format="anthropic"),)),
        message("tool", (ToolResult("a", (Media("document", media_type="application/pdf", data="AAAA"),)),)),
    ],
)
def test_what_has_no_place_is_refused(each: Message) -> None:
    with pytest.raises(CannotCarry, match="take it out first"):
        write(each)


def test_a_call_among_the_content_moves_to_the_calls_when_its_message_is_written_anew() -> None:
    content = [{"type": "text", "text": "Listing."}, {"type": "tool_use", "id": "c1", "name": "f", "input": {}}]
    stored = read([{"role": "assistant", "content": content, "tool_calls": [call()]}]).messages[0]
    assert [Text, ToolCall, ToolCall] == [type(part) for part in stored.parts]
    expected = {"role": "assistant", "content": [{"type": "text", "text": "Listing."}], "tool_calls": [call()]}
    assert [expected] == write(with_parts(stored, stored.parts[:2]), format="openai-chat")
    assert [expected] == write(with_parts(stored, (stored.parts[0], stored.parts[2])), format="openai-chat")


def test_a_mark_of_the_whole_message_stays_or_goes_with_its_text() -> None:
    entry = {"role": "user", "content": "a\x00", "cache_control": MARK}
    stored = read([entry]).messages[0]
    assert (Text("a\x00", cache=MARK),) == stored.parts
    mended = with_parts(stored, (edited(stored.parts[0], text="a"),))
    assert [{"role": "user", "content": "a", "cache_control": MARK}] == write(mended, format="openai-chat")
    unmarked = with_parts(stored, (edited(stored.parts[0], cache=None),))
    assert [{"role": "user", "content": "a\x00"}] == write(unmarked, format="openai-chat")


@pytest.mark.parametrize(
    ("entry", "odd"),
    [
        ({"role": "user", "content": "hi"}, False),
        ({"role": "user", "content": "hi", "name": "ada"}, False),
        ({"role": "assistant", "content": None, "tool_calls": [call()]}, False),
        ({"role": "tool", "tool_call_id": "c1", "content": "x"}, False),
        ({"role": "assistant", "content": "x", "tool_calls": []}, True),
        ({"role": "assistant", "content": "x", "tool_calls": None}, True),
        ({"role": "assistant", "content": None, "tool_calls": [call(index=0)]}, True),
        ({"role": "assistant", "content": "x", "reasoning_content": "y"}, True),
        ({"role": "user", "content": [{"type": "text", "text": "x", "annotations": []}]}, True),
        ({"role": "user", "content": [{"type": "text", "text": "x"}]}, False),
    ],
)
def test_fields_that_only_some_servers_take_are_a_fact(entry: Any, odd: bool) -> None:
    assert odd is bool(read([entry]).messages[0].facts & ODD_FIELD)


@pytest.mark.parametrize(
    ("role", "content", "parts"),
    [
        ("assistant", "", ()),
        ("assistant", None, ()),
        ("user", "", (Text(""),)),
        ("user", None, ()),
        ("system", "", (Text(""),)),
        ("developer", "x", (Text("x"),)),
        ("human", "x", (Text("x"),)),
    ],
)
def test_empty_content_is_text_except_from_the_assistant(role: str, content: Any, parts: tuple[Part, ...]) -> None:
    assert parts == read([{"role": role, "content": content}]).messages[0].parts


@pytest.mark.parametrize("entry", [None, 1, "hi", [], {}, {"role": None, "content": "x"}])
def test_an_entry_without_a_role_is_kept_whole(entry: Any) -> None:
    transcript = read([entry])
    assert message("", (Opaque("", entry, format="openai-chat"),), 0, entry) == transcript.messages[0]
    assert {"messages": [entry]} == FORMAT.written(transcript)


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ([{"role": "user", "content": "hi"}], None),
        ([{"role": "system", "content": "hi"}], None),
        ([], None),
        ([{"role": "developer", "content": "hi"}], True),
        ([{"role": "tool", "content": "hi"}], True),
        ([{"role": "assistant", "content": None, "tool_calls": []}], True),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "u"}}]}], True),
        ([{"role": "assistant", "content": "x", "reasoning_content": "y"}], True),
        ([{"role": "assistant", "content": [{"type": "tool_use", "id": "a"}], "tool_calls": [call()]}], True),
        ([{"role": "assistant", "content": [{"type": "tool_use", "id": "a"}]}], None),
        ({"messages": [{"role": "user", "content": "hi"}], "tools": [{"type": "function", "function": {"name": "f"}}]}, True),
        ({"messages": [{"role": "user", "content": "hi"}], "reasoning_effort": "low"}, True),
        ({"messages": [{"role": "user", "content": "hi"}], "tools": [{"name": "f", "input_schema": {}}]}, False),
        ({"input": []}, False),
        ({"contents": []}, False),
        ([{"role": "toolResult", "content": []}], False),
        ([{"role": "assistant", "content": [{"type": "toolCall", "id": "a"}]}], False),
        ([{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}], False),
        ([{"role": "user", "content": [{"text": "hi"}]}], False),
        ([{"type": "session"}, {"type": "message", "message": {"role": "user"}}], False),
        (None, False),
    ],
)
def test_the_format_is_told_by_what_only_it_has(value: Any, verdict: bool | None) -> None:
    assert verdict is FORMAT.sniff(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["role", "content", "type", "text", "id", "function", "url", "x"]), inner, max_size=5)
    ),
    max_leaves=12,
)
ODD_PARTS = st.fixed_dictionaries(
    {"type": st.sampled_from([stored["type"] for stored, _ in CONTENT]) | JSON},
    optional=dict.fromkeys(
        ("text", "image_url", "input_audio", "file", "refusal", "thinking", "source", "id", "name", "input", "content", "cache_control", "video_url"), JSON
    ),
)
ODD_CALLS = st.fixed_dictionaries({}, optional=dict.fromkeys(("id", "type", "function", "custom", "index", "extra_content", "arguments", "name"), JSON))
BESIDE = (
    "tool_calls",
    "function_call",
    "refusal",
    "audio",
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking_blocks",
    "cache_control",
    "name",
    "tool_call_id",
)
ODD_MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["user", "assistant", "system", "tool", "function", "x"]) | JSON,
        "content": JSON | st.lists(ODD_PARTS, max_size=3),
        "tool_calls": JSON | st.lists(ODD_CALLS | JSON, max_size=3),
        **{key: JSON for key in BESIDE if key != "tool_calls"},
    },
)
SETTING = (
    "tools",
    "functions",
    "tool_choice",
    "function_call",
    "parallel_tool_calls",
    "stop",
    "response_format",
    "reasoning",
    "thinking",
    "reasoning_effort",
    "max_tokens",
)
ODD_REQUESTS = st.fixed_dictionaries({"messages": st.lists(ODD_MESSAGES | JSON, max_size=4)}, optional=dict.fromkeys(SETTING, JSON))


@given(JSON | ODD_REQUESTS)
def test_no_json_makes_reading_fail_and_nothing_is_changed(value: Any) -> None:
    before = copy.deepcopy(value)
    FORMAT.sniff(value)
    FORMAT.written(read(value))
    assert before == value


@given(ODD_REQUESTS)
def test_whatever_stands_in_a_request_comes_back(request: dict[str, Any]) -> None:
    assert request == FORMAT.written(read(request))


@given(st.lists(ODD_MESSAGES, max_size=4))
def test_a_part_of_any_shape_survives_an_edit_of_its_message(entries: list[Any]) -> None:
    before = copy.deepcopy(entries)
    for each in read(entries).messages:
        FORMAT.written(Transcript((Message(each.role, each.parts, each.origin, each.facts, each.raw, False),), "openai-chat"))
        FORMAT.written(Transcript(tuple(message(each.role, (edited(part),), 0, each.raw) for part in each.parts), "openai-chat"))
    assert before == entries


@pytest.mark.parametrize("missing", ["id", "type", "neither"])
def test_a_signature_and_a_mark_of_a_call_are_read_whatever_else_the_call_lacks(missing: str) -> None:
    whole = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    call = {key: value for key, value in whole.items() if key != missing}
    signed = {**call, "extra_content": {"google": {"thought_signature": "EqQB"}}}
    (said,) = read([{"role": "assistant", "content": None, "tool_calls": [signed]}]).messages
    assert said.facts & SIGNED
    assert [part.signature for part in said.parts if type(part) is ToolCall] == ["EqQB"]
    (said,) = read([{"role": "assistant", "content": None, "tool_calls": [{**call, "cache_control": MARK}]}]).messages
    assert [part.cache for part in said.parts if type(part) is ToolCall] == [MARK]
