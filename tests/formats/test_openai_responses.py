"""The format of OpenAI's Responses API."""

from __future__ import annotations

import copy
from typing import Any

import replayable
from replayable import records, signatures
from replayable.formats.openai_responses import FORMAT
from replayable.formats.openai_responses.fields import KNOWN_ITEMS
from replayable.model.building import edited, message, with_parts
from replayable.model.parts import Media, Opaque, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.transcript import Message, Transcript
from replayable.records import Document

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
REASONING = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "add"}], "encrypted_content": "gAAA", "status": "completed"}

# One item of every type that the SDK knows, as a request may hold them.
ITEMS: list[dict[str, Any]] = [
    {"role": "developer", "content": "Be brief."},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Look."}, {"type": "input_image", "detail": "auto", "file_id": "file-1"}]},
    {
        "type": "message",
        "role": "user",
        "content": [
            {"type": "input_image", "detail": "low", "image_url": f"data:image/png;base64,{PIXEL}"},
            {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0="},
            {"type": "input_file", "file_url": "https://example.com/b.pdf"},
        ],
        "status": "completed",
    },
    {"type": "additional_tools", "role": "developer", "tools": [{"type": "function", "name": "f", "parameters": {}, "strict": False}]},
    REASONING,
    {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "phase": "commentary",
        "content": [
            {
                "type": "output_text",
                "text": "Looking.",
                "annotations": [{"type": "url_citation", "start_index": 0, "end_index": 3, "url": "https://e.com", "title": "e"}],
            },
            {"type": "refusal", "refusal": "Not that."},
        ],
    },
    {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": '{"city": "Oslo"}', "status": "completed", "namespace": "n"},
    {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_2", "name": "patch", "input": "*** demo"},
    {
        "type": "local_shell_call",
        "id": "lsh_1",
        "call_id": "call_3",
        "status": "completed",
        "action": {"type": "exec", "command": ["ls"], "env": {"A": "b"}},
    },
    {"type": "shell_call", "id": "sh_1", "call_id": "call_4", "action": {"commands": ["ls", "pwd"]}, "status": "completed"},
    {"type": "apply_patch_call", "id": "apc_1", "call_id": "call_5", "status": "completed", "operation": {"type": "delete_file", "path": "a.txt"}},
    {"type": "function_call_output", "call_id": "call_1", "output": [{"type": "input_text", "text": "3 C"}]},
    {"type": "custom_tool_call_output", "call_id": "call_2", "output": "ok"},
    {"type": "local_shell_call_output", "id": "call_3", "output": "a.txt"},
    {
        "type": "shell_call_output",
        "call_id": "call_4",
        "output": [
            {"stdout": "a.txt", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}},
            {"stdout": "", "stderr": "no", "outcome": {"type": "timeout"}},
        ],
    },
    {"type": "apply_patch_call_output", "call_id": "call_5", "status": "completed", "output": "gone"},
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "oslo"}},
    {"type": "file_search_call", "id": "fs_1", "status": "completed", "queries": ["oslo"], "results": None},
    {"type": "code_interpreter_call", "id": "ci_1", "status": "completed", "code": "1", "container_id": "c", "outputs": None},
    {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": PIXEL},
    {"type": "mcp_list_tools", "id": "mcpl_1", "server_label": "s", "tools": []},
    {"type": "mcp_call", "id": "mcp_1", "server_label": "s", "name": "g", "arguments": "{}", "output": "ok"},
    {"type": "mcp_approval_request", "id": "mcpr_1", "server_label": "s", "name": "g", "arguments": "{}"},
    {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True},
    {
        "type": "computer_call",
        "id": "cu_1",
        "call_id": "call_6",
        "status": "completed",
        "pending_safety_checks": [],
        "action": {"type": "screenshot"},
    },
    {"type": "computer_call_output", "call_id": "call_6", "output": {"type": "computer_screenshot", "image_url": f"data:image/png;base64,{PIXEL}"}},
    {"type": "tool_search_call", "arguments": {}, "call_id": "call_7", "execution": "server", "status": "completed"},
    {"type": "tool_search_output", "call_id": "call_7", "execution": "server", "status": "completed", "tools": []},
    {"type": "program", "id": "pg_1", "call_id": "call_8", "code": "1", "fingerprint": "x"},
    {"type": "program_output", "id": "po_1", "call_id": "call_8", "result": "1", "status": "completed"},
    {"type": "item_reference", "id": "msg_0"},
    {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAA"},
    {"type": "compaction_trigger"},
    {"role": "assistant", "content": "Done.", "phase": "final_answer"},
    {"type": "message", "role": "user", "content": "Thanks."},
]
REQUEST: dict[str, Any] = {
    "model": "gpt-5",
    "instructions": "You help.",
    "input": ITEMS,
    "tools": [
        {"type": "function", "name": "f", "description": "d", "parameters": {"type": "object"}, "strict": True},
        {"type": "custom", "name": "patch", "format": {"type": "text"}},
        {"type": "web_search"},
        {"type": "mcp", "server_label": "s", "server_url": "https://e.com"},
    ],
    "tool_choice": {"type": "function", "name": "f"},
    "parallel_tool_calls": False,
    "max_output_tokens": 100,
    "temperature": 0.5,
    "top_p": 0.9,
    "reasoning": {"effort": "high", "summary": "auto"},
    "text": {"format": {"type": "json_schema", "name": "r", "schema": {"type": "object"}, "strict": True}, "verbosity": "low"},
    "store": True,
    "stream": True,
    "prompt_cache_key": "s1",
    "include": ["reasoning.encrypted_content"],
    "metadata": {"a": "b"},
}


def read(value: Any) -> Transcript:
    return FORMAT.read(Document(value, None, (), "objects", None, False))


def write(*messages: Message, format: str = "openclaw", settings: Settings | None = None) -> Any:
    return FORMAT.written(Transcript(messages, format, settings or Settings()))


def parts_of(*items: Any) -> Any:
    return read(list(items)).messages[0].parts


# ---------------------------------------------------------------------------------------------- both ways
def test_a_request_with_every_type_of_item_comes_out_equal() -> None:
    given = copy.deepcopy(REQUEST)
    assert given == FORMAT.written(read(REQUEST))
    assert given == REQUEST


def test_every_known_type_of_item_stands_in_the_request() -> None:
    assert KNOWN_ITEMS - {"configuration_update"} == {item.get("type", "message") for item in ITEMS}


def test_every_type_of_item_is_a_parameter_of_the_sdk() -> None:
    import pydantic
    from openai.types.responses import response_input_param as sdk

    adapter = pydantic.TypeAdapter(sdk.ResponseInputItemParam)
    assert len(ITEMS) == len([walked(adapter.validate_python(item)) for item in ITEMS])


def walked(value: Any) -> Any:
    """The value with every lazy part of it read."""
    if isinstance(value, dict):
        return {key: walked(item) for key, item in value.items()}
    return value if isinstance(value, str | bytes | int | float | None) else [walked(item) for item in value]


def test_edited_parts_are_laid_over_what_was_stored() -> None:
    stored = read(ITEMS)
    changed = [with_parts(each, tuple([edited(part) for part in each.parts])) for each in stored.messages]
    written = FORMAT.written(Transcript(tuple(changed), FORMAT.name))["input"]
    assert [item for item in ITEMS if item.get("id") != "msg_1"] == [item for item in written if item.get("id") != "msg_1"]


def test_text_as_the_whole_input_stays_text() -> None:
    assert {"input": "Hi."} == FORMAT.written(read({"input": "Hi."}))
    assert (Text("Hi."),) == read({"input": "Hi."}).messages[0].parts


def test_requests_without_history_and_odd_values_come_out_equal() -> None:
    requests: list[Any] = [{"model": "gpt-5", "input": []}, {"input": [None, 1, "x", []]}, {"instructions": ["x"], "input": [{"type": 5}]}]
    for request in requests:
        assert request == FORMAT.written(read(request))


# ---------------------------------------------------------------------------------------------- reading
def test_the_items_of_a_turn_are_one_message() -> None:
    read_again = read(ITEMS).messages
    turn = next(each for each in read_again if each.role == "assistant")
    assert (4, 7) == (turn.origin, len([part for part in turn.parts if type(part) is not Text]) + 1)
    assert ["call_1", "call_2", "call_3", "call_4", "call_5"] == [part.id for part in turn.parts if type(part) is ToolCall]


def test_reasoning_is_signed_with_its_whole_item() -> None:
    (part,) = parts_of(REASONING)
    assert (Reasoning, "add") == (type(part), part.text)
    assert REASONING == signatures.reasoning_item(part.signature)


def test_texts_are_signed_with_id_and_phase() -> None:
    item = {"type": "message", "role": "assistant", "id": "msg_1", "phase": "commentary", "content": [{"type": "output_text", "text": "4", "annotations": []}]}
    (part,) = parts_of(item)
    assert (Text, "4", '{"v":1,"id":"msg_1","phase":"commentary"}') == (type(part), part.text, part.signature)


def test_calls_have_both_ids_and_arguments_as_an_object() -> None:
    (call,) = parts_of({"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": '{"a": 1}'})
    assert ("call_1", "fc_1", {"a": 1}) == (call.id, call.item, call.arguments)


def test_other_calls_are_calls_of_their_tools() -> None:
    calls = [part for each in read(ITEMS).messages for part in each.parts if type(part) is ToolCall]
    assert ["f", "patch", "local_shell", "shell", "apply_patch"] == [call.name for call in calls]
    assert "*** demo" == calls[1].arguments
    assert {"commands": ["ls", "pwd"]} == calls[3].arguments


def test_outputs_are_results_whatever_they_hold() -> None:
    results = [part for each in read(ITEMS).messages for part in each.parts if type(part) is ToolResult]
    assert [("call_1", "3 C"), ("call_2", "ok"), ("call_3", "a.txt"), ("call_4", "a.txt"), ("call_5", "gone")] == [
        (result.call_id, result.parts[0].text) for result in results if type(result.parts[0]) is Text
    ]


def test_an_output_that_says_aborted_is_a_made_up_one() -> None:
    (result,) = parts_of({"type": "function_call_output", "call_id": "c1", "output": "aborted"})
    assert result.synthetic


def test_what_the_provider_runs_is_its_own() -> None:
    kinds = {type(part) for each in read(ITEMS).messages for part in each.parts}
    assert kinds >= {ServerCall, ServerResult, Opaque, Media}


def test_a_reference_need_not_say_its_type() -> None:
    (part,) = parts_of({"id": "msg_1"})
    assert (Opaque, "item_reference") == (type(part), part.kind)


def test_settings_are_read_in_the_words_that_formats_share() -> None:
    settings = read(REQUEST).settings
    assert (100, 0.5, 0.9, True, True) == (settings.max_tokens, settings.temperature, settings.top_p, settings.store, settings.stream)
    assert Thinking("enabled", None, "high", True) == settings.thinking
    assert ToolChoice("named", "f", False) == settings.tool_choice
    assert {"type": "json_schema", "name": "r", "schema": {"type": "object"}, "strict": True} == settings.response_format
    assert [("f", False), ("patch", False), ("web_search", True), ("s", True)] == [(tool.name, tool.server) for tool in settings.tools or ()]
    assert {"prompt_cache_key", "include", "metadata", "text.verbosity"} == set(settings.extra)


# ---------------------------------------------------------------------------------------------- writing another format's history
def test_a_foreign_history_becomes_items() -> None:
    history = (
        message("system", (Text("You help."),), 0),
        message("user", (Text("Look."), Media("image", media_type="image/png", data=PIXEL)), 1),
        message("assistant", (Text("Looking."), ToolCall("call_1|fc_1", "f", {"a": 1})), 2),
        message("tool", (ToolResult("call_1|fc_1", (Text("3 C"),)),), 3),
        message("developer", (Text("Be brief."),), 4),
    )
    assert {
        "instructions": "You help.",
        "input": [
            {
                "type": "message",
                "role": "user",
                "content": [
                    {"type": "input_text", "text": "Look."},
                    {"type": "input_image", "detail": "auto", "image_url": f"data:image/png;base64,{PIXEL}"},
                ],
            },
            {"type": "message", "role": "assistant", "content": "Looking."},
            {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": '{"a":1}', "id": "fc_1"},
            {"type": "function_call_output", "call_id": "call_1", "output": "3 C"},
            {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "Be brief."}]},
        ],
    } == write(*history)


def test_a_reasoning_item_in_a_signature_is_written_byte_for_byte() -> None:
    item = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA=="}
    signed = Reasoning("other words", signature=signatures.reasoning_signature(item))
    assert [item] == write(message("assistant", (signed,), 0))["input"]


def test_a_text_with_an_id_is_a_message_item_with_its_phase() -> None:
    text = Text("4", signature='{"v":1,"id":"msg_1","phase":"final_answer"}')
    assert [
        {
            "type": "message",
            "id": "msg_1",
            "status": "completed",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "4", "annotations": []}],
            "phase": "final_answer",
        }
    ] == write(message("assistant", (text,), 0))["input"]


