"""The format of Gemini's generateContent."""

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
from replayable.formats.format import Format
from replayable.formats.gemini import FORMAT
from replayable.formats.gemini.parts_read import READERS
from replayable.model.building import edited, message, with_parts, with_raw
from replayable.model.facts import ODD_FIELD, SUSPECT_TEXT
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.transcript import Message, Transcript
from replayable.records import Document, Record

PIXEL = "iVBORw0KGgo="


def document(value: Any, suspect: bool = False) -> Document:
    return Document(value, None, (), "objects", None, suspect)


def read(value: Any) -> Transcript:
    return FORMAT.read(document(value))


def parts_of(part: Any) -> tuple[Part, ...]:
    return read([{"role": "model", "parts": [part]}]).messages[0].parts


def write(*messages: Message, format: str = "openclaw", settings: Settings | None = None) -> Any:
    return FORMAT.written(Transcript(messages, format, settings or Settings()))


def bare(part: Part) -> Part:
    return with_raw(part, None)


PARTS: list[tuple[dict[str, Any], Part]] = [
    ({"text": "hi"}, Text("hi")),
    ({"text": "hi", "thoughtSignature": "c2ln"}, Text("hi", signature="c2ln")),
    ({"text": "", "thoughtSignature": "c2ln"}, Reasoning("", signature="c2ln")),
    ({"text": "hm", "thought": True}, Reasoning("hm")),
    ({"text": "hm", "thought": True, "thought_signature": b"sig"}, Reasoning("hm", signature="c2ln")),
    ({"functionCall": {"name": "f", "args": {"x": 1}}}, ToolCall(None, "f", {"x": 1}, unnumbered=True)),
    ({"functionCall": {"id": "c1", "name": "f"}, "thoughtSignature": "c2ln"}, ToolCall("c1", "f", {}, stored_id="c1", signature="c2ln")),
    ({"functionCall": {"name": "f", "partialArgs": [{"jsonPath": "$.x"}], "willContinue": True}}, ToolCall(None, "f", None, partial="", unnumbered=True)),
    ({"functionCall": {"name": "f", "args": "{}"}}, ToolCall(None, "f", "{}", unnumbered=True)),
    ({"functionResponse": {"id": "c1", "name": "f", "response": {"output": "3 C"}}}, ToolResult("c1", (Text("3 C"),), name="f")),
    ({"functionResponse": {"name": "f", "response": {"result": "3 C"}}}, ToolResult(None, (Text("3 C"),), name="f")),
    ({"functionResponse": {"name": "f", "response": {"error": "no"}}}, ToolResult(None, (Text("no"),), name="f", is_error=True)),
    ({"functionResponse": {"name": "f", "response": {"temp": 3}}}, ToolResult(None, (Text('{"temp":3}'),), name="f")),
    ({"functionResponse": {"name": "f", "response": {"output": [1]}}}, ToolResult(None, (Text('{"output":[1]}'),), name="f")),
    ({"functionResponse": {"name": "f", "response": {}}}, ToolResult(None, (Text("{}"),), name="f")),
    ({"functionResponse": {"name": "f", "response": "3 C", "scheduling": "SILENT"}}, ToolResult(None, (Text("3 C"),), name="f")),
    ({"functionResponse": {"name": "f"}}, ToolResult(None, (), name="f")),
    ({"inlineData": {"mimeType": "image/png", "data": PIXEL}}, Media("image", media_type="image/png", data=PIXEL)),
    ({"inline_data": {"mime_type": "audio/wav", "data": b"hi", "display_name": "a"}}, Media("audio", media_type="audio/wav", data="aGk=", name="a")),
    ({"inlineData": {"mimeType": "application/pdf", "data": PIXEL}}, Media("document", media_type="application/pdf", data=PIXEL)),
    ({"inlineData": {"mimeType": "application/zip", "data": PIXEL}}, Media("file", media_type="application/zip", data=PIXEL)),
    (
        {"fileData": {"mimeType": "video/mp4", "fileUri": "https://youtu.be/x"}, "videoMetadata": {"startOffset": "1s"}},
        Media("video", media_type="video/mp4", url="https://youtu.be/x"),
    ),
    ({"fileData": {"mimeType": "image/png", "fileUri": "gs://b/c.png"}}, Media("image", media_type="image/png", file_id="gs://b/c.png", format="gemini")),
    ({"executableCode": {"language": "PYTHON", "code": "1"}}, ServerCall(None, "code_execution", format="gemini")),
    ({"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}}, ServerResult(None, format="gemini")),
    ({"toolCall": {"id": "s1", "toolType": "GOOGLE_SEARCH_WEB", "args": {}}}, ServerCall("s1", "GOOGLE_SEARCH_WEB", format="gemini")),
    ({"toolResponse": {"id": "s1", "toolType": "GOOGLE_SEARCH_WEB", "response": {}}}, ServerResult("s1", format="gemini")),
    ({"novelty": {"a": 1}}, Opaque("novelty", {"novelty": {"a": 1}}, format="gemini")),
]

REQUEST: dict[str, Any] = {
    "model": "gemini-3-pro",
    "system_instruction": {"role": "system", "parts": [{"text": "Be brief."}, {"text": "Be kind."}]},
    "contents": [
        {"role": "user", "parts": [part for part, _ in PARTS if not {"functionCall", "functionResponse"} & set(part)], "extra": 1},
        {"role": "model", "parts": [part for part, _ in PARTS if "functionCall" in part]},
        {"role": "function", "parts": [part for part, _ in PARTS if "functionResponse" in part]},
        {"parts": [{"text": "no role"}]},
    ],
    "tools": [
        {
            "functionDeclarations": [
                {"name": "f", "parameters": {"type": "OBJECT"}},
                {"name": "g", "parametersJsonSchema": {"type": "object"}, "behavior": "BLOCKING"},
            ]
        },
        {"googleSearch": {}},
        {"codeExecution": {}, "urlContext": {}},
    ],
    "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f", "g"]}, "retrievalConfig": {"languageCode": "de"}},
    "safetySettings": [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}],
    "cachedContent": "cachedContents/1",
    "labels": {"a": "b"},
    "generationConfig": {
        "maxOutputTokens": 100,
        "temperature": 0.5,
        "topP": 1,
        "topK": 40,
        "stopSequences": ["END"],
        "thinkingConfig": {"includeThoughts": True, "thinkingLevel": "HIGH"},
        "responseMimeType": "application/json",
        "responseSchema": {"type": "OBJECT", "properties": {"a": {"type": "STRING", "nullable": True}}},
        "seed": 7,
    },
}


