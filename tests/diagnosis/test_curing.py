"""Where a refusal is in a request, and the request without it."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from catalogue import chat, native
from catalogue.expected import Expected, payload_of, problems_of
from diagnosis.wrappers import WRAPPERS
from replayable import diagnose
from replayable.errors import ReadError, UnknownTarget

EXPECTED = {**native.EXPECTED, **chat.EXPECTED}
SEEN = [pytest.param(identifier, expected, id=identifier) for identifier, expected in EXPECTED.items()]

Request = dict[str, Any]

CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]}
UNANSWERED: Request = {
    "model": "claude-opus-4-6",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "Oslo?"}, CALL, {"role": "user", "content": "Well?"}],
}
TEXT_OF_UNANSWERED = (
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)


@pytest.mark.parametrize(("identifier", "expected"), SEEN)
def test_each_refusal_is_placed_where_it_is_and_cured_where_prepare_cures_it(identifier: str, expected: Expected) -> None:
    request = payload_of(identifier, expected)
    before = copy.deepcopy(request)
    problem = next(problem for problem in problems_of(identifier, expected) if problem.rule == identifier)
    found = diagnose(WRAPPERS["openai"](problem.error), request, expected.target, api=expected.api, **expected.options)
    same = {each.pointer for each in problems_of(identifier, expected) if each.error == problem.error}
    assert (found.kind, found.refusal) == ("refusal", identifier)
    assert found.pointer in same
    assert (found.cured is None) == (identifier in expected.left)
    assert before == request


@pytest.mark.parametrize(("identifier", "expected"), SEEN)
def test_a_cured_request_does_not_have_the_refusal(identifier: str, expected: Expected) -> None:
    problem = next(problem for problem in problems_of(identifier, expected) if problem.rule == identifier)
    cured = diagnose(problem.error, payload_of(identifier, expected), expected.target, api=expected.api, **expected.options).cured
    assert cured is None or identifier not in {each.rule for each in cured.problems}


def test_a_retry_loop_gets_the_request_to_send_and_what_was_done() -> None:
    found = diagnose(WRAPPERS["anthropic"](TEXT_OF_UNANSWERED), UNANSWERED, "anthropic/claude-opus-4-6")
    assert ("anthropic-tool-use-without-result", "/messages/1", 1, "missing-tool-result") == (found.refusal, found.pointer, found.origin, found.rule)
    assert found.cured is not None
    assert ["tool_result", "text"] == [block["type"] for block in found.cured.request["messages"][2]["content"]]


def test_an_exception_and_a_decoded_body_are_taken_as_they_are() -> None:
    body = {"type": "error", "error": {"type": "invalid_request_error", "message": TEXT_OF_UNANSWERED}}
    for error in (ValueError(f"Error code: 400 - {body}"), body, str(body).encode()):
        assert "anthropic-tool-use-without-result" == diagnose(error).refusal


def test_what_an_exception_holds_of_the_answer_is_read_and_what_caused_it() -> None:
    cause = RuntimeError("400 Bad Request")
    cause.body = {"error": {"message": TEXT_OF_UNANSWERED}}  # type: ignore[attr-defined]
    error = ValueError("the agent failed")
    error.__cause__ = cause
    assert "anthropic-tool-use-without-result" == diagnose(error).refusal


def test_what_tells_nothing_is_unknown() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    assert ["unknown"] * 4 == [diagnose(error).kind for error in (deep, None, 7, ValueError())]


def test_the_target_is_told_by_the_answer_and_its_model_by_the_request() -> None:
    found = diagnose(TEXT_OF_UNANSWERED, UNANSWERED)
    assert "anthropic/claude-opus-4-6" == found.target
    assert found.cured is not None


def test_a_stored_history_is_looked_at_as_it_would_be_sent() -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]}
    history = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Oslo?"}, call, {"role": "user", "content": "Well?"}]
    found = diagnose(TEXT_OF_UNANSWERED, history, "anthropic/claude-opus-4-6")
    assert ("/messages/1", 2, "missing-tool-result") == (found.pointer, found.origin, found.rule)
    assert found.cured is not None


SIGNED = {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmF0dXJl" * 20}, {"type": "text", "text": "So."}]}
THINKING: Request = {
    "model": "claude-opus-4-5",
    "max_tokens": 4000,
    "messages": [{"role": "user", "content": "1"}, SIGNED, {"role": "user", "content": "2"}],
}


def test_what_a_request_does_not_show_is_taken_at_its_word() -> None:
    found = diagnose("messages.1.content.0: Invalid `signature` in `thinking` block", THINKING, "anthropic/claude-opus-4-5")
    assert ("anthropic-thinking-signature-invalid", "/messages/1/content/0") == (found.refusal, found.pointer)
    assert found.cured is not None
    assert ["So."] == [block["text"] for block in found.cured.request["messages"][1]["content"]]


def test_a_template_of_a_server_that_nobody_knows_is_believed() -> None:
    turns = [{"role": "user", "content": "1"}, {"role": "user", "content": "2"}]
    found = diagnose("Conversation roles must alternate user/assistant/user/assistant/...", turns, "my-server/my-model")
    assert "consecutive-user-turns" == found.rule
    assert found.cured is not None
    assert 1 == len(found.cured.request["messages"])


def test_a_rule_that_the_target_does_without_is_run_where_its_answer_asks_for_it() -> None:
    call = {"role": "assistant", "content": "", "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
    turns = [{"role": "user", "content": "1"}, call, {"role": "tool", "tool_call_id": "call_1", "content": "2"}]
    text = "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9."
    found = diagnose(text, turns, "my-server/my-model")
    assert "tool-call-id" == found.rule
    assert found.cured is not None
    assert [9] == [len(message["tool_call_id"]) for message in found.cured.request["messages"] if "tool_call_id" in message]


def test_where_no_cure_is_known_there_is_none() -> None:
    text = "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must"
    request = {"model": "claude-opus-4-5", "max_tokens": 5, "messages": [{"role": "user", "content": "hi"}]}
    found = diagnose("An unheard-of refusal of this request.", request, "anthropic/claude-opus-4-5")
    assert ("unknown", None, None) == (found.kind, found.refusal, found.cured)
    found = diagnose(text, request, "anthropic/claude-opus-4-5")
    assert ("anthropic-thinking-modified-latest", None) == (found.refusal, found.cured)


ORPHAN = (
    "Error code: 400 - {'error': {'message': \"Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.\","
    " 'type': 'invalid_request_error', 'param': 'messages.[2].role'}}"
)
POSITIONS = [
    ("messages.3.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", "/messages/3/content/1/id"),
    (
        "Invalid 'messages[4].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 52 instead.",
        "/messages/4/tool_calls/0/id",
    ),
    ("* GenerateContentRequest.contents[2].parts[0].function_call.name: Name cannot be empty.", "/contents/2/parts/0/functionCall/name"),
    ("The content field in the Message object at messages.5 is empty.", "/messages/5"),
    ("thinking is enabled but reasoning_content is missing in assistant tool call message at index 6", "/messages/6"),
    ("No tool output found for function call call_7.", None),
    (ORPHAN, "/messages/2/role"),
]


@pytest.mark.parametrize(("text", "pointer"), POSITIONS)
def test_positions_are_read_where_there_is_no_request(text: str, pointer: str | None) -> None:
    assert pointer == diagnose(text).pointer


def test_what_cannot_be_read_is_told() -> None:
    with pytest.raises(UnknownTarget):
        diagnose("x", target="nonsense")
    with pytest.raises(ReadError):
        diagnose("x", request=7)
