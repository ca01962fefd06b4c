"""What single models are sent of the settings of another API's request."""

from __future__ import annotations

from typing import Any

import pytest

import replayable

Json = Any
CHAT = {"model": "m", "messages": [{"role": "user", "content": "Oslo?"}]}
CLAUDE = {"model": "m", "max_tokens": 30_000, "messages": [{"role": "user", "content": "Oslo?"}]}
HIGH, LOW, MINIMAL, MOST, NONE = ({"reasoning_effort": word} for word in ("high", "low", "minimal", "max", "none"))


def _sent(target: str, fields: Json) -> Json:
    return replayable.prepare(CHAT | fields, target, source="openai-chat").request


@pytest.mark.parametrize(
    ("model", "fields", "thinking", "effort"),
    [
        ("claude-3-5-haiku-20241022", HIGH, None, None),
        ("claude-3-7-sonnet-20250219", HIGH, {"type": "enabled", "budget_tokens": 4096}, None),
        ("claude-sonnet-4-5", LOW, {"type": "enabled", "budget_tokens": 1024}, None),
        ("claude-sonnet-4-5", NONE, {"type": "disabled"}, None),
        ("claude-opus-4-6", MOST, {"type": "adaptive"}, "max"),
        ("claude-opus-4-6", {"reasoning_effort": "xhigh"}, {"type": "adaptive"}, "high"),
        ("claude-opus-4-6", {"reasoning": {"max_tokens": 2000}}, {"type": "enabled", "budget_tokens": 2000}, None),
        ("claude-opus-4-8", {"reasoning": {"max_tokens": 2000}}, {"type": "adaptive"}, "medium"),
        ("claude-opus-4-8", MINIMAL, {"type": "adaptive"}, "low"),
        ("claude-sonnet-5", NONE, {"type": "disabled"}, None),
        ("claude-fable-5-1", NONE, {"type": "adaptive"}, "low"),
        ("claude-some-day", {"reasoning_effort": "xhigh"}, {"type": "adaptive"}, "xhigh"),
        ("some-other-model", MINIMAL, {"type": "adaptive"}, "low"),
    ],
)
@pytest.mark.parametrize("provider", ["anthropic", "amazon-bedrock"])
def test_claude_is_told_how_much_to_think_in_its_own_words(provider: str, model: str, fields: Json, thinking: Json, effort: str | None) -> None:
    sent = _sent(f"{provider}/{model}", fields)
    if provider == "amazon-bedrock" and "claude" not in model:
        assert "additionalModelRequestFields" not in sent
        return
    held = sent.get("additionalModelRequestFields", {}) if provider == "amazon-bedrock" else sent
    config = sent.get("outputConfig" if provider == "amazon-bedrock" else "output_config", {})
    assert (thinking, effort) == (held.get("thinking"), config.get("effort"))


@pytest.mark.parametrize(
    ("model", "fields", "thinking"),
    [
        ("gemini-2.0-flash", HIGH, None),
        ("gemini-2.5-pro", NONE, {"includeThoughts": True, "thinkingBudget": 128}),
        ("gemini-2.5-pro", {"reasoning": {"max_tokens": 99_000}}, {"includeThoughts": True, "thinkingBudget": 32_768}),
        ("gemini-2.5-flash", NONE, {"thinkingBudget": 0}),
        ("gemini-2.5-flash-lite", {"reasoning": {"max_tokens": 100}}, {"includeThoughts": True, "thinkingBudget": 512}),
        ("gemini-3-pro", MINIMAL, {"includeThoughts": True, "thinkingLevel": "LOW"}),
        ("gemini-3-pro", {"reasoning_effort": "medium"}, {"includeThoughts": True, "thinkingLevel": "LOW"}),
        ("gemini-3.1-pro", {"reasoning_effort": "medium"}, {"includeThoughts": True, "thinkingLevel": "MEDIUM"}),
        ("gemini-3-flash", MINIMAL, {"includeThoughts": True, "thinkingLevel": "MINIMAL"}),
        ("gemini-3-flash", NONE, {"includeThoughts": True, "thinkingLevel": "MINIMAL"}),
        ("gemini-flash-latest", MOST, {"includeThoughts": True, "thinkingLevel": "HIGH"}),
    ],
)
def test_gemini_is_told_how_much_to_think_in_its_own_words(model: str, fields: Json, thinking: Json) -> None:
    assert thinking == _sent(f"google/{model}", fields).get("generationConfig", {}).get("thinkingConfig")