# ---------------------------------------------------------------------------------------------- within the format
@pytest.mark.parametrize(("stored", "part"), PARTS)
def test_a_stored_part_becomes_its_part(stored: dict[str, Any], part: Part) -> None:
    expected = part if type(part) is Opaque else with_raw(part, stored)
    assert (expected,) == tuple(part for part in parts_of(stored))


def test_a_request_with_every_kind_of_part_is_written_back_as_it_was() -> None:
    before = copy.deepcopy(REQUEST)
    assert REQUEST == FORMAT.written(read(REQUEST))
    assert before == REQUEST


def test_a_bare_list_is_written_back_as_contents() -> None:
    assert {"contents": REQUEST["contents"]} == FORMAT.written(read(REQUEST["contents"]))


def test_every_part_survives_an_edit_of_its_message() -> None:
    transcript = read(REQUEST["contents"])
    messages = tuple(with_parts(each, (*each.parts, Text("more"))) for each in transcript.messages)
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=messages))["contents"]
    expected = [
        {**content, "role": role, "parts": [*content["parts"], {"text": "more"}]}
        for content, role in zip(REQUEST["contents"], ("user", "model", "user", "user"), strict=True)
    ]
    # The function's content was stored with a role that only older models take: edited, it is the user's, as is the one behind it.
    joined = {**expected[2], "parts": [*expected[2]["parts"], *expected[3]["parts"]]}
    assert [*expected[:2], joined] == written


