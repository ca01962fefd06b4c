"""Servers of Chat Completions with rules of their own: what is prepared for them they take, and a second run finds nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import laws
import replayable
import strategies
from test_laws import CORPUS, FORMATS

# Those that the laws of all policies do not name already, with options that make them one.
SERVERS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("azure-openai/gpt-4.1", {"api": "openai-completions"}),
    ("cohere/command-a-03-2025", {}),
    ("deepseek/deepseek-reasoner", {}),
    ("fireworks/accounts/fireworks/models/glm-5p1", {}),
    ("groq/meta-llama/llama-4-scout-17b-16e-instruct", {}),
    ("llama.cpp/any-model", {"thinking": True}),
    ("minimax/MiniMax-M2", {"api": "openai-completions"}),
    ("moonshot/kimi-k2.5", {"strict_template": True}),
    ("ollama/qwen3", {}),
    ("ollama/qwen3", {"strict_template": True}),
    ("qwen/qwen3-max", {}),
    ("vllm/google/gemma-2-9b-it", {}),
    ("vllm/meta-llama/Llama-3.3-70B-Instruct", {"strict_template": True}),
    ("vllm/mistralai/Mistral-Nemo-Instruct-2407", {"strict_template": True}),
    ("zai/glm-4.6", {}),
)
NAMES = [" ".join([target, *options]) for target, options in SERVERS]


@pytest.mark.parametrize(("target", "options"), SERVERS, ids=NAMES)
def test_a_server_keeps_the_laws_on_the_corpus(target: str, options: Mapping[str, Any]) -> None:
    for _, fmt, history in CORPUS:
        laws.check_prepare(history, fmt, target, options)


@given(st.sampled_from(SERVERS), st.sampled_from(FORMATS), st.data())
def test_every_server_keeps_the_laws_on_damaged_conversations(where: tuple[str, Mapping[str, Any]], fmt: str, data: st.DataObject) -> None:
    target, options = where
    laws.check_prepare(strategies.WRITERS[fmt](data.draw(strategies.damaged())), fmt, target, options)


USER: dict[str, Any] = {"role": "user", "content": "Oslo and Rome?"}


def call(identifier: str) -> dict[str, Any]:
    return {"id": identifier, "type": "function", "function": {"name": "f", "arguments": "{}"}}


def answer(identifier: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": identifier, "content": "3 C"}


def sent(messages: list[dict[str, Any]], target: str, **options: Any) -> list[dict[str, Any]]:
    """The messages of what is prepared from a history of the API's own."""
    prepared = replayable.prepare({"messages": messages}, target, **options)
    assert prepared.problems == ()
    messages_sent: list[dict[str, Any]] = prepared.request["messages"]
    return messages_sent


def test_gemini_behind_openrouter_gets_one_detail_that_skips_the_check_on_each_step_of_the_running_turn() -> None:
    messages = [USER, {"role": "assistant", "content": None, "tool_calls": [call("a"), call("b")]}, answer("a"), answer("b")]
    detail = {"type": "reasoning.encrypted", "data": "skip_thought_signature_validator", "id": "a", "format": "google-gemini-v1", "index": 0}
    expected = {"role": "assistant", "content": None, "tool_calls": [call("a"), call("b")], "reasoning_details": [detail]}
    assert sent(messages, "openrouter/google/gemini-3-pro")[1] == expected


def test_details_of_words_alone_get_the_one_that_skips_the_check_behind_them() -> None:
    words = {"type": "reasoning.text", "text": "I look."}
    turn = {"role": "assistant", "content": None, "tool_calls": [call("a")], "reasoning_details": [words]}
    detail = {"type": "reasoning.encrypted", "data": "skip_thought_signature_validator", "id": "a", "format": "google-gemini-v1", "index": 1}
    history = [USER, turn, answer("a")]
    assert ["openrouter-gemini-reasoning-details"] == [problem.rule for problem in replayable.check({"messages": history}, "openrouter/google/gemini-3-pro")]
    assert sent(history, "openrouter/google/gemini-3-pro")[1] == {**turn, "reasoning_details": [words, detail]}


def test_gemini_behind_openrouter_keeps_the_details_that_it_gave() -> None:
    stored = {
        "role": "assistant",
        "content": None,
        "tool_calls": [call("a")],
        "reasoning_details": [{"type": "reasoning.encrypted", "data": "EqQB", "id": "a"}],
    }
    messages = [USER, stored, answer("a")]
    assert sent(messages, "openrouter/google/gemini-3-pro") == messages


