"""The format of Bedrock's Converse."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replayable import synthetic
from replayable.errors import CannotCarry
from replayable.formats import anthropic, openai_chat
from replayable.formats.bedrock import FORMAT
from replayable.formats.bedrock.fields import BLOCK_FIELDS
from replayable.formats.format import Format
from replayable.model.building import edited, message, with_parts, with_raw
from replayable.model.facts import CACHE_MARK, ODD_FIELD, SUSPECT_TEXT
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.transcript import Message, Transcript
from replayable.records import Document, Record, encode

PIXEL = "iVBORw0KGgo="
MARK = {"type": "ephemeral"}
S3 = {"s3Location": {"uri": "s3://bucket/a.pdf", "bucketOwner": "123456789012"}}


def document(value: Any, suspect: bool = False) -> Document:
    return Document(value, None, (), "objects", None, suspect)


def read(value: Any) -> Transcript:
    return FORMAT.read(document(value))


def parts_of(*blocks: Any) -> tuple[Part, ...]:
    return read([{"role": "assistant", "content": [*blocks]}]).messages[0].parts


def write(*messages: Message, format: str = "openclaw", settings: Settings | None = None) -> Any:
    return FORMAT.written(Transcript(messages, format, settings or Settings()))


BLOCKS: list[tuple[dict[str, Any], Part]] = [
    ({"text": "hi"}, Text("hi")),
    ({"image": {"format": "png", "source": {"bytes": PIXEL}}}, Media("image", media_type="image/png", data=PIXEL)),
    ({"image": {"format": "jpeg", "source": {"bytes": b"hi"}}}, Media("image", media_type="image/jpeg", data="aGk=")),
    ({"image": {"format": "heic", "source": {"bytes": PIXEL}}}, Media("image", media_type="image/heic", data=PIXEL)),
    (
        {"document": {"format": "pdf", "name": "a", "source": S3, "citations": {"enabled": True}}},
        Media("document", media_type="application/pdf", file_id="s3://bucket/a.pdf", name="a", format="bedrock"),
    ),
    ({"document": {"name": "a", "source": {"text": "hi"}}}, Media("document", media_type="text/plain", data="aGk=", name="a")),
    (
        {"document": {"format": "md", "name": "a", "source": {"content": [{"text": "h"}, {"text": "i"}]}, "context": "c"}},
        Media("document", media_type="text/markdown", data="aAoKaQ==", name="a"),
    ),
    ({"video": {"format": "three_gp", "source": {"bytes": PIXEL}}}, Media("video", media_type="video/3gpp", data=PIXEL)),
    ({"audio": {"format": "mp3", "source": {"bytes": PIXEL}}}, Media("audio", media_type="audio/mpeg", data=PIXEL)),
    ({"audio": {"format": "mp3", "error": {"message": "lost"}}}, Opaque("audio", {"audio": {"format": "mp3", "error": {"message": "lost"}}}, format="bedrock")),
    ({"toolUse": {"toolUseId": "t1", "name": "f", "input": {"x": 1}}}, ToolCall("t1", "f", {"x": 1}, stored_id="t1")),
    ({"toolUse": {"toolUseId": "t1", "name": "f"}}, ToolCall("t1", "f", None, stored_id="t1")),
    ({"toolUse": {"toolUseId": "s1", "name": "nova_grounding", "input": {}, "type": "server_tool_use"}}, ServerCall("s1", "nova_grounding", format="bedrock")),
    (
        {"toolResult": {"toolUseId": "s1", "content": [{"json": {}}], "type": "nova_code_interpreter_result"}},
        ServerResult("s1", format="bedrock"),
    ),
    ({"toolResult": {"toolUseId": "t1", "content": []}}, ToolResult("t1", ())),
    (
        {"toolResult": {"toolUseId": "t1", "status": "error", "content": [{"text": "no"}, {"json": {"a": 1}}, {"searchResult": {"title": "t"}}]}},
        ToolResult(
            "t1",
            (
                Text("no", {"text": "no"}),
                Text('{"a":1}', {"json": {"a": 1}}),
                Opaque("searchResult", {"searchResult": {"title": "t"}}, format="bedrock"),
            ),
            is_error=True,
        ),
    ),
    (
        {"toolResult": {"toolUseId": "t1", "status": "success", "content": [{"image": {"format": "png", "source": {"bytes": PIXEL}}}]}},
        ToolResult("t1", (Media("image", {"image": {"format": "png", "source": {"bytes": PIXEL}}}, media_type="image/png", data=PIXEL),)),
    ),
    ({"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}}, Reasoning("hm", signature="c2ln")),
    ({"reasoningContent": {"redactedContent": b"hi"}}, Reasoning("", redacted="aGk=")),
    ({"guardContent": {"text": {"text": "hi", "qualifiers": ["query"]}}}, Text("hi")),
    ({"guardContent": {"image": {"format": "png", "source": {"bytes": PIXEL}}}}, Media("image", media_type="image/png", data=PIXEL)),
    ({"citationsContent": {"content": [{"text": "h"}, {"text": "i"}], "citations": [{"title": "t", "location": {"web": {"url": "u"}}}]}}, Text("hi")),
    ({"searchResult": {"source": "u", "title": "t", "content": [{"text": "hi"}]}}, Opaque("searchResult", format="bedrock")),
    ({"toolAddition": {"tool": {"name": "f"}}}, Opaque("toolAddition", format="bedrock")),
    ({"toolRemoval": {"tool": {"name": "f"}}}, Opaque("toolRemoval", format="bedrock")),
    ({"novelty": {"a": 1}}, Opaque("novelty", format="bedrock")),
]

REQUEST: dict[str, Any] = {
    "modelId": "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "system": [{"text": "Be brief."}, {"cachePoint": {"type": "default", "ttl": "1h"}}, {"guardContent": {"text": {"text": "Be kind."}}}],
    "messages": [
        {
            "role": "user",
            "content": [{"cachePoint": {"type": "default"}}, *[block for block, _ in BLOCKS if "toolUse" not in block], {"cachePoint": {"type": "default"}}],
        },
        {
            "role": "assistant",
            "content": [{"text": "hi"}, {"cachePoint": {"type": "default"}}, *[block for block, _ in BLOCKS if "toolUse" in block]],
            "extra": 1,
        },
        {"role": "system", "content": [{"toolAddition": {"tool": {"name": "f"}}}]},
    ],
    "inferenceConfig": {"maxTokens": 100, "temperature": 0.5, "topP": 1, "stopSequences": ["END"]},
    "toolConfig": {
        "tools": [
            {"toolSpec": {"name": "f", "description": "Looks.", "inputSchema": {"json": {"type": "object"}}, "strict": True}},
            {"cachePoint": {"type": "default"}},
            {"systemTool": {"name": "nova_grounding"}},
        ],
        "toolChoice": {"any": {}},
    },
    "additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 2048}, "top_k": 40},
    "outputConfig": {
        "effort": "high",
        "textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"schema": '{"type": "object"}', "name": "n"}}},
    },
    "guardrailConfig": {"guardrailIdentifier": "g", "guardrailVersion": "1"},
    "performanceConfig": {"latency": "optimized"},
}


# ---------------------------------------------------------------------------------------------- within the format
@pytest.mark.parametrize(("block", "part"), BLOCKS)
def test_a_block_becomes_its_part(block: dict[str, Any], part: Part) -> None:
    assert (with_raw(part, block),) == parts_of(block)


def test_a_block_of_several_unknown_keys_is_none_of_the_api_in_any_version() -> None:
    assert ("", "novelty") == tuple(part.kind for part in parts_of({"novelty": {}, "another": {}}, {"novelty": {}}) if isinstance(part, Opaque))


def test_every_kind_of_block_that_the_api_knows_is_tried() -> None:
    assert set(BLOCK_FIELDS) | {"novelty"} == {key for block, _ in BLOCKS for key in block} | {"cachePoint"}


def test_a_request_with_every_kind_of_block_is_written_back_as_it_was() -> None:
    before = copy.deepcopy(REQUEST)
    assert REQUEST == FORMAT.written(read(REQUEST))
    assert before == REQUEST


def test_a_bare_list_is_written_back_as_messages() -> None:
    assert {"messages": REQUEST["messages"]} == FORMAT.written(read(REQUEST["messages"]))


def test_every_block_survives_an_edit_of_its_message() -> None:
    transcript = read(REQUEST["messages"])
    messages = tuple(with_parts(each, (*each.parts, Text("more"))) for each in transcript.messages)
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=messages))["messages"]
    assert [{**each, "content": [*each["content"], {"text": "more"}]} for each in REQUEST["messages"]] == written


def test_a_cache_point_is_the_mark_of_the_part_before_it() -> None:
    transcript = read([{"role": "user", "content": [{"text": "hi"}, {"cachePoint": {"type": "default", "ttl": "1h"}}]}])
    (held,) = transcript.messages
    assert (Text("hi", {"text": "hi"}, cache={"type": "ephemeral", "ttl": "1h"}),) == held.parts
    assert held.facts & CACHE_MARK
    bare = with_parts(held, (edited(held.parts[0], cache=None),))
    assert [{"role": "user", "content": [{"text": "hi"}]}] == FORMAT.written(msgspec.structs.replace(transcript, messages=(bare,)))["messages"]


def test_a_cache_point_with_nothing_to_mark_stays_a_part() -> None:
    point = {"cachePoint": {"type": "default"}}
    assert (
        Opaque("cachePoint", point, format="bedrock", cache=MARK),
        Opaque("cachePoint", point, format="bedrock"),
        Text("hi", {"text": "hi"}),
    ) == parts_of(point, point, point, {"text": "hi"})


def test_bytes_of_boto3_become_base64_where_they_are_sent_as_json() -> None:
    request = {"messages": [{"role": "user", "content": [{"image": {"format": "png", "source": {"bytes": b"hi"}}}]}]}
    assert request == FORMAT.written(read(request))
    assert b'{"messages":[{"role":"user","content":[{"image":{"format":"png","source":{"bytes":"aGk="}}}]}]}' == encode(FORMAT.written(read(request)))


@pytest.mark.parametrize("system", ["Be brief.", [{"text": "Be brief."}]])
def test_the_system_is_one_leading_message(system: Any) -> None:
    request = {"system": system, "messages": []}
    transcript = read(request)
    assert [("system", None, "Be brief.")] == [(each.role, each.origin, each.parts[0].text) for each in transcript.messages]  # type: ignore[union-attr]
    assert request == FORMAT.written(transcript)


def test_an_edited_system_keeps_its_other_blocks() -> None:
    transcript = read(REQUEST)
    system = transcript.messages[0]
    changed = with_parts(system, (edited(system.parts[0], text="Be loud."), *system.parts[1:]))
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=(changed, *transcript.messages[1:])))
    assert [{"text": "Be loud."}, *REQUEST["system"][1:]] == written["system"]


@pytest.mark.parametrize("system", ["", [], None])
def test_a_system_that_says_nothing_is_no_message_and_is_kept(system: Any) -> None:
    request = {"system": system, "messages": []}
    assert ((), request) == (read(request).messages, FORMAT.written(read(request)))


def test_a_block_of_two_kinds_is_read_as_two_and_kept_as_it_was() -> None:
    stored = {"role": "user", "content": [{"text": "a", "cachePoint": {"type": "default"}}]}
    transcript = read([stored])
    (held,) = transcript.messages
    assert held.facts & ODD_FIELD
    assert [stored] == FORMAT.written(transcript)["messages"]
    split = msgspec.structs.replace(transcript, messages=(edited(held),))
    assert [{"role": "user", "content": [{"text": "a"}, {"cachePoint": {"type": "default"}}]}] == FORMAT.written(split)["messages"]


@pytest.mark.parametrize(
    ("entry", "odd"),
    [
        ({"role": "user", "content": [{"text": "hi"}]}, False),
        ({"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"json": {"type": 1}}]}}]}, False),
        ({"role": "user", "content": [{"text": "hi"}, {"cachePoint": {"type": "default"}}]}, False),
        ({"role": "user", "content": "hi"}, True),
        ({"role": "user", "content": [{"text": "hi"}], "id": 1}, True),
        ({"role": "tool", "content": []}, True),
        ({"role": "user", "content": [{"text": "hi", "type": "text"}]}, True),
        ({"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "f", "input": {}, "caller": 1}}]}, True),
        ({"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "a", "b": 1}]}}]}, True),
        ({"role": "user", "content": [{"novelty": {}}]}, True),
    ],
)
def test_messages_that_the_api_does_not_take_are_a_fact(entry: Any, odd: bool) -> None:
    assert odd == bool(read([entry]).messages[0].facts & ODD_FIELD)


@pytest.mark.parametrize("entry", [None, 1, [], {}, {"role": 1, "content": []}, "hi", {"text": "hi"}])
def test_an_entry_without_a_role_is_kept_whole(entry: Any) -> None:
    transcript = read([entry])
    assert ("", [Opaque]) == (transcript.messages[0].role, [type(part) for part in transcript.messages[0].parts])
    assert [entry] == FORMAT.written(transcript)["messages"]
    assert [entry] == FORMAT.written(msgspec.structs.replace(transcript, messages=(edited(transcript.messages[0]),)))["messages"]


def test_a_single_message_is_a_history_of_one() -> None:
    entry = {"role": "user", "content": [{"text": "hi"}]}
    assert {"messages": [entry]} == FORMAT.written(read(entry))


def test_the_fact_of_suspect_text_follows_the_record() -> None:
    entries = [{"role": "user", "content": [{"text": "a"}]}, {"role": "user", "content": [{"text": "b"}]}]
    records = tuple(Record(entry, line, 0, line == 2) for line, entry in enumerate(entries, 1))
    transcript = FORMAT.read(Document(entries, records, (), "bytes", b"", True))
    assert [False, True] == [bool(each.facts & SUSPECT_TEXT) for each in transcript.messages]


def test_a_known_text_in_a_result_is_synthetic() -> None:
    (part,) = parts_of({"toolResult": {"toolUseId": "t1", "status": "error", "content": [{"text": synthetic.TEXT}]}})
    assert isinstance(part, ToolResult)
    assert part.synthetic


# ---------------------------------------------------------------------------------------------- edited parts
@pytest.mark.parametrize(
    ("stored", "fields", "expected"),
    [
        ({"text": "a"}, {"text": "b"}, {"text": "b"}),
        ({"guardContent": {"text": {"text": "a", "qualifiers": ["query"]}}}, {"text": "b"}, {"guardContent": {"text": {"text": "b", "qualifiers": ["query"]}}}),
        (
            {"citationsContent": {"content": [{"text": "a"}, {"text": "b"}], "citations": [{"title": "t"}]}},
            {"text": "c"},
            {"citationsContent": {"content": [{"text": "c"}], "citations": [{"title": "t"}]}},
        ),
        (
            {"toolUse": {"toolUseId": "a|b", "name": "f", "input": "{}", "extra": 1}},
            {"id": "ab", "arguments": {}},
            {"toolUse": {"toolUseId": "ab", "name": "f", "input": {}, "extra": 1}},
        ),
        (
            {"toolResult": {"toolUseId": "a|b", "content": [{"json": {"a": 1}}], "status": "success"}},
            {"call_id": "ab"},
            {"toolResult": {"toolUseId": "ab", "content": [{"json": {"a": 1}}], "status": "success"}},
        ),
        (
            {"toolResult": {"toolUseId": "t1", "content": [{"json": [1]}], "status": "error"}},
            {"parts": (Text("[1]"),), "is_error": False},
            {"toolResult": {"toolUseId": "t1", "content": [{"text": "[1]"}]}},
        ),
        (
            {"reasoningContent": {"reasoningText": {"text": "a", "signature": "c2ln"}}},
            {"signature": None},
            {"reasoningContent": {"reasoningText": {"text": "a"}}},
        ),
        ({"reasoningContent": {"redactedContent": b"hi"}}, {}, {"reasoningContent": {"redactedContent": b"hi"}}),
        ({"image": {"format": "png", "source": {"bytes": b"hi"}}}, {"media_type": "image/jpeg"}, {"image": {"format": "jpeg", "source": {"bytes": b"hi"}}}),
        ({"image": {"format": "png", "source": {"bytes": b"hi"}}}, {"data": PIXEL}, {"image": {"format": "png", "source": {"bytes": PIXEL}}}),
        (
            {"document": {"format": "pdf", "name": "a.b", "source": S3, "context": "c"}},
            {"name": "a b"},
            {"document": {"format": "pdf", "name": "a b", "source": S3, "context": "c"}},
        ),
        (
            {"guardContent": {"image": {"format": "png", "source": {"bytes": PIXEL}}}},
            {"data": "aGk="},
            {"guardContent": {"image": {"format": "png", "source": {"bytes": "aGk="}}}},
        ),
    ],
)
def test_an_edited_part_is_laid_over_what_was_stored(stored: dict[str, Any], fields: dict[str, Any], expected: dict[str, Any]) -> None:
    transcript = read([{"role": "assistant", "content": [stored]}])
    (held,) = transcript.messages
    before = copy.deepcopy(stored)
    changed = with_parts(held, (edited(held.parts[0], **fields),))
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=(changed,)))
    assert [{"role": "assistant", "content": [expected]}] == written["messages"]
    assert before == stored


def test_a_made_result_joins_the_results_before_it_and_the_words_behind_it() -> None:
    transcript = read(
        [
            {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "3 C"}]}}]},
            {"role": "user", "content": [{"text": "Hello?"}]},
        ]
    )
    made = message("tool", (ToolResult("t2", (Text("unknown"),), is_error=True, synthetic=True),))
    real, words = transcript.messages
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=(real, made, words)))["messages"]
    made_block = {"toolResult": {"toolUseId": "t2", "content": [{"text": "unknown"}], "status": "error"}}
    assert [{"role": "user", "content": [*real.raw["content"], made_block, {"text": "Hello?"}]}] == written


# ---------------------------------------------------------------------------------------------- from other formats
def test_all_results_of_a_turn_and_the_words_behind_them_become_one_message() -> None:
    written = write(
        message("system", (Text("Be brief."),)),
        message("developer", (Text("Be kind.", cache=MARK),)),
        message("assistant", (Reasoning("hm", signature="c2ln"), Reasoning("", redacted="aGk="), ToolCall("c1", "f", {"x": 1}), ToolCall("c2", "g", None))),
        message("tool", (ToolResult("c2", (Text("no"),), is_error=True),)),
        message("tool", (ToolResult("c1", (Text("3 C", cache=MARK), Media("image", data=PIXEL, media_type="image/png"))),)),
        message("user", (Text("And?"),)),
    )
    assert {
        "system": [{"text": "Be brief."}, {"text": "Be kind."}, {"cachePoint": {"type": "default"}}],
        "messages": [
            {
                "role": "assistant",
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}},
                    {"reasoningContent": {"redactedContent": "aGk="}},
                    {"toolUse": {"toolUseId": "c1", "name": "f", "input": {"x": 1}}},
                    {"toolUse": {"toolUseId": "c2", "name": "g", "input": {}}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"toolResult": {"toolUseId": "c2", "content": [{"text": "no"}], "status": "error"}},
                    {"toolResult": {"toolUseId": "c1", "content": [{"text": "3 C"}, {"image": {"format": "png", "source": {"bytes": PIXEL}}}]}},
                    {"cachePoint": {"type": "default"}},
                    {"text": "And?"},
                ],
            },
        ],
    } == written


def test_media_of_other_formats_get_their_format_and_a_name() -> None:
    written = write(
        message(
            "user",
            (
                Media("document", data="aGk=", media_type="text/plain"),
                Media("file", data="aGk=", name="table.xlsx"),
                Media("file", data="aGk=", media_type="application/zip", name="z"),
                Media("image", data=PIXEL, media_type="image/jpg"),
                Media("audio", data=PIXEL, media_type="audio/x-wav"),
                Media("video", data=PIXEL, media_type="video/mp4"),
            ),
        )
    )
    assert [
        {"document": {"format": "txt", "name": "document", "source": {"bytes": "aGk="}}},
        {"document": {"format": "xlsx", "name": "table.xlsx", "source": {"bytes": "aGk="}}},
        {"document": {"name": "z", "source": {"bytes": "aGk="}}},
        {"image": {"format": "jpeg", "source": {"bytes": PIXEL}}},
        {"audio": {"format": "wav", "source": {"bytes": PIXEL}}},
        {"video": {"format": "mp4", "source": {"bytes": PIXEL}}},
    ] == written["messages"][0]["content"]


@pytest.mark.parametrize(
    "part",
    [
        Media("image", url="https://a.b/c.png"),
        Media("image", file_id="file_1", format="anthropic"),
        Media("image"),
        ToolCall("c1", "f", "free text", kind="custom"),
        Text("no", kind="refusal"),
        ServerCall("s1", "web_search", format="anthropic"),
        ServerResult("s1", format="anthropic"),
        Opaque("container_upload", {}, format="anthropic"),
        ToolResult("c1", (Opaque("tool_reference", {}, format="anthropic"),)),
    ],
)
def test_what_has_no_place_is_refused(part: Part) -> None:
    with pytest.raises(CannotCarry, match="bedrock has no place for"):
        write(message("assistant", (part,)))


# ---------------------------------------------------------------------------------------------- settings
def test_the_fields_of_a_request_are_read_as_settings() -> None:
    tools = REQUEST["toolConfig"]["tools"]
    assert (
        Settings(
            model=REQUEST["modelId"],
            tools=(
                Tool("f", "Looks.", {"type": "object"}, True, MARK, tools[0]),
                Tool("nova_grounding", raw=tools[2], server=True),
            ),
            tool_choice=ToolChoice("required"),
            max_tokens=100,
            temperature=0.5,
            top_p=1,
            stop=("END",),
            thinking=Thinking("enabled", 2048, "high"),
            response_format={"type": "json_schema", "name": "n", "schema": {"type": "object"}},
            extra={
                "guardrailConfig": {"guardrailIdentifier": "g", "guardrailVersion": "1"},
                "performanceConfig": {"latency": "optimized"},
                "additionalModelRequestFields.top_k": 40,
            },
            raw={key: value for key, value in REQUEST.items() if key not in ("messages", "system")},
        )
        == read(REQUEST).settings
    )


def test_settings_of_other_formats_are_written_in_words_of_this_one() -> None:
    settings = Settings(
        model="m",
        tools=(Tool("f", "Looks.", {"type": "object"}, True, MARK), Tool("g", "")),
        tool_choice=ToolChoice("named", "f"),
        max_tokens=100,
        temperature=0.5,
        top_p=0.9,
        stop=("END",),
        thinking=Thinking("enabled", None, "low"),
        response_format={"type": "json_schema", "name": "n", "schema": {"type": "object"}, "strict": True},
    )
    assert {
        "modelId": "m",
        "inferenceConfig": {"maxTokens": 100, "temperature": 0.5, "topP": 0.9, "stopSequences": ["END"]},
        "toolConfig": {
            "tools": [
                {"toolSpec": {"name": "f", "description": "Looks.", "inputSchema": {"json": {"type": "object"}}, "strict": True}},
                {"cachePoint": {"type": "default"}},
                {"toolSpec": {"name": "g", "inputSchema": {"json": {"type": "object", "properties": {}}}}},
            ],
            "toolChoice": {"tool": {"name": "f"}},
        },
        "additionalModelRequestFields": {"thinking": {"type": "adaptive"}},
        "outputConfig": {
            "effort": "low",
            "textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"schema": '{"type":"object"}', "name": "n"}}},
        },
        "messages": [],
    } == write(settings=settings)


@pytest.mark.parametrize(
    ("additional", "thinking"),
    [
        ({"thinking": {"type": "disabled"}}, Thinking("disabled")),
        ({"reasoning_config": {"type": "enabled", "budget_tokens": 2048}}, Thinking("enabled", 2048)),
        ({"reasoningConfig": {"type": "enabled", "maxReasoningEffort": "low"}}, Thinking("enabled", None, "low")),
        ({"reasoning_effort": "high"}, Thinking("enabled", None, "high")),
        ({"reasoning_effort": "none"}, Thinking("disabled")),
        ({"thinking": {"type": "odd"}}, None),
        ({}, None),
    ],
)
def test_thinking_is_told_in_the_words_of_each_model(additional: dict[str, Any], thinking: Thinking | None) -> None:
    request = {"additionalModelRequestFields": additional, "messages": []}
    assert thinking == read(request).settings.thinking
    assert request == FORMAT.written(read(request))


@pytest.mark.parametrize(
    ("additional", "thinking", "expected"),
    [
        ({"thinking": {"type": "enabled", "budget_tokens": 2048}, "top_k": 4}, None, {"top_k": 4}),
        ({"reasoning_config": {"type": "enabled", "budget_tokens": 2048}}, Thinking("disabled"), {"reasoning_config": {"type": "disabled"}}),
        (
            {"reasoningConfig": {"type": "enabled", "maxReasoningEffort": "low"}},
            Thinking("enabled", None, "high"),
            {"reasoningConfig": {"type": "enabled", "maxReasoningEffort": "high"}},
        ),
        ({"reasoning_effort": "high"}, Thinking("enabled", None, "low"), {"reasoning_effort": "low"}),
    ],
)
def test_changed_thinking_keeps_the_spelling_of_the_request(additional: dict[str, Any], thinking: Thinking | None, expected: dict[str, Any]) -> None:
    transcript = read({"additionalModelRequestFields": additional, "messages": []})
    written = FORMAT.written(msgspec.structs.replace(transcript, settings=edited(transcript.settings, thinking=thinking)))
    assert {"additionalModelRequestFields": expected, "messages": []} == written


def test_a_stub_tool_is_laid_over_the_stored_config() -> None:
    before = copy.deepcopy(REQUEST)
    transcript = read(REQUEST)
    settings = edited(transcript.settings, tools=(*(transcript.settings.tools or ()), Tool("stub", schema={"type": "object"})))
    written = FORMAT.written(msgspec.structs.replace(transcript, settings=settings))
    stub = {"toolSpec": {"name": "stub", "inputSchema": {"json": {"type": "object"}}}}
    assert REQUEST | {"toolConfig": {"tools": [*REQUEST["toolConfig"]["tools"], stub], "toolChoice": {"any": {}}}} == written
    assert before == REQUEST


def test_values_of_an_unexpected_type_stay_the_formats_own() -> None:
    request = {
        "messages": [],
        "inferenceConfig": {"maxTokens": "many", "stopSequences": [1]},
        "toolConfig": {"tools": {}, "toolChoice": {"odd": {}}},
        "outputConfig": 1,
    }
    settings = read(request).settings
    assert (None, None, None, None) == (settings.max_tokens, settings.stop, settings.tools, settings.tool_choice)
    assert {
        "outputConfig": 1,
        "inferenceConfig.maxTokens": "many",
        "inferenceConfig.stopSequences": [1],
        "toolConfig.tools": {},
        "toolConfig.toolChoice": {"odd": {}},
    } == settings.extra
    assert request == FORMAT.written(read(request))


@pytest.mark.parametrize("settings", [Settings(stream=True), Settings(tool_choice=ToolChoice("none")), Settings(response_format={"type": "json_object"})])
def test_a_field_without_a_place_is_refused(settings: Settings) -> None:
    with pytest.raises(CannotCarry, match="bedrock has no place for"):
        write(settings=settings)


# ---------------------------------------------------------------------------------------------- there and back
def through(source: Format, value: Any) -> tuple[Any, Any]:
    there = FORMAT.written(source.read(document(value)))
    return there, source.written(read(there))


def test_an_anthropic_request_goes_there_and_comes_back() -> None:
    request = {
        "model": "m",
        "max_tokens": 4000,
        "system": [{"type": "text", "text": "Be brief.", "cache_control": MARK}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}},
                    {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": PIXEL}, "title": "a"},
                    {"type": "text", "text": "Oslo?", "cache_control": {"type": "ephemeral", "ttl": "1h"}},
                ],
            },
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
                    {"type": "redacted_thinking", "data": "aGk="},
                    {"type": "tool_use", "id": "t1", "name": "f", "input": {"x": 1}},
                    {"type": "tool_use", "id": "t2", "name": "g", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "t1",
                        "content": [{"type": "text", "text": "3 C"}, {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}],
                    },
                    {"type": "tool_result", "tool_use_id": "t2", "content": "no", "is_error": True},
                    {"type": "text", "text": "And?"},
                ],
            },
        ],
        "tools": [{"name": "f", "description": "Looks.", "input_schema": {"type": "object"}, "cache_control": MARK}],
        "tool_choice": {"type": "any"},
        "thinking": {"type": "enabled", "budget_tokens": 2048},
        "output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}},
        "temperature": 1,
        "stop_sequences": ["END"],
    }
    there, back = through(anthropic.FORMAT, request)
    assert {
        "modelId": "m",
        "system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"image": {"format": "png", "source": {"bytes": PIXEL}}},
                    {"document": {"format": "pdf", "name": "a", "source": {"bytes": PIXEL}}},
                    {"text": "Oslo?"},
                    {"cachePoint": {"type": "default", "ttl": "1h"}},
                ],
            },
            {
                "role": "assistant",
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}},
                    {"reasoningContent": {"redactedContent": "aGk="}},
                    {"toolUse": {"toolUseId": "t1", "name": "f", "input": {"x": 1}}},
                    {"toolUse": {"toolUseId": "t2", "name": "g", "input": {}}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"toolResult": {"toolUseId": "t1", "content": [{"text": "3 C"}, {"image": {"format": "png", "source": {"bytes": PIXEL}}}]}},
                    {"toolResult": {"toolUseId": "t2", "content": [{"text": "no"}], "status": "error"}},
                    {"text": "And?"},
                ],
            },
        ],
        "inferenceConfig": {"maxTokens": 4000, "temperature": 1, "stopSequences": ["END"]},
        "toolConfig": {
            "tools": [
                {"toolSpec": {"name": "f", "description": "Looks.", "inputSchema": {"json": {"type": "object"}}}},
                {"cachePoint": {"type": "default"}},
            ],
            "toolChoice": {"any": {}},
        },
        "additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 2048}},
        "outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"schema": '{"type":"object"}'}}}},
    } == there
    assert request == back


def test_a_chat_request_goes_there_and_comes_back() -> None:
    request = {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Oslo?"},
            {"role": "assistant", "content": "I look.", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"x":1}'}}]},
            {"role": "tool", "tool_call_id": "c1", "content": "3 C"},
            {"role": "user", "content": "And?"},
        ],
        "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}, "strict": True}}],
        "tool_choice": {"type": "function", "function": {"name": "f"}},
        "max_tokens": 100,
        "top_p": 0.5,
    }
    there, back = through(openai_chat.FORMAT, request)
    assert [
        {"role": "user", "content": [{"text": "Oslo?"}]},
        {"role": "assistant", "content": [{"text": "I look."}, {"toolUse": {"toolUseId": "c1", "name": "f", "input": {"x": 1}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "3 C"}]}}, {"text": "And?"}]},
    ] == there["messages"]
    assert request == back


# ---------------------------------------------------------------------------------------------- recognition and totality
@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (REQUEST, True),
        (REQUEST["messages"], True),
        ({"role": "user", "content": [{"text": "hi"}]}, True),
        ({"messages": [], "system": [{"text": "hi"}]}, True),
        ({"messages": [{"role": "user", "content": "hi"}], "modelId": "m"}, True),
        ({"messages": []}, None),
        ({"messages": [], "model": "m"}, False),
        ([{"role": "user", "content": "hi"}], False),
        ([{"role": "user", "content": [{"type": "text", "text": "hi"}]}], False),
        ([{"role": "assistant", "content": [{"type": "toolUse", "id": "c1"}]}], False),
        ([{"role": "user", "content": [{"text": "hi"}]}, {"role": "tool", "content": [{"text": "hi"}]}], False),
        ([{"role": "user", "content": []}], None),
        ([], None),
        ({"contents": []}, False),
        ([1], False),
    ],
)
def test_the_format_is_told_by_what_only_it_has(value: Any, verdict: bool | None) -> None:
    assert verdict == FORMAT.sniff(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
KEYS = st.sampled_from(
    [*BLOCK_FIELDS, "json", "type", "toolUseId", "name", "input", "content", "source", "bytes", "format", "reasoningText", "redactedContent"]
)
HELD = st.recursive(JSON, lambda inner: st.dictionaries(KEYS, inner, max_size=3) | st.lists(inner, max_size=3), max_leaves=12)
ENTRIES = st.lists(
    st.fixed_dictionaries(
        {"role": HELD | st.sampled_from(["user", "assistant", "tool"]), "content": HELD | st.lists(st.dictionaries(KEYS, HELD, max_size=2), max_size=4)}
    )
    | HELD,
    max_size=4,
)
REQUESTS = st.dictionaries(st.sampled_from([*REQUEST, "contents"]), HELD, max_size=6)


@given(HELD | ENTRIES | REQUESTS)
def test_no_json_makes_reading_or_writing_fail_and_nothing_is_changed(value: Any) -> None:
    before = copy.deepcopy(value)
    FORMAT.sniff(value)
    FORMAT.written(read(value))
    assert repr(before) == repr(value)


@given(ENTRIES)
def test_whatever_stands_in_a_list_comes_back(entries: list[Any]) -> None:
    written = FORMAT.write(read(entries))["messages"]
    assert all(stored is back for stored, back in zip(entries, written, strict=True))


@given(ENTRIES)
def test_a_block_of_any_shape_survives_an_edit_of_its_message(entries: list[Any]) -> None:
    transcript = read(entries)
    messages = tuple(edited(each, parts=tuple(edited(part) for part in each.parts)) for each in transcript.messages)
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=messages))
    again = FORMAT.written(read(written))
    assert repr(written) == repr(again)