@pytest.mark.parametrize("key", ["systemInstruction", "system_instruction"])
@pytest.mark.parametrize("system", ["Be brief.", {"parts": [{"text": "Be brief."}]}, {"text": "Be brief."}, ["Be brief."]])
def test_a_system_instruction_is_one_leading_message_in_every_form(key: str, system: Any) -> None:
    request = {key: system, "contents": []}
    transcript = read(request)
    assert [("system", None, "Be brief.")] == [(each.role, each.origin, each.parts[0].text) for each in transcript.messages]  # type: ignore[union-attr]
    assert request == FORMAT.written(transcript)


def test_an_edited_system_instruction_keeps_its_spelling_and_its_role() -> None:
    transcript = read(REQUEST)
    system = transcript.messages[0]
    changed = with_parts(system, (edited(system.parts[0], text="Be loud."), *system.parts[1:]))
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=(changed, *transcript.messages[1:])))
    assert {"role": "system", "parts": [{"text": "Be loud."}, {"text": "Be kind."}]} == written["system_instruction"]
    assert "systemInstruction" not in written


@pytest.mark.parametrize("system", ["", [], {}, None])
def test_a_system_instruction_that_says_nothing_is_no_message_and_is_kept(system: Any) -> None:
    request = {"systemInstruction": system, "contents": []}
    assert ((), request) == (read(request).messages, FORMAT.written(read(request)))