def test_a_function_says_that_it_is_not_strict() -> None:
    tools = (Tool("f", None, {"type": "object"}),)
    assert [{"type": "function", "name": "f", "parameters": {"type": "object"}, "strict": False}] == write(settings=Settings(tools=tools))["tools"]


def test_made_outputs_have_the_type_of_their_call() -> None:
    calls = [item for item in ITEMS if item.get("call_id") in ("call_1", "call_2", "call_3", "call_4", "call_5") and "output" not in item]
    made = [message("tool", (ToolResult(item["call_id"], (Text("aborted"),), is_error=True),)) for item in calls]
    written = FORMAT.written(Transcript((*read(calls).messages, *made), FORMAT.name))["input"][len(calls) :]
    assert ["function_call_output", "custom_tool_call_output", "local_shell_call_output", "shell_call_output", "apply_patch_call_output"] == [
        item["type"] for item in written
    ]
    assert {"stdout": "", "stderr": "aborted", "outcome": {"type": "exit", "exit_code": 1}} == written[3]["output"][0]


# ---------------------------------------------------------------------------------------------- telling it apart
def test_its_requests_and_items_are_recognised() -> None:
    for value in ({"input": "Hi."}, {"input": [{"role": "user", "content": "Hi."}]}, [ITEMS[4]], [ITEMS[6]], ITEMS):
        assert FORMAT.sniff(value) is True, value
    assert FORMAT.sniff([{"role": "user", "content": "Hi."}]) is None