def test_a_signature_of_gemini_stands_among_the_details_behind_openrouter() -> None:
    parts = [{"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "EqQBRXFRQg=="}]
    history = {"contents": [{"role": "user", "parts": [{"text": "Oslo?"}]}, {"role": "model", "parts": parts}]}
    (said,) = [message for message in replayable.prepare(history, "openrouter/google/gemini-3-pro").request["messages"] if message["role"] == "assistant"]
    assert [(detail["type"], detail["id"]) for detail in said["reasoning_details"]] == [("reasoning.encrypted", said["tool_calls"][0]["id"])]
    assert "extra_content" not in said["tool_calls"][0]


def test_llama_3_gets_one_call_a_message() -> None:
    messages = [USER, {"role": "assistant", "content": "I look.", "tool_calls": [call("a"), call("b")]}, answer("a"), answer("b")]
    assert sent(messages, "vllm/meta-llama/Llama-3.1-8B-Instruct") == [
        USER,
        {"role": "assistant", "content": "I look.", "tool_calls": [call("a")]},
        answer("a"),
        {"role": "assistant", "content": None, "tool_calls": [call("b")]},
        answer("b"),
    ]


def test_a_strict_template_gets_empty_text_beside_calls_and_no_null() -> None:
    messages = [USER, {"role": "assistant", "content": None, "tool_calls": [call("a")]}, answer("a")]
    assert sent(messages, "vllm/any-model", strict_template=True)[1] == {"role": "assistant", "content": "", "tool_calls": [call("a")]}


def test_gemma_2_gets_the_instruction_with_the_first_question() -> None:
    messages = [{"role": "system", "content": "Be brief."}, USER]
    expected = [{"role": "user", "content": [{"type": "text", "text": "<system>\nBe brief.\n</system>"}, {"type": "text", "text": "Oslo and Rome?"}]}]
    assert sent(messages, "vllm/google/gemma-2-2b-it") == expected


def test_ollama_gets_texts_as_one_text_and_lists_where_an_image_needs_one() -> None:
    listed: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}
    shown: dict[str, Any] = {
        "role": "user",
        "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}],
    }
    assert sent([listed, shown], "ollama/llava") == [{"role": "user", "content": "a\n\nb"}, shown]


def test_fireworks_gets_no_field_that_it_does_not_know_and_options_of_a_stream_only_with_one() -> None:
    request = {"messages": [USER], "top_k": 5, "vl_high_resolution_images": True, "stream_options": {"include_usage": True}}
    assert replayable.prepare(request, "fireworks/m").request == {"messages": [USER], "top_k": 5}
    streamed = {**request, "stream": True}
    assert replayable.prepare(streamed, "fireworks/m").request == {"messages": [USER], "top_k": 5, "stream": True, "stream_options": {"include_usage": True}}


def test_kimi_thinks_unless_it_is_told_not_to() -> None:
    messages = [USER, {"role": "assistant", "content": "", "tool_calls": [call("a")]}, answer("a")]
    assert "reasoning_content" in sent(messages, "moonshot/kimi-k2.5")[1]
    request = {"messages": messages, "thinking": {"type": "disabled"}}
    assert replayable.prepare(request, "moonshot/kimi-k2.5").request == request
    assert sent(messages, "moonshot/kimi-k2.5", thinking=False) == messages


@pytest.mark.parametrize("model", ["mimo-v2.5", "mimo-v2.5-pro", "MiMo-V2-Pro", "mimo-v2-omni", "mimo-v2.6-flash", "mimo-v3"])
def test_mimo_gets_reasoning_back_beside_calls_unless_it_is_told_not_to_think(model: str) -> None:
    target = f"xiaomi/{model}"
    messages = [USER, {"role": "assistant", "content": "", "tool_calls": [call("a")]}, answer("a")]
    assert [problem.pointer for problem in replayable.check({"messages": messages}, target)] == ["/messages/1"]
    assert sent(messages, target)[1]["reasoning_content"] == "[no reasoning was recorded for this turn]"
    assert sent(messages, target, thinking=False) == messages
    assert sent([USER, {"role": "assistant", "content": "5 C", "reasoning": "look"}, USER], target)[1]["reasoning_content"] == "look"


def test_mimo_2_flash_thinks_only_if_it_is_told_to() -> None:
    messages = [USER, {"role": "assistant", "content": "", "tool_calls": [call("a")]}, answer("a")]
    assert sent(messages, "xiaomi/mimo-v2-flash") == messages
    assert "reasoning_content" in sent(messages, "xiaomi/mimo-v2-flash", thinking=True)[1]


def test_claude_behind_a_router_is_held_to_what_its_maker_refuses() -> None:
    mark = {"type": "ephemeral"}
    marked: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": "a", "cache_control": mark}] * 5}
    said: dict[str, Any] = {"role": "assistant", "content": "It is"}
    found = replayable.check({"messages": [marked, said]}, "openrouter/anthropic/claude-sonnet-4.6")
    assert [(problem.rule, problem.pointer) for problem in found] == [
        ("anthropic-cache-control-max4", "/messages/0/content/4/cache_control"),
        ("anthropic-prefill-unsupported", "/messages/1"),
    ]
    assert replayable.check({"messages": [USER, said]}, "openrouter/anthropic/claude-sonnet-4.5") == ()
    assert replayable.check({"messages": [marked, said]}, "openrouter/qwen/qwen3-max") == ()


PREFILL = [{"role": "user", "content": "Is it warm?"}, {"role": "assistant", "content": "It is"}]


@pytest.mark.parametrize("source", ["anthropic", "openclaw", "openai-chat"])
def test_a_wanted_prefill_is_marked_for_mistral_wherever_it_comes_from(source: str) -> None:
    prepared = replayable.prepare(PREFILL, "mistral/mistral-large-latest", source=source, prefill=True)
    assert [*PREFILL[:1], {**PREFILL[1], "prefix": True}] == prepared.request["messages"]
    assert () == prepared.problems


def test_a_prefill_that_was_answered_loses_its_mark_in_a_replay() -> None:
    replay = replayable.Replay("mistral/mistral-large-latest", prefill=True)
    replay.extend(PREFILL, source="anthropic")
    assert replay.prepare().request["messages"][-1]["prefix"] is True
    replay.extend([{"role": "user", "content": "And now?"}])
    assert [*PREFILL, {"role": "user", "content": "And now?"}] == replay.prepare().request["messages"]