def test_a_part_with_several_kinds_of_data_is_read_as_several_and_kept_as_it_was() -> None:
    content = {"role": "model", "parts": [{"text": "I look.", "functionCall": {"name": "f", "args": {}}, "thoughtSignature": "c2ln"}]}
    transcript = read([content])
    (held,) = transcript.messages
    assert [Text, ToolCall] == [type(part) for part in held.parts]
    assert held.facts & ODD_FIELD
    assert [content] == FORMAT.written(transcript)["contents"]
    split = msgspec.structs.replace(transcript, messages=(edited(held),))
    parts = [{"text": "I look.", "thoughtSignature": "c2ln"}, {"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "c2ln"}]
    assert [{"role": "model", "parts": parts}] == FORMAT.written(split)["contents"]


def test_fields_that_the_sdk_leaves_empty_do_not_count() -> None:
    dumped = {"text": None, "function_call": {"id": None, "name": "f", "args": {"x": 1}}, "thought": None, "thought_signature": None}
    assert (ToolCall(None, "f", {"x": 1}, dumped, unnumbered=True),) == parts_of(dumped)
    assert not read([{"role": "model", "parts": [dumped]}]).messages[0].facts & ODD_FIELD


@pytest.mark.parametrize(
    ("entry", "odd"),
    [
        ({"role": "user", "parts": [{"text": "hi"}]}, False),
        ({"parts": [{"text": "hi"}]}, False),
        ({"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "c2ln"}]}, False),
        ({"role": "model", "parts": [{"function_call": {"name": "f", "args": {}}, "thought_signature": "c2ln"}]}, False),
        ({"role": "user", "parts": [{"text": "hi", "id": "part-1"}]}, True),
        ({"role": "user", "parts": [{"text": "hi"}], "id": "m1"}, True),
        ({"role": "user", "parts": [{"functionResponse": {"name": "f", "response": ["a"]}}]}, True),
        ({"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {}, "isError": True}}]}, True),
        ({"role": "function", "parts": [{"functionResponse": {"name": "f", "response": {}}}]}, True),
        ({"role": "assistant", "parts": [{"text": "hi"}]}, True),
        ({"role": "user", "parts": ["hi"]}, True),
    ],
)
def test_contents_that_the_api_does_not_take_are_a_fact(entry: Any, odd: bool) -> None:
    assert odd == bool(read([entry]).messages[0].facts & ODD_FIELD)


@pytest.mark.parametrize(
    ("stored", "role"), [("user", "user"), ("model", "assistant"), ("function", "tool"), ("tool", "tool"), ("critic", "critic"), (None, "user")]
)
def test_roles_are_told_in_the_words_of_the_model(stored: Any, role: str) -> None:
    assert role == read([{"role": stored, "parts": []}]).messages[0].role


@pytest.mark.parametrize("entry", [None, 1, [], {}, {"role": 1, "parts": []}, {"text": "hi"}])
def test_an_entry_without_a_role_is_kept_whole(entry: Any) -> None:
    transcript = read([entry])
    assert ("", [Opaque]) == (transcript.messages[0].role, [type(part) for part in transcript.messages[0].parts])
    assert [entry] == FORMAT.written(transcript)["contents"]
    assert [entry] == FORMAT.written(msgspec.structs.replace(transcript, messages=(edited(transcript.messages[0]),)))["contents"]


def test_a_mere_text_is_the_users_as_the_sdk_takes_it() -> None:
    transcript = read(["Oslo?"])
    assert ("user", (Text("Oslo?"),)) == (transcript.messages[0].role, transcript.messages[0].parts)
    assert ["Oslo?"] == FORMAT.written(transcript)["contents"]


def test_a_single_content_is_a_history_of_one() -> None:
    content = {"role": "user", "parts": [{"text": "hi"}]}
    assert {"contents": [content]} == FORMAT.written(read(content))


def test_the_fact_of_suspect_text_follows_the_record() -> None:
    entries = [{"role": "user", "parts": [{"text": "a"}]}, {"role": "user", "parts": [{"text": "b"}]}]
    records = tuple(Record(entry, line, 0, line == 2) for line, entry in enumerate(entries, 1))
    transcript = FORMAT.read(Document(entries, records, (), "bytes", b"", True))
    assert [False, True] == [bool(each.facts & SUSPECT_TEXT) for each in transcript.messages]


def test_a_known_text_in_a_result_is_synthetic() -> None:
    stored = {"functionResponse": {"name": "f", "response": {"error": synthetic.TEXT}}}
    assert (ToolResult(None, (Text(synthetic.TEXT),), stored, name="f", is_error=True, synthetic=True),) == parts_of(stored)


# ---------------------------------------------------------------------------------------------- edited parts
@pytest.mark.parametrize(
    ("stored", "fields", "expected"),
    [
        (
            {"text": "a", "thoughtSignature": "c2ln", "partMetadata": {"k": 1}},
            {"text": "b"},
            {"text": "b", "thoughtSignature": "c2ln", "partMetadata": {"k": 1}},
        ),
        ({"text": "a", "thought_signature": b"sig"}, {"signature": None}, {"text": "a"}),
        ({"text": "a", "thought": True}, {"text": "b", "signature": "c2ln"}, {"text": "b", "thought": True, "thoughtSignature": "c2ln"}),
        ({"function_call": {"name": "f", "args": {}}}, {"id": "c1"}, {"function_call": {"name": "f", "args": {}, "id": "c1"}}),
        ({"functionCall": {"id": "c1", "name": "f"}}, {"id": None}, {"functionCall": {"name": "f"}}),
        ({"functionCall": {"name": "2 f", "args": "{}"}}, {"name": "f", "arguments": {}}, {"functionCall": {"name": "f", "args": {}}}),
        ({"functionCall": {"name": "f", "willContinue": True}}, {"arguments": {"x": 1}, "partial": None}, {"functionCall": {"name": "f", "args": {"x": 1}}}),
        ({"functionCall": {"id": "c 1", "name": "f"}}, {"id": "c1"}, {"functionCall": {"id": "c1", "name": "f"}}),
        (
            {"functionResponse": {"name": "f", "response": {"temp": 3}, "scheduling": "SILENT"}},
            {"call_id": "c1", "name": "g"},
            {"functionResponse": {"id": "c1", "name": "g", "response": {"temp": 3}, "scheduling": "SILENT"}},
        ),
        ({"functionResponse": {"name": "f", "response": ["a", "b"]}}, {}, {"functionResponse": {"name": "f", "response": {"output": ["a", "b"]}}}),
        (
            {"functionResponse": {"name": "f", "response": {"temp": 3}}},
            {"parts": (Text("cut"),)},
            {"functionResponse": {"name": "f", "response": {"output": "cut"}}},
        ),
        (
            {"inlineData": {"mimeType": "image/png", "data": PIXEL}, "mediaResolution": {}},
            {"data": "aGk="},
            {"inlineData": {"mimeType": "image/png", "data": "aGk="}, "mediaResolution": {}},
        ),
        ({"inline_data": {"mime_type": "image/bmp", "data": b"hi"}}, {"media_type": "image/png"}, {"inline_data": {"mime_type": "image/png", "data": b"hi"}}),
        (
            {"fileData": {"fileUri": "https://a.b/c"}},
            {"url": None, "data": PIXEL, "media_type": "image/png"},
            {"inlineData": {"mimeType": "image/png", "data": PIXEL}},
        ),
    ],
)
def test_an_edited_part_is_laid_over_what_was_stored(stored: dict[str, Any], fields: dict[str, Any], expected: dict[str, Any]) -> None:
    transcript = read([{"role": "model", "parts": [stored]}])
    (held,) = transcript.messages
    before = copy.deepcopy(stored)
    changed = with_parts(held, (edited(held.parts[0], **fields),))
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=(changed,)))
    assert [{"role": "model", "parts": [expected]}] == written["contents"]
    assert before == stored


def test_a_made_result_joins_the_results_before_it_and_the_words_behind_it() -> None:
    transcript = read(
        [
            {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}, {"functionCall": {"name": "g", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"temp": 3}}}]},
            {"role": "user", "parts": [{"text": "Hello?"}]},
        ]
    )
    made = message("tool", (ToolResult(None, (Text("unknown"),), is_error=True, synthetic=True),))
    opening, real, words = transcript.messages
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=(opening, real, made, words)))["contents"]
    parts = [
        {"functionResponse": {"name": "f", "response": {"temp": 3}}},
        {"functionResponse": {"name": "g", "response": {"error": "unknown"}}},
        {"text": "Hello?"},
    ]
    assert [opening.raw, {"role": "user", "parts": parts}] == written