def test_other_histories_are_not_its_own() -> None:
    histories: list[Any] = [
        {"messages": []},
        [{"role": "user", "parts": [{"text": "Hi."}]}],
        [{"role": "assistant", "content": None, "tool_calls": []}],
        [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1"}]}],
        [{"type": "message", "id": "e1", "parentId": None, "message": {"role": "user", "content": "Hi."}}],
        [{"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z"}],
    ]
    for value in histories:
        assert FORMAT.sniff(value) is False, value


def test_a_history_converts_to_every_other_format_with_every_loss_named() -> None:
    for name in ("openclaw", "openai-chat", "anthropic", "gemini", "bedrock"):
        converted = replayable.convert(REQUEST, name, source="openai-responses")
        assert any(change.loss == "content" for change in converted.changes)
        assert "Looking." in str(converted.payload)


# ---------------------------------------------------------------------------------------------- prepared for its own API
def test_an_accepted_request_comes_out_as_the_same_bytes() -> None:
    accepted = [item for item in ITEMS if item.get("type") not in ("additional_tools", "configuration_update")]
    request = {key: value for key, value in REQUEST.items() if key not in ("temperature", "top_p")} | {"input": accepted}
    data = records.encode(request)
    prepared = replayable.prepare(data, "openai/gpt-5")
    assert () == prepared.changes
    assert data == prepared.body
    assert () == prepared.problems


def test_ids_are_told_as_they_are_sent() -> None:
    lines = [
        {"role": "assistant", "content": [{"type": "toolCall", "id": "call_1|fc_1", "name": "f", "arguments": {}}], "stopReason": "toolUse"},
        {"role": "toolResult", "toolCallId": "call_1|fc_1", "toolName": "f", "content": [{"type": "text", "text": "1"}], "isError": False},
    ]
    assert {"call_1|fc_1": ("call_1",)} == replayable.prepare(lines, "openai/gpt-5", source="openclaw").ids


def test_what_the_server_keeps_beside_a_history_is_a_problem() -> None:
    request = {"previous_response_id": "resp_1", "input": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hi!"}]}
    assert ["responses-state-beside-history"] == [problem.rule for problem in replayable.prepare(request, "openai/gpt-5").problems]


def test_an_output_for_a_call_that_the_server_keeps_stays() -> None:
    request = {"previous_response_id": "resp_1", "input": [{"type": "function_call_output", "call_id": "call_1", "output": "3 C"}]}
    prepared = replayable.prepare(request, "openai/gpt-5")
    assert ((), ()) == (prepared.changes, prepared.problems)


def test_codex_takes_no_ids_of_items_and_keeps_the_cache_key() -> None:
    request = {
        "model": "gpt-5.1-codex",
        "instructions": "You help.",
        "prompt_cache_key": "s1",
        "store": True,
        "input": [
            {"type": "message", "role": "user", "id": "msg_0", "content": [{"type": "input_text", "text": "Oslo?"}]},
            REASONING,
            {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "id": "fco_1", "call_id": "call_1", "output": "3 C"},
        ],
    }
    prepared = replayable.prepare(request, "openai-codex/gpt-5.1-codex")
    assert (False, "s1") == (prepared.request["store"], prepared.request["prompt_cache_key"])
    assert [] == [item for item in prepared.request["input"] if "id" in item]
    assert {key: value for key, value in REASONING.items() if key != "id"} == prepared.request["input"][1]
    assert () == prepared.problems