@pytest.mark.parametrize(
    ("target", "fields", "effort"),
    [
        ("openai/gpt-4.1", {"thinking": {"type": "adaptive"}}, None),
        ("openai/o3", {"thinking": {"type": "disabled"}}, "low"),
        ("openai/o4-mini", {"thinking": {"type": "enabled", "budget_tokens": 20_000}}, "high"),
        ("openai/gpt-5", {"thinking": {"type": "disabled"}}, "minimal"),
        ("openai/gpt-5", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "max"}}, "high"),
        ("openai/gpt-5-pro", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "low"}}, "high"),
        ("openai/gpt-5-codex", {"thinking": {"type": "disabled"}}, "low"),
        ("openai/gpt-5.1", {"thinking": {"type": "disabled"}}, "none"),
        ("openai/gpt-5.1-codex-max", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "max"}}, "xhigh"),
        ("openai/gpt-5.2", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "max"}}, "xhigh"),
        ("openai/gpt-5.4-pro", {"thinking": {"type": "disabled"}}, "medium"),
        ("openai/gpt-5.6", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "max"}}, "max"),
        ("openai/gpt-7", {"thinking": {"type": "adaptive"}}, "medium"),
        ("xai/grok-4", {"thinking": {"type": "adaptive"}}, None),
        ("xai/grok-3-mini", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "medium"}}, "low"),
        ("xai/grok-4.6", {"thinking": {"type": "adaptive"}, "output_config": {"effort": "xhigh"}}, "xhigh"),
        ("vllm/any-model", {"thinking": {"type": "enabled", "budget_tokens": 1024}}, "low"),
    ],
)
def test_a_budget_becomes_an_effort_that_the_model_knows(target: str, fields: Json, effort: str | None) -> None:
    for api in ("openai-completions", "openai-responses"):
        sent = replayable.prepare(CLAUDE | fields, target, source="anthropic", api=api).request
        assert effort == (sent.get("reasoning_effort") if api == "openai-completions" else sent.get("reasoning", {}).get("effort"))


@pytest.mark.parametrize(
    ("target", "thinking", "sent"),
    [
        ("openrouter/anthropic/claude-sonnet-4.6", {"type": "enabled", "budget_tokens": 5000}, {"reasoning": {"max_tokens": 5000}}),
        ("openrouter/google/gemini-3-pro", {"type": "adaptive", "display": "omitted"}, {"reasoning": {"exclude": True, "enabled": True}}),
        ("openrouter/x/y", {"type": "disabled"}, {"reasoning": {"enabled": False}}),
        ("moonshot/kimi-k2.6", {"type": "enabled", "budget_tokens": 5000}, {"thinking": {"type": "enabled"}}),
        ("moonshot/kimi-k2.6", {"type": "disabled"}, {"thinking": {"type": "disabled"}}),
        ("zai/glm-5", {"type": "adaptive"}, {"thinking": {"type": "enabled"}}),
        ("deepseek/deepseek-v4-pro", {"type": "enabled", "budget_tokens": 5000}, {"thinking": {"type": "enabled"}, "reasoning_effort": "high"}),
        ("deepseek/deepseek-v4-pro", {"type": "disabled"}, {"thinking": {"type": "disabled"}}),
        ("groq/openai/gpt-oss-120b", {"type": "enabled", "budget_tokens": 5000}, {"reasoning_effort": "high"}),
    ],
)
def test_servers_of_chat_completions_are_told_in_the_fields_that_they_know(target: str, thinking: Json, sent: Json) -> None:
    prepared = replayable.prepare(CLAUDE | {"thinking": thinking}, target, source="anthropic")
    assert sent == {key: prepared.request[key] for key in ("reasoning", "thinking", "reasoning_effort") if key in prepared.request}
    assert () == prepared.problems
    assert prepared.request == replayable.prepare(prepared.request, target, source="openai-chat").request