# ---------------------------------------------------------------------------------------------- from other formats
def test_results_and_the_words_behind_them_become_one_content_with_the_names_of_the_calls() -> None:
    written = write(
        message("system", (Text("Be brief."),)),
        message("user", (Text("Oslo?"), Media("image", data=PIXEL, media_type="image/png"))),
        message("assistant", (Reasoning("hm", signature="c2ln"), Text("I look."), ToolCall("c1", "f", {"x": 1}, signature="c2ln"), ToolCall("c2", "g", {}))),
        message("tool", (ToolResult("c2", (Text("no"),), is_error=True),)),
        message("tool", (ToolResult("c1", (Text("3 C"), Text("dry"), Media("image", data=PIXEL, media_type="image/png"))),)),
        message("user", (Text("And?"),)),
    )
    results = [
        {"functionResponse": {"id": "c2", "name": "g", "response": {"error": "no"}}},
        {
            "functionResponse": {
                "id": "c1",
                "name": "f",
                "response": {"output": "3 C\n\ndry"},
                "parts": [{"inlineData": {"mimeType": "image/png", "data": PIXEL}}],
            }
        },
    ]
    assert {
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Oslo?"}, {"inlineData": {"mimeType": "image/png", "data": PIXEL}}]},
            {
                "role": "model",
                "parts": [
                    {"text": "hm", "thought": True, "thoughtSignature": "c2ln"},
                    {"text": "I look."},
                    {"functionCall": {"id": "c1", "name": "f", "args": {"x": 1}}, "thoughtSignature": "c2ln"},
                    {"functionCall": {"id": "c2", "name": "g", "args": {}}},
                ],
            },
            {"role": "user", "parts": [*results, {"text": "And?"}]},
        ],
    } == written


def test_results_without_ids_are_named_by_the_order_of_the_calls() -> None:
    written = write(
        message("assistant", (ToolCall(None, "f", {}), ToolCall(None, "g", {}), ToolCall(None, "f", {}))),
        message("tool", (ToolResult(None, (Text("1"),), name="g"), ToolResult(None, (Text("2"),)), ToolResult(None, (Text("3"),)), ToolResult(None, ()))),
    )
    assert ["g", "f", "f", ""] == [part["functionResponse"]["name"] for part in written["contents"][1]["parts"]]


def test_a_mark_of_another_provider_on_a_text_is_no_signature() -> None:
    written = write(message("assistant", (Text("hi", signature='{"v":1,"id":"msg_1"}'), Text("ho", signature="c2ln"))))
    assert [{"text": "hi"}, {"text": "ho", "thoughtSignature": "c2ln"}] == written["contents"][0]["parts"]


