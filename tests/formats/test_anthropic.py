"""The format of Anthropic's Messages API."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replayable import synthetic
from replayable.errors import CannotCarry
from replayable.formats.anthropic import FORMAT
from replayable.model.building import edited, message, with_parts
from replayable.model.facts import CACHE_MARK, ODD_FIELD, SUSPECT_TEXT
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.settings import Settings
from replayable.model.transcript import Message, Meta, Transcript
from replayable.records import Document, Record

MARK = {"type": "ephemeral"}


def document(value: Any, suspect: bool = False) -> Document:
    return Document(value, None, (), "objects", None, suspect)


def read(value: Any) -> Transcript:
    return FORMAT.read(document(value))


def parts_of(block: Any, role: str = "assistant") -> Part:
    return read([{"role": role, "content": [block]}]).messages[0].parts[0]


def write(*messages: Message, format: str = "openclaw", settings: Settings | None = None) -> Any:
    return FORMAT.written(Transcript(messages, format, settings or Settings()))


BLOCKS: list[dict[str, Any]] = [
    {"type": "text", "text": "hi"},
    {"type": "text", "text": "hi", "citations": [{"type": "char_location", "cited_text": "h"}], "cache_control": MARK},
    {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
    {"type": "redacted_thinking", "data": "ZGF0YQ=="},
    {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {"a": 1}},
    {"type": "tool_result", "tool_use_id": "toolu_1", "content": "3 C", "is_error": True},
    {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "3 C"}, {"type": "tool_reference", "tool_name": "f"}]},
    {"type": "tool_result", "tool_use_id": "toolu_1"},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
    {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}},
    {"type": "image", "source": {"type": "file", "file_id": "file_1"}},
    {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}, "title": "Plan"},
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "words"}},
    {"type": "document", "source": {"type": "content", "content": [{"type": "text", "text": "words"}]}},
    {"type": "document", "source": {"type": "content", "content": [{"type": "image", "source": {}}]}},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
    {"type": "web_fetch_tool_result", "tool_use_id": "srvtoolu_1", "content": {"type": "web_fetch_result"}},
    {"type": "code_execution_tool_result", "tool_use_id": "srvtoolu_1", "content": {}},
    {"type": "bash_code_execution_tool_result", "tool_use_id": "srvtoolu_1", "content": {}},
    {"type": "text_editor_code_execution_tool_result", "tool_use_id": "srvtoolu_1", "content": {}},
    {"type": "tool_search_tool_result", "tool_use_id": "srvtoolu_1", "content": {}},
    {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "f", "server_name": "s", "input": {}},
    {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": False, "content": []},
    {"type": "container_upload", "file_id": "file_1"},
    {"type": "search_result", "source": "https://example.org", "title": "t", "content": [{"type": "text", "text": "x"}]},
    {"type": "compaction", "content": "so far"},
    {"type": "not_yet_invented", "x": 1},
]


@pytest.mark.parametrize("block", BLOCKS, ids=[f"{index}-{block['type']}" for index, block in enumerate(BLOCKS)])
def test_every_block_is_written_back_as_it_was(block: dict[str, Any]) -> None:
    request = {"model": "m", "max_tokens": 9, "messages": [{"role": "assistant", "content": [block]}], "made_up": {"x": None}}
    assert request == FORMAT.written(read(request))


@pytest.mark.parametrize("block", BLOCKS, ids=[f"{index}-{block['type']}" for index, block in enumerate(BLOCKS)])
def test_every_block_survives_an_edit_of_its_message(block: dict[str, Any]) -> None:
    stored = read([{"role": "assistant", "content": [{"type": "text", "text": "away"}, block], "note": 1}])
    shortened = with_parts(stored.messages[0], stored.messages[0].parts[1:])
    assert {"messages": [{"role": "assistant", "content": [block], "note": 1}]} == write(shortened, format="anthropic")


EXPECTED: list[tuple[dict[str, Any], Part]] = [
    (BLOCKS[1], Text("hi", BLOCKS[1], cache=MARK)),
    (BLOCKS[2], Reasoning("hm", BLOCKS[2], signature="c2ln")),
    (BLOCKS[3], Reasoning("", BLOCKS[3], redacted="ZGF0YQ==")),
    (BLOCKS[4], ToolCall("toolu_1", "f", {"a": 1}, BLOCKS[4], stored_id="toolu_1")),
    (BLOCKS[5], ToolResult("toolu_1", (Text("3 C"),), BLOCKS[5], is_error=True)),
    (BLOCKS[7], ToolResult("toolu_1", (), BLOCKS[7])),
    (BLOCKS[8], Media("image", BLOCKS[8], media_type="image/png", data="AAAA")),
    (BLOCKS[9], Media("image", BLOCKS[9], url="https://example.org/a.png")),
    (BLOCKS[10], Media("image", BLOCKS[10], file_id="file_1", format="anthropic")),
    (BLOCKS[11], Media("document", BLOCKS[11], media_type="application/pdf", data="AAAA", name="Plan")),
    (BLOCKS[12], Media("document", BLOCKS[12], media_type="text/plain", data="d29yZHM=")),
    (BLOCKS[13], Media("document", BLOCKS[13], media_type="text/plain", data="d29yZHM=")),
    (BLOCKS[14], Opaque("document", BLOCKS[14], format="anthropic")),
    (BLOCKS[15], ServerCall("srvtoolu_1", "web_search", BLOCKS[15], format="anthropic")),
    (BLOCKS[16], ServerResult("srvtoolu_1", BLOCKS[16], format="anthropic")),
    (BLOCKS[22], ServerCall("mcptoolu_1", "f", BLOCKS[22], format="anthropic")),
    (BLOCKS[23], ServerResult("mcptoolu_1", BLOCKS[23], format="anthropic")),
    (BLOCKS[27], Opaque("not_yet_invented", BLOCKS[27], format="anthropic")),
]


@pytest.mark.parametrize(("block", "part"), EXPECTED, ids=[type(part).__name__ + str(index) for index, (_, part) in enumerate(EXPECTED)])
def test_a_block_becomes_its_part(block: dict[str, Any], part: Part) -> None:
    assert part == parts_of(block)


def test_a_system_text_is_one_leading_message_and_comes_back_as_text() -> None:
    request = {"system": "Be brief.", "messages": [{"role": "user", "content": "hi"}]}
    transcript = read(request)
    assert message("system", (Text("Be brief."),), None, "Be brief.") == transcript.messages[0]
    assert request == FORMAT.written(transcript)


def test_system_blocks_come_back_as_blocks_even_when_one_was_edited() -> None:
    blocks = [{"type": "text", "text": "one", "cache_control": MARK}, {"type": "text", "text": "two"}]
    transcript = read({"system": blocks, "messages": []})
    assert CACHE_MARK == transcript.messages[0].facts & CACHE_MARK
    first, second = transcript.messages[0].parts
    changed = with_parts(transcript.messages[0], (edited(first, text="ONE"), second))
    assert {"system": [{"type": "text", "text": "ONE", "cache_control": MARK}, {"type": "text", "text": "two"}], "messages": []} == write(
        changed, format="anthropic"
    )


@pytest.mark.parametrize("system", ["", [], None])
def test_a_system_that_says_nothing_is_no_message_and_is_kept(system: Any) -> None:
    request = {"system": system, "messages": [{"role": "user", "content": "hi"}]}
    transcript = read(request)
    assert ["user"] == [each.role for each in transcript.messages]
    assert {} == transcript.settings.extra
    assert request == FORMAT.written(transcript)


def test_a_system_turn_between_the_turns_stays_there() -> None:
    request = {"messages": [{"role": "user", "content": "hi"}, {"role": "system", "content": "Be brief."}]}
    assert request == FORMAT.written(read(request))


def test_leading_system_messages_of_another_format_become_the_system_field() -> None:
    messages = (message("system", (Text("one"),)), message("developer", (Text("two"),)), message("user", (Text("hi"),)), message("developer", (Text("late"),)))
    blocks = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]
    expected = {"system": blocks, "messages": [{"role": "user", "content": "hi"}, {"role": "system", "content": "late"}]}
    assert expected == write(*messages)


def test_tool_messages_and_the_user_behind_them_become_one_user_message() -> None:
    messages = (
        message("assistant", (Text("Looking."), ToolCall("a", "f", {}), ToolCall("b", "g", {"x": 1}))),
        message("tool", (ToolResult("a", (Text("1"),)),)),
        message("tool", (ToolResult("b", (Text("2"), Text("3")), is_error=True),)),
        message("user", (Text("go on"),)),
        message("user", (Text("please"),)),
    )
    expected = [
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Looking."},
                {"type": "tool_use", "id": "a", "name": "f", "input": {}},
                {"type": "tool_use", "id": "b", "name": "g", "input": {"x": 1}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "1"},
                {"type": "tool_result", "tool_use_id": "b", "content": [{"type": "text", "text": "2"}, {"type": "text", "text": "3"}], "is_error": True},
                {"type": "text", "text": "go on"},
            ],
        },
        {"role": "user", "content": "please"},
    ]
    assert {"messages": expected} == write(*messages)


def test_a_made_result_joins_the_results_before_it_and_the_words_behind_it() -> None:
    stored = read(
        [
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "1"}]},
            {"role": "user", "content": "go on", "note": 1},
        ]
    )
    made = message("tool", (ToolResult("b", (Text("2"),)),))
    expected = [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "1"},
                {"type": "tool_result", "tool_use_id": "b", "content": "2"},
                {"type": "text", "text": "go on"},
            ],
            "note": 1,
        }
    ]
    assert {"messages": expected} == write(stored.messages[0], made, stored.messages[1], format="anthropic")


def test_user_messages_in_a_row_are_left_as_they_were_stored() -> None:
    result = {"type": "tool_result", "tool_use_id": "a", "content": "1"}
    request = {"messages": [{"role": "user", "content": [result]}, {"role": "user", "content": [result]}, {"role": "user", "content": "x"}]}
    assert request == FORMAT.written(read(request))


def test_an_edited_result_keeps_its_unknown_fields_and_its_form() -> None:
    block = {"type": "tool_result", "tool_use_id": "a b", "content": "1", "is_error": True, "toolset_name": None, "x": 1}
    stored = read([{"role": "user", "content": [block]}]).messages[0]
    changed = with_parts(stored, (edited(stored.parts[0], call_id="a_b", is_error=False),))
    expected = {"type": "tool_result", "tool_use_id": "a_b", "content": "1", "toolset_name": None, "x": 1}
    assert {"messages": [{"role": "user", "content": [expected]}]} == write(changed, format="anthropic")


def test_text_stays_text_after_an_edit() -> None:
    stored = read([{"role": "user", "content": "a\ud800"}]).messages[0]
    changed = with_parts(stored, (edited(stored.parts[0], text="a\ufffd"),))
    assert {"messages": [{"role": "user", "content": "a\ufffd"}]} == write(changed, format="anthropic")


def test_a_removed_cache_mark_is_gone_and_a_new_one_is_written() -> None:
    stored = read([{"role": "user", "content": [{"type": "text", "text": "a", "cache_control": MARK}, {"type": "text", "text": "b"}]}]).messages[0]
    first, second = stored.parts
    changed = with_parts(stored, (edited(first, cache=None), edited(second, cache=MARK)))
    expected = [{"type": "text", "text": "a"}, {"type": "text", "text": "b", "cache_control": MARK}]
    assert {"messages": [{"role": "user", "content": expected}]} == write(changed, format="anthropic")


def test_media_of_other_formats_get_their_source() -> None:
    parts = (
        Media("image", media_type="image/png", data="AAAA"),
        Media("document", media_type="text/markdown", data="d29yZHM=", name="a.md"),
        Media("document", url="https://example.org/a.pdf", cache=MARK),
    )
    expected = [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "words"}, "title": "a.md"},
        {"type": "document", "source": {"type": "url", "url": "https://example.org/a.pdf"}, "cache_control": MARK},
    ]
    assert {"messages": [{"role": "user", "content": expected}]} == write(message("user", parts))


def test_a_smaller_image_replaces_only_the_source() -> None:
    block = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}, "transformations": []}
    stored = read([{"role": "user", "content": [block]}]).messages[0]
    changed = with_parts(stored, (edited(stored.parts[0], data="BBBB", media_type="image/jpeg"),))
    expected = {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": "BBBB"}, "transformations": []}
    assert {"messages": [{"role": "user", "content": [expected]}]} == write(changed, format="anthropic")


def test_signed_and_redacted_reasoning_is_written_as_blocks() -> None:
    parts = (Reasoning("hm", signature="c2ln"), Reasoning("", redacted="ZGF0YQ=="), Text("hi"))
    expected = [{"type": "thinking", "thinking": "hm", "signature": "c2ln"}, {"type": "redacted_thinking", "data": "ZGF0YQ=="}, {"type": "text", "text": "hi"}]
    assert {"messages": [{"role": "assistant", "content": expected}]} == write(message("assistant", parts))


@pytest.mark.parametrize(
    "part",
    [
        Text("no", kind="refusal"),
        ToolCall("a", "f", "free text", kind="custom"),
        Media("audio", data="AAAA"),
        Media("image", file_id="file_1"),
        ServerCall("a", "web_search", {"id": "ws_1"}, format="openai-responses"),
        ServerResult("a", {}, format="gemini"),
        Opaque("item_reference", {"id": "x"}, format="openai-responses"),
    ],
    ids=lambda part: type(part).__name__,
)
def test_what_has_no_place_is_refused(part: Part) -> None:
    with pytest.raises(CannotCarry, match="take it out first"):
        write(message("assistant", (part,)))


def test_a_known_text_is_synthetic_with_or_without_an_error_flag() -> None:
    block = {"type": "tool_result", "tool_use_id": "a", "content": synthetic.TEXT, "is_error": True}
    assert ToolResult("a", (Text(synthetic.TEXT),), block, is_error=True, synthetic=True) == parts_of(block, "user")
    listed = {**block, "content": [{"type": "text", "text": synthetic.OPENCLAW_TEXT}]}
    found = parts_of(listed, "user")
    assert isinstance(found, ToolResult)
    assert found.synthetic is True
    spoken = parts_of({**block, "is_error": False}, "user")
    assert isinstance(spoken, ToolResult)
    assert spoken.synthetic is True  # a format without error flags may have written it


@pytest.mark.parametrize(
    ("entry", "odd"),
    [
        ({"role": "user", "content": "hi"}, False),
        ({"role": "user", "content": "hi", "id": "m1"}, True),
        ({"role": "user", "contents": "hi"}, True),
        ({"role": "user", "content": [{"type": "text", "text": "hi", "cache_control": MARK}]}, False),
        ({"role": "user", "content": [{"type": "text", "text": "hi", "id": 1}]}, True),
        ({"role": "user", "content": [{"type": "unknown", "id": 1}]}, False),
        ({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "x", "id": 1}]}]}, True),
    ],
)
def test_fields_that_the_api_does_not_take_are_a_fact(entry: Any, odd: bool) -> None:
    assert odd is bool(read([entry]).messages[0].facts & ODD_FIELD)


def test_a_whole_response_stored_as_a_message_says_where_it_came_from() -> None:
    entry = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": [], "stop_reason": "end_turn", "usage": {"input_tokens": 1}}
    (said,) = read([entry]).messages
    assert Meta(api="anthropic-messages", model="claude-x", response_id="msg_1", stop_reason="end_turn", usage={"input_tokens": 1}) == said.meta


def test_the_fact_of_suspect_text_follows_the_record() -> None:
    entries = [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]
    records = (Record(entries[0], 1, 0, False), Record(entries[1], 2, 40, True))
    found = FORMAT.read(Document(entries, records, (), "bytes", b"", True)).messages
    assert [False, True] == [bool(each.facts & SUSPECT_TEXT) for each in found]


@pytest.mark.parametrize("entry", [None, 1, "hi", [], {}, {"type": "session"}, {"role": 5, "content": "x"}])
def test_an_entry_without_a_role_is_kept_whole(entry: Any) -> None:
    transcript = read([entry, {"role": "user", "content": "hi"}])
    kind = "session" if entry == {"type": "session"} else ""
    assert message("", (Opaque(kind, entry, format="anthropic"),), 0, entry) == transcript.messages[0]
    assert {"messages": [entry, {"role": "user", "content": "hi"}]} == FORMAT.written(transcript)


def test_an_unknown_role_keeps_its_parts() -> None:
    assert message("human", (Text("hi"),), 0, {"role": "human", "content": "hi"}) == read([{"role": "human", "content": "hi"}]).messages[0]


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ([{"role": "user", "content": "hi"}], None),
        ([], None),
        ([{"role": "user", "content": [{"type": "text", "text": "hi"}]}], None),
        ([None, {"role": "user", "content": "hi"}], None),
        ([{"role": "system", "content": "x"}, {"role": "user", "content": "hi"}], False),
        ([{"role": "system", "content": "x"}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}], True),
        ([{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}], True),
        ([{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}], True),
        ([{"role": "assistant", "content": [{"type": "thinking", "thinking": "x", "signature": "y"}]}], True),
        ([{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "u"}}]}], True),
        ({"system": "x", "messages": [{"role": "user", "content": "hi"}]}, True),
        ({"messages": [{"role": "user", "content": "hi"}], "tools": [{"name": "f", "input_schema": {}}]}, True),
        ({"messages": [{"role": "user", "content": "hi"}]}, None),
        ({"messages": [{"role": "user", "content": "hi"}], "tools": [{"type": "function", "function": {"name": "f"}}]}, False),
        ({"input": "hi"}, False),
        ({"contents": []}, False),
        ([{"role": "tool", "tool_call_id": "a", "content": "x"}], False),
        ([{"role": "toolResult", "content": []}], False),
        ([{"role": "model", "parts": [{"text": "x"}]}], False),
        ([{"role": "assistant", "content": [{"type": "tool_use", "id": "a"}], "tool_calls": []}], False),
        ([{"type": "session", "version": 3}, {"type": "message", "message": {"role": "user"}}], False),
        ([{"role": "user", "content": [{"text": "hi"}]}], False),
        ([{"type": "function_call", "name": "f"}], False),
        ({"messages": "no"}, False),
        (5, False),
    ],
)
def test_the_format_is_told_by_what_only_it_has(value: Any, verdict: bool | None) -> None:
    assert verdict is FORMAT.sniff(value)


def test_a_single_message_is_a_history_of_one() -> None:
    assert {"messages": [{"role": "user", "content": "hi"}]} == FORMAT.written(read({"role": "user", "content": "hi"}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["role", "content", "type", "text", "id", "input", "source", "x"]), inner, max_size=5)
    ),
    max_leaves=12,
)
KINDS = st.sampled_from([block["type"] for block in BLOCKS])
ODD_BLOCKS = st.fixed_dictionaries(
    {"type": KINDS | JSON},
    optional=dict.fromkeys(
        ("text", "thinking", "signature", "data", "id", "name", "input", "tool_use_id", "content", "is_error", "source", "cache_control"), JSON
    ),
)
ODD_MESSAGES = st.fixed_dictionaries(
    {}, optional={"role": st.sampled_from(["user", "assistant", "system", "tool", "x"]) | JSON, "content": JSON | st.lists(ODD_BLOCKS, max_size=3)}
)
ODD_REQUESTS = st.fixed_dictionaries(
    {"messages": st.lists(ODD_MESSAGES | JSON, max_size=4)},
    optional=dict.fromkeys(("system", "tools", "tool_choice", "thinking", "output_config", "metadata", "stop_sequences", "max_tokens", "output_format"), JSON),
)


@given(JSON | ODD_REQUESTS | st.lists(ODD_MESSAGES, max_size=4))
def test_no_json_makes_reading_fail_and_nothing_is_changed(value: Any) -> None:
    before = copy.deepcopy(value)
    FORMAT.sniff(value)
    transcript = read(value)
    FORMAT.written(transcript)
    assert before == value


@given(st.lists(ODD_MESSAGES, max_size=4))
def test_whatever_stands_in_a_list_comes_back(entries: list[Any]) -> None:
    assert {"messages": entries} == FORMAT.written(read(entries))


@given(st.lists(ODD_MESSAGES, max_size=4))
def test_a_part_of_any_shape_survives_an_edit_of_its_message(entries: list[Any]) -> None:
    for each in read(entries).messages:
        FORMAT.written(Transcript((Message(each.role, each.parts, each.origin, each.facts, each.raw, False),), "anthropic"))
        FORMAT.written(Transcript(tuple(message(each.role, (edited(part),), 0, each.raw) for part in each.parts), "anthropic"))


def test_an_instruction_at_the_head_of_the_list_stays_there_until_it_is_taken_out() -> None:
    entries = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}]
    first, second = read(entries).messages
    assert {"messages": entries} == write(first, second, format="anthropic")
    outside = message("system", first.parts)
    assert {"system": "Be brief.", "messages": entries[1:]} == write(outside, second, format="anthropic")
