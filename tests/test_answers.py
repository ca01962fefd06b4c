"""Programs append whole answers to their history; the message in one is found, and what stands around it is told."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import replayable

Json = Any

CHAT = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Ten past nine."}}],
    "usage": {"total_tokens": 3},
}
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Ten past nine."}]}
RESPONSES = {"id": "resp_1", "object": "response", "output": [{"type": "reasoning", "id": "rs_1", "summary": []}, SAID], "usage": {"total_tokens": 3}}
GEMINI = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Ten past nine."}]}, "finishReason": "STOP"}], "modelVersion": "gemini-3-pro"}
BEDROCK = {"output": {"message": {"role": "assistant", "content": [{"text": "Ten past nine."}]}}, "stopReason": "end_turn", "metrics": {"latencyMs": 1}}

ASKED: dict[str, Json] = {
    "openai-chat": {"role": "user", "content": "What time is it?"},
    "openai-responses": {"role": "user", "content": "What time is it?"},
    "gemini": {"role": "user", "parts": [{"text": "What time is it?"}]},
    "bedrock": {"role": "user", "content": [{"text": "What time is it?"}]},
}
ANSWERS: dict[str, tuple[str, Json]] = {
    "a completion": ("openai-chat", CHAT),
    "its choices": ("openai-chat", CHAT["choices"]),
    "its choice": ("openai-chat", CHAT["choices"][0]),  # type: ignore[index]
    "a response": ("openai-responses", RESPONSES),
    "its output": ("openai-responses", RESPONSES["output"]),
    "an answer of Gemini": ("gemini", GEMINI),
    "its candidates": ("gemini", GEMINI["candidates"]),
    "its candidate": ("gemini", GEMINI["candidates"][0]),
    "an answer of Converse": ("bedrock", BEDROCK),
}
NAMES = list(ANSWERS)
TARGETS = (
    ("anthropic/claude-opus-4-6", None),
    ("openai/gpt-5", "openai-completions"),
    ("openai/gpt-5", "openai-responses"),
    ("google/gemini-3-pro", None),
    ("amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0", None),
)


def history(name: str) -> tuple[str, list[Json]]:
    source, answer = ANSWERS[name]
    return source, [ASKED[source], copy.deepcopy(answer), ASKED[source]]


@pytest.mark.parametrize("name", NAMES)
def test_the_format_of_an_answer_is_recognised_and_its_message_is_read(name: str) -> None:
    source, stored = history(name)
    read = replayable.read(stored)
    assert source == read.format
    assert [("user", 0), ("assistant", 1), ("user", 2)] == [(message.role, message.origin) for message in read.messages]
    assert "Ten past nine." == read.messages[1].parts[-1].text  # type: ignore[union-attr]


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_is_written_back_as_it_was(name: str) -> None:
    source, stored = history(name)
    assert stored == replayable.write(replayable.read(stored), source)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("target", "api"), TARGETS, ids=[api or target for target, api in TARGETS])
def test_the_message_is_sent_and_what_stood_around_it_is_told(name: str, target: str, api: str | None) -> None:
    prepared = replayable.prepare(history(name)[1], target, api=api)
    assert "Ten past nine." in prepared.body.decode()
    assert ("wrapped-message", "none", 1) in [(change.rule, change.loss, change.origin) for change in prepared.changes]
    assert () == prepared.problems
    assert () == replayable.prepare(prepared.request, target, api=api).changes


def test_what_stands_around_a_message_is_named_without_the_message() -> None:
    (change,) = replayable.prepare(history("a completion")[1], "openai/gpt-5", api="openai-completions").changes
    rest = {"id": "chatcmpl-1", "object": "chat.completion", "choices": [{"index": 0, "finish_reason": "stop"}], "usage": {"total_tokens": 3}}
    assert [rest] == change.before


@pytest.mark.parametrize(
    "entry",
    [{"choices": [CHAT["choices"][0], CHAT["choices"][0]]}, {"choices": []}, {"output": RESPONSES["output"]}, {"message": {"role": "assistant"}}, {}, []],  # type: ignore[index]
    ids=["two choices", "no choice", "an output of nothing known", "a message beside nothing", "an object", "a list"],
)
def test_what_is_no_answer_for_certain_is_kept_whole(entry: Json) -> None:
    stored = [ASKED["openai-chat"], entry]
    read = replayable.read(stored, "openai-chat")
    assert ("", "opaque") == (read.messages[1].role, type(read.messages[1].parts[0]).__name__.lower())
    assert stored == replayable.write(read, "openai-chat")


# ---------------------------------------------------------------------------------------------- who made an answer
SIGNED_THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "ErUBCkYIBBgCIkDS8e3F0SmHEeFB5w=="}
CLAUDES = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-opus-4-6",
    "content": [SIGNED_THOUGHT, {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}],
    "stop_reason": "tool_use",
}
QUESTION = {"role": "user", "content": "q"}


def test_an_answer_of_anthropic_among_chat_messages_keeps_its_reasoning_for_the_model_that_it_names() -> None:
    history = [QUESTION, CLAUDES, {"role": "tool", "tool_call_id": "toolu_1", "content": "ok"}]
    sent = replayable.prepare(history, "anthropic/claude-opus-4-6")
    assert sent.request["messages"][1] == {"role": "assistant", "content": CLAUDES["content"]}
    assert [change.rule for change in sent.changes if change.loss != "none"] == []
    other = replayable.prepare(history, "anthropic/claude-sonnet-4-6")
    assert [change.loss for change in other.changes if change.rule == "foreign-reasoning"] == ["content"]


def test_a_converted_answer_says_in_a_session_who_made_it() -> None:
    (said,) = replayable.convert([CLAUDES], "openclaw").payload
    assert (said["api"], said["model"]) == ("anthropic-messages", "claude-opus-4-6")
    result = {"role": "toolResult", "toolCallId": "toolu_1", "toolName": "f", "content": [{"type": "text", "text": "ok"}], "isError": False}
    sent = replayable.prepare([QUESTION, said, result], "anthropic/claude-opus-4-6", source="openclaw")
    assert sent.request["messages"][1]["content"] == CLAUDES["content"]
    assert sent.changes == ()


def test_a_proof_that_a_kept_form_has_no_place_for_is_lost() -> None:
    lost = [(change.rule, change.loss, change.before) for change in replayable.convert([CLAUDES], "openai-chat").changes if change.loss != "none"]
    assert lost == [("untranslatable-part-field", "content", [{"signature": SIGNED_THOUGHT["signature"]}])]


def test_a_gemini_answer_names_its_model() -> None:
    parts = [{"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "EqQB"}]
    answer = {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}], "modelVersion": "gemini-3-pro"}
    (said,) = replayable.convert([answer], "openclaw").payload
    assert (said["api"], said["model"]) == ("google-generative-ai", "gemini-3-pro")


def test_the_answers_of_a_turn_name_its_model_where_they_agree() -> None:
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    answer = {"object": "response", "model": "gpt-5", "output": [item]}
    (said,) = replayable.read([answer], "openai-responses").messages
    assert said.meta is not None
    assert (said.meta.api, said.meta.model) == ("openai-responses", "gpt-5")
    (said,) = replayable.read([answer, {**answer, "model": "o3"}], "openai-responses").messages
    assert said.meta is None


# ---------------------------------------------------------------------------------------------- an answer alone
@pytest.mark.parametrize("name", NAMES)
def test_an_answer_alone_is_read_as_a_history_of_one(name: str) -> None:
    source, stored = history(name)
    answer = stored[1]
    if not isinstance(answer, dict) or "role" in answer or "type" in answer:
        return
    for given in (answer, json.dumps(answer)):
        for told in (None, source):
            assert [each.parts for each in replayable.read(given, told).messages] == [each.parts for each in replayable.read([answer], source).messages]
            assert replayable.convert(given, "openai-chat", told).payload == replayable.convert([answer], "openai-chat", source).payload
            sent, expected = [replayable.prepare(each, "anthropic/claude-opus-4-6", source=source) for each in (given, [answer])]
            assert (sent.body, sent.changes) == (expected.body, expected.changes)


@pytest.mark.parametrize("source", ["openai-chat", "anthropic", "openai-responses", "gemini", "bedrock"])
def test_messages_under_another_name_are_not_passed_over(source: str) -> None:
    with pytest.raises(replayable.ReadError, match=r"has its history under '\w+', which is missing; hand over the list of messages itself"):
        replayable.read({"conversation": [{"role": "user", "content": "q"}]}, source)


def test_a_replay_takes_an_answer_as_it_came() -> None:
    replay = replayable.Replay("openai/gpt-4.1", api="openai-completions")
    answer = {"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": "a"}, "finish_reason": "stop"}]}
    replay.extend([{"role": "user", "content": "q"}])
    replay.extend(answer)
    replay.extend([{"role": "user", "content": "r"}])
    assert [each["content"] for each in replay.prepare().request["messages"]] == ["q", "a", "r"]