def test_media_of_other_formats_get_their_place() -> None:
    written = write(
        message(
            "user",
            (
                Media("image", url="https://a.b/c.png"),
                Media("document", data=PIXEL, media_type="application/pdf", name="a.pdf"),
                Media("audio", data=PIXEL),
            ),
        )
    )
    assert [
        {"fileData": {"fileUri": "https://a.b/c.png"}},
        {"inlineData": {"mimeType": "application/pdf", "data": PIXEL}},
        {"inlineData": {"mimeType": "audio/wav", "data": PIXEL}},
    ] == written["contents"][0]["parts"]


def test_a_result_of_media_alone_needs_no_words_and_comes_back() -> None:
    result = ToolResult("c1", (Media("image", data=PIXEL, media_type="image/png"),), name="f")
    written = write(message("tool", (result,)))
    assert {} == written["contents"][0]["parts"][0]["functionResponse"]["response"]
    (back,) = read(written).messages[0].parts
    assert isinstance(back, ToolResult)
    assert result.parts == tuple(map(bare, back.parts))


@pytest.mark.parametrize(
    "part",
    [
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
    with pytest.raises(CannotCarry, match="gemini has no place for"):
        write(message("assistant", (part,)))


# ---------------------------------------------------------------------------------------------- settings
def test_the_fields_of_a_request_are_read_as_settings() -> None:
    settings = read(REQUEST).settings
    declared = REQUEST["tools"][0]["functionDeclarations"]
    assert (
        Settings(
            model="gemini-3-pro",
            tools=(
                Tool("f", schema={"type": "object"}, raw=declared[0]),
                Tool("g", schema={"type": "object"}, raw=declared[1], extra={"behavior": "BLOCKING"}),
                Tool("googleSearch", raw={"googleSearch": {}}, server=True),
                Tool("codeExecution", raw={"codeExecution": {}}, server=True),
                Tool("urlContext", raw={"urlContext": {}}, server=True),
            ),
            tool_choice=ToolChoice("required"),
            max_tokens=100,
            temperature=0.5,
            top_p=1,
            stop=("END",),
            thinking=Thinking("enabled", None, "high", True),
            response_format={"type": "json_schema", "schema": {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}},
            extra={
                "safetySettings": REQUEST["safetySettings"],
                "cachedContent": "cachedContents/1",
                "labels": {"a": "b"},
                "toolConfig.retrievalConfig": {"languageCode": "de"},
                "toolConfig.functionCallingConfig.allowedFunctionNames": ["f", "g"],
                "generationConfig.topK": 40,
                "generationConfig.seed": 7,
            },
            raw={key: value for key, value in REQUEST.items() if key not in ("contents", "system_instruction")},
        )
        == settings
    )


def test_settings_of_other_formats_are_written_in_words_of_this_one() -> None:
    settings = Settings(
        model="gemini-3-pro",
        tools=(Tool("f", "Looks.", {"type": "object"}), Tool("g")),
        tool_choice=ToolChoice("named", "f"),
        max_tokens=100,
        temperature=0.5,
        top_p=0.9,
        stop=("END",),
        thinking=Thinking("enabled", None, "xhigh"),
        response_format={"type": "json_schema", "name": "n", "schema": {"type": "object"}},
    )
    assert {
        "model": "gemini-3-pro",
        "tools": [{"functionDeclarations": [{"name": "f", "description": "Looks.", "parametersJsonSchema": {"type": "object"}}, {"name": "g"}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f"]}},
        "generationConfig": {
            "maxOutputTokens": 100,
            "temperature": 0.5,
            "topP": 0.9,
            "stopSequences": ["END"],
            "thinkingConfig": {"includeThoughts": True, "thinkingLevel": "XHIGH"},
            "responseMimeType": "application/json",
            "responseJsonSchema": {"type": "object"},
        },
        "contents": [],
    } == write(settings=settings)


@pytest.mark.parametrize(
    ("stored", "thinking"),
    [
        ({"thinkingBudget": 0}, Thinking("disabled")),
        ({"includeThoughts": True, "thinkingBudget": -1}, Thinking("adaptive", shown=True)),
        ({"includeThoughts": True, "thinkingBudget": 2048}, Thinking("enabled", 2048, shown=True)),
        ({"includeThoughts": False, "thinkingLevel": "LOW"}, Thinking("enabled", None, "low", False)),
    ],
)
def test_thinking_is_told_alike_in_both_directions(stored: dict[str, Any], thinking: Thinking) -> None:
    request = {"generationConfig": {"thinkingConfig": stored}, "contents": []}
    assert thinking == read(request).settings.thinking
    assert request == write(settings=Settings(thinking=thinking))


def test_a_changed_setting_is_laid_over_the_stored_ones_in_their_spelling() -> None:
    request = {
        "contents": [],
        "tools": [{"function_declarations": [{"name": "f", "parameters": {"type": "OBJECT"}}]}],
        "generation_config": {"max_output_tokens": 100, "top_k": 40},
    }
    before = copy.deepcopy(request)
    transcript = read(request)
    settings = edited(transcript.settings, max_tokens=50, thinking=Thinking("disabled"), tools=(*(transcript.settings.tools or ()), Tool("g")))
    written = FORMAT.written(msgspec.structs.replace(transcript, settings=settings))
    assert {
        "contents": [],
        "tools": [{"functionDeclarations": [{"name": "f", "parameters": {"type": "OBJECT"}}, {"name": "g"}]}],
        "generation_config": {"max_output_tokens": 50, "top_k": 40, "thinkingConfig": {"thinkingBudget": 0}},
    } == written
    assert before == request


def test_values_of_an_unexpected_type_stay_the_formats_own() -> None:
    request = {"contents": [], "generationConfig": {"maxOutputTokens": "many", "stopSequences": [1]}, "tools": {"googleSearch": {}}, "toolConfig": 1}
    settings = read(request).settings
    assert (None, None, None) == (settings.max_tokens, settings.stop, settings.tools)
    assert {
        "tools": {"googleSearch": {}},
        "toolConfig": 1,
        "generationConfig.maxOutputTokens": "many",
        "generationConfig.stopSequences": [1],
    } == settings.extra
    assert request == FORMAT.written(read(request))


def test_a_field_without_a_place_is_refused() -> None:
    with pytest.raises(CannotCarry, match="'stream'"):
        write(settings=Settings(stream=True))


# ---------------------------------------------------------------------------------------------- there and back
def through(source: Format, value: Any) -> tuple[Any, Any]:
    there = FORMAT.written(source.read(document(value)))
    return there, source.written(read(there))


def test_a_chat_request_goes_there_and_comes_back() -> None:
    request = {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "Oslo?"}, {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}}]},
            {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"x":1}'}}]},
            {"role": "tool", "tool_call_id": "c1", "content": "3 C"},
            {"role": "assistant", "content": "3 degrees."},
        ],
        "tools": [{"type": "function", "function": {"name": "f", "description": "Looks.", "parameters": {"type": "object"}}}],
        "tool_choice": "required",
        "max_tokens": 100,
        "temperature": 0.5,
        "stop": ["END"],
        "reasoning_effort": "low",
        "response_format": {"type": "json_object"},
    }
    there, back = through(openai_chat.FORMAT, request)
    assert {
        "model": "m",
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Oslo?"}, {"inlineData": {"mimeType": "image/png", "data": PIXEL}}]},
            {"role": "model", "parts": [{"functionCall": {"id": "c1", "name": "f", "args": {"x": 1}}}]},
            {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "f", "response": {"output": "3 C"}}}]},
            {"role": "model", "parts": [{"text": "3 degrees."}]},
        ],
        "tools": [{"functionDeclarations": [{"name": "f", "description": "Looks.", "parametersJsonSchema": {"type": "object"}}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY"}},
        "generationConfig": {
            "maxOutputTokens": 100,
            "temperature": 0.5,
            "stopSequences": ["END"],
            "thinkingConfig": {"includeThoughts": True, "thinkingLevel": "LOW"},
            "responseMimeType": "application/json",
        },
    } == there
    assert request == back


def test_an_anthropic_request_goes_there_and_comes_back() -> None:
    request = {
        "model": "m",
        "max_tokens": 100,
        "system": "Be brief.",
        "messages": [
            {"role": "user", "content": "Oslo?"},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
                    {"type": "tool_use", "id": "c1", "name": "f", "input": {"x": 1}},
                    {"type": "tool_use", "id": "c2", "name": "g", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "c1",
                        "content": [{"type": "text", "text": "3 C"}, {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}],
                    },
                    {"type": "tool_result", "tool_use_id": "c2", "content": "no", "is_error": True},
                    {"type": "text", "text": "And?"},
                ],
            },
        ],
        "tools": [{"name": "f", "input_schema": {"type": "object"}}],
        "tool_choice": {"type": "tool", "name": "f"},
        "thinking": {"type": "enabled", "budget_tokens": 2048},
    }
    there, back = through(anthropic.FORMAT, request)
    assert [
        {"role": "user", "parts": [{"text": "Oslo?"}]},
        {
            "role": "model",
            "parts": [
                {"text": "hm", "thought": True, "thoughtSignature": "c2ln"},
                {"functionCall": {"id": "c1", "name": "f", "args": {"x": 1}}},
                {"functionCall": {"id": "c2", "name": "g", "args": {}}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {
                    "functionResponse": {
                        "id": "c1",
                        "name": "f",
                        "response": {"output": "3 C"},
                        "parts": [{"inlineData": {"mimeType": "image/png", "data": PIXEL}}],
                    }
                },
                {"functionResponse": {"id": "c2", "name": "g", "response": {"error": "no"}}},
                {"text": "And?"},
            ],
        },
    ] == there["contents"]
    request["thinking"] = {"type": "enabled", "budget_tokens": 2048, "display": "summarized"}  # which is what Gemini is asked for, too
    assert request == back


# ---------------------------------------------------------------------------------------------- recognition and totality
@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (REQUEST, True),
        (REQUEST["contents"], True),
        ({"role": "user", "parts": [{"text": "hi"}]}, True),
        ({"contents": "hi"}, True),
        ([{"role": "user", "content": "hi"}], False),
        ([{"role": "user", "parts": [{"type": "text", "text": "hi"}]}], False),
        ([{"kind": "request", "parts": []}], False),
        ([{"role": "user"}], None),
        ([], None),
        ({"messages": [], "contents": []}, False),
        ({"messages": []}, False),
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
KEYS = st.sampled_from([*READERS, "thought", "thoughtSignature", "thought_signature", "id", "name", "args", "response", "parts", "role", "mimeType", "data"])
HELD = st.recursive(JSON, lambda inner: st.dictionaries(KEYS, inner, max_size=4) | st.lists(inner, max_size=3), max_leaves=12)
CONTENTS = st.lists(
    st.fixed_dictionaries(
        {"parts": HELD | st.lists(st.dictionaries(KEYS, HELD, max_size=3), max_size=4)}, optional={"role": HELD | st.sampled_from(["user", "model", "tool"])}
    )
    | HELD,
    max_size=4,
)
REQUESTS = st.dictionaries(st.sampled_from([*REQUEST, "systemInstruction", "messages"]), HELD, max_size=6)


@given(HELD | CONTENTS | REQUESTS)
def test_no_json_makes_reading_or_writing_fail_and_nothing_is_changed(value: Any) -> None:
    before = copy.deepcopy(value)
    FORMAT.sniff(value)
    transcript = read(value)
    FORMAT.written(transcript)
    assert repr(before) == repr(value)


@given(CONTENTS)
def test_whatever_stands_in_a_list_comes_back(entries: list[Any]) -> None:
    written = FORMAT.write(read(entries))["contents"]
    assert all(stored is back for stored, back in zip(entries, written, strict=True))


@given(CONTENTS)
def test_a_part_of_any_shape_survives_an_edit_of_its_message(entries: list[Any]) -> None:
    transcript = read(entries)
    messages = tuple(edited(each, parts=tuple(edited(part) for part in each.parts)) for each in transcript.messages)
    written = FORMAT.written(msgspec.structs.replace(transcript, messages=messages))
    again = FORMAT.written(read(written))
    assert repr(written) == repr(again)