@pytest.mark.parametrize(
    ("target", "fields", "sent"),
    [
        ("anthropic/claude-opus-4-6", {"temperature": 1.7}, {"temperature": 1}),
        ("anthropic/claude-opus-4-8", {"temperature": 0.2, "top_p": 0.5}, {}),
        ("anthropic/claude-sonnet-4-5", {"temperature": 0.2, "top_p": 0.5}, {"temperature": 0.2}),
        ("anthropic/claude-3-5-haiku-20241022", {"temperature": 0.2, "top_p": 0.5}, {"temperature": 0.2, "top_p": 0.5}),
        ("anthropic/claude-opus-4-6", {"temperature": 0.2, "top_p": 0.97, "reasoning_effort": "low"}, {"top_p": 0.97}),
        ("anthropic/claude-opus-4-6", {"stop": ["\n", "END"]}, {"stop_sequences": ["END"]}),
        ("openai/gpt-5", {"temperature": 0.2, "top_p": 0.5}, {}),
        ("openai/gpt-5.2", {"temperature": 0.2}, {"temperature": 0.2}),
        ("openai/gpt-4.1", {"temperature": 0.2}, {"temperature": 0.2}),
        ("google/gemini-3-pro", {"stop": list("abcdefg")}, {"stopSequences": list("abcde")}),
        ("amazon-bedrock/amazon.nova-pro-v1:0", {"temperature": 1.7, "stop": ["\n", ""]}, {"temperature": 1, "stopSequences": ["\n"]}),
    ],
)
def test_sampling_comes_within_what_the_model_takes(target: str, fields: Json, sent: Json) -> None:
    request = _sent(target, fields)
    held = request | request.get("generationConfig", {}) | request.get("inferenceConfig", {})
    assert sent == {key: held[key] for key in ("temperature", "top_p", "stop_sequences", "stopSequences") if key in held}


@pytest.mark.parametrize(
    ("target", "fields", "choice"),
    [
        ("anthropic/claude-opus-4-6", {}, {"type": "any"}),
        ("anthropic/claude-opus-4-6", {"reasoning_effort": "low"}, {"type": "auto"}),
        ("anthropic/claude-fable-5-1", {}, None),
        ("amazon-bedrock/us.anthropic.claude-fable-5-1-v1:0", {}, None),
    ],
)
def test_a_tool_is_forced_only_where_the_model_can_be_forced(target: str, fields: Json, choice: Json) -> None:
    tools = [{"type": "function", "function": {"name": "f"}}]
    sent = _sent(target, {"tools": tools, "tool_choice": "required", **fields})
    assert choice == (sent.get("tool_choice") or sent.get("toolConfig", {}).get("toolChoice"))


OPENAI = {"metadata": {"k": "v"}, "service_tier": "flex", "safety_identifier": "s", "prompt_cache_key": "p", "verbosity": "low"}


def test_fields_that_both_apis_of_openai_have_are_sent_in_their_place() -> None:
    sent = _sent("openai/gpt-5", {**OPENAI, "seed": 7})
    assert {key: value for key, value in OPENAI.items() if key != "verbosity"} == {key: sent[key] for key in OPENAI if key in sent}
    assert ({"verbosity": "low"}, False) == (sent["text"], "seed" in sent)
    responses = {"model": "m", "input": "Oslo?", "text": {"verbosity": "high"}, "prompt_cache_key": "p", "metadata": {"k": "v"}}
    for store in (True, False):
        chat = replayable.prepare(responses | {"store": store}, "openai/gpt-4.1", source="openai-responses", api="openai-completions").request
        assert ("high", "p", store) == (chat["verbosity"], chat["prompt_cache_key"], "metadata" in chat)


def test_other_servers_are_not_sent_what_only_openai_knows() -> None:
    request = {"model": "m", "input": "Oslo?", **{key: value for key, value in OPENAI.items() if key != "verbosity"}}
    prepared = replayable.prepare(request, "vllm/any-model", source="openai-responses")
    assert {"model", "messages"} == set(prepared.request)
    assert 4 == len(prepared.changes)


@pytest.mark.parametrize(
    ("target", "fields", "sent"),
    [
        ("google/gemini-3-pro", {}, 40),
        ("amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0", {}, 40),
        ("amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0", {"thinking": {"type": "adaptive"}}, None),
        ("amazon-bedrock/us.anthropic.claude-opus-4-8-v1:0", {}, None),
        ("openai/gpt-5", {}, None),
    ],
)
def test_top_k_reaches_whoever_takes_it(target: str, fields: Json, sent: int | None) -> None:
    prepared = replayable.prepare(CLAUDE | {"top_k": 40} | fields, target, source="anthropic")
    held = prepared.request | prepared.request.get("generationConfig", {}) | prepared.request.get("additionalModelRequestFields", {})
    assert sent == held.get("topK", held.get("top_k"))
    assert (sent is None) == any(change.before == [{"top_k": 40}] for change in prepared.changes)


def test_in_its_own_format_nothing_of_this_is_touched() -> None:
    request = CLAUDE | {"temperature": 1.7, "stop_sequences": ["\n"], "thinking": {"type": "adaptive"}, "tool_choice": {"type": "any"}, "tools": []}
    prepared = replayable.prepare(request, "anthropic/claude-sonnet-4-5", source="anthropic")
    assert (request, ()) == (prepared.request, prepared.changes)
    assert {"anthropic-thinking-config-type", "anthropic-temperature-range", "anthropic-stop-sequence-blank"} <= {problem.rule for problem in prepared.problems}
