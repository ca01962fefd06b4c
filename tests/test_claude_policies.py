"""What Anthropic's family and Bedrock are sent: reasoning by route and model, context by model, tools and thinking where an API demands it."""

from __future__ import annotations

from typing import Any

import pytest

import replayable
from replayable.errors import UnknownTarget
from replayable.model.parts import ToolCall

Json = Any
SIGNED = {"type": "thinking", "thinking": "hm", "signature": "c2lnbmF0dXJl"}
OPUS = "anthropic/claude-opus-4-6"
FABLE = "anthropic/claude-fable-5-1"
BEDROCK = "amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0"


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def assistant(*blocks: Json) -> Json:
    return {"role": "assistant", "content": list(blocks)}


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def call(identifier: str = "toolu_1") -> Json:
    return {"type": "tool_use", "id": identifier, "name": "f", "input": {}}


def result(identifier: str = "toolu_1") -> Json:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": identifier, "content": "ok"}]}


def stored(role: str, content: Json, **fields: Json) -> Json:
    return {"role": role, "content": content, **fields}


def by(model: str, *blocks: Json, provider: str = "anthropic", api: str = "anthropic-messages", **fields: Json) -> Json:
    return {"role": "assistant", "content": list(blocks), "provider": provider, "api": api, "model": model, "stopReason": "stop", **fields}


def thought(words: str = "hm") -> Json:
    return {"type": "thinking", "thinking": words, "thinkingSignature": "c2lnbmF0dXJl"}


def has_reasoning(request: Json) -> list[bool]:
    """For each assistant message, whether reasoning is sent in it."""
    turns = [blocks_of(message) for message in request["messages"] if message["role"] == "assistant"]
    return [any(block.get("type") in ("thinking", "redacted_thinking") or "reasoningContent" in block for block in blocks) for blocks in turns]


def blocks_of(message: Json) -> list[Json]:
    content = message["content"]
    return [text(content)] if isinstance(content, str) else content


def rules(prepared: replayable.Prepared) -> list[str]:
    return [change.rule for change in prepared.changes]


# ---------------------------------------------------------------------------------------------- whose reasoning it is
HISTORY = [user("2+2?"), assistant(SIGNED, text("4")), user("3+3?")]


@pytest.mark.parametrize("made_by", ["nonsense", "openai/", "", "/x"])
def test_a_maker_is_a_target_or_unknown(made_by: str) -> None:
    with pytest.raises(UnknownTarget, match="option 'made_by' is a target or 'unknown'"):
        replayable.prepare(HISTORY, OPUS, source="anthropic", made_by=made_by)


@pytest.mark.parametrize(
    ("made_by", "is_kept"), [(None, True), (OPUS, True), ("anthropic/claude-opus-4-6-20260205", True), ("unknown", False), ("minimax/x", False)]
)
def test_the_caller_says_whose_reasoning_a_history_holds(made_by: str | None, is_kept: bool) -> None:
    assert [is_kept] == has_reasoning(replayable.prepare(HISTORY, OPUS, source="anthropic", made_by=made_by).request)


@pytest.mark.parametrize(
    ("turn", "is_kept"),
    [
        (by("claude-opus-4-6", thought(), text("4")), True),
        (by("claude-opus-4.6", thought(), text("4")), True),
        (by("claude-sonnet-4-6", thought(), text("4")), False),
        (by("claude-opus-4-6", thought(), text("4"), provider="anthropic-vertex"), False),
        (by("claude-opus-4-6", thought(), text("4"), api="openai-responses"), False),
        ({**by("claude-opus-4-6", thought(), text("4")), "model": None}, False),
    ],
)
def test_reasoning_of_another_model_or_route_goes_and_never_becomes_text(turn: Json, is_kept: bool) -> None:
    prepared = replayable.prepare([user("2+2?"), turn, user("3+3?")], OPUS, source="openclaw")
    assert [is_kept] == has_reasoning(prepared.request)
    assert is_kept or "hm" not in str(prepared.request)
    assert is_kept or [("foreign-reasoning", "content")] == [(change.rule, change.loss) for change in prepared.changes]


def test_a_signature_is_judged_by_its_shape_on_first_party_routes_only() -> None:
    history = [user("2+2?"), assistant({**SIGNED, "signature": "cut off"}, text("4")), user("3+3?")]
    sent = {target: has_reasoning(replayable.prepare(history, target, source="anthropic").request) for target in (OPUS, "minimax/MiniMax-M2.1")}
    assert {OPUS: [False], "minimax/MiniMax-M2.1": [True]} == sent
    other = replayable.prepare(history, "cloudflare-ai-gateway/claude-opus-4-6", source="anthropic", api="anthropic-messages")
    assert [True] == has_reasoning(other.request)


def signed_turn_with_a_call_of_no_tool() -> Json:
    return [user("go"), assistant(SIGNED, call("toolu_1"), {**call("toolu_2"), "name": "gone"}), result("toolu_1"), user("And?")]


@pytest.mark.parametrize("target", [OPUS, FABLE, "anthropic-vertex/claude-sonnet-4-6", BEDROCK])
def test_a_signed_turn_with_a_call_that_cannot_be_sent_goes_with_its_results(target: str) -> None:
    prepared = replayable.prepare(signed_turn_with_a_call_of_no_tool(), target, source="anthropic", made_by=target, tools=["f"])
    told = [(change.rule, change.loss, change.origin) for change in prepared.changes if change.loss != "none"]
    assert [("broken-signed-turn", "content", 1), ("orphan-tool-result", "content", 2)] == told
    assert not any(type(part) is ToolCall for message in prepared.transcript.messages for part in message.parts)
    assert () == prepared.problems


@pytest.mark.parametrize("target", ["anthropic/claude-sonnet-4-5", "github-copilot/claude-sonnet-4-6"])
def test_where_no_signed_turn_is_replayed_as_it_was_only_the_one_call_goes(target: str) -> None:
    prepared = replayable.prepare(signed_turn_with_a_call_of_no_tool(), target, source="anthropic", made_by=target, tools=["f"])
    assert ["unoffered-tool-call"] == [change.rule for change in prepared.changes if "call" in change.rule]
    assert ["f"] == [part.name for message in prepared.transcript.messages for part in message.parts if type(part) is ToolCall]


def test_github_copilot_gets_no_reasoning_at_all() -> None:
    assert [False] == has_reasoning(replayable.prepare(HISTORY, "github-copilot/claude-sonnet-4-6", source="anthropic").request)


@pytest.mark.parametrize(
    ("model", "kept"),
    [("claude-3-7-sonnet-20250219", [False, True]), ("claude-sonnet-4-5", [False, True]), ("claude-opus-4-5", [True, True]), ("claude-opus-9", [True, True])],
)
def test_older_models_get_the_reasoning_of_the_latest_turn_only(model: str, kept: list[bool]) -> None:
    history = [*HISTORY, assistant(SIGNED, text("6")), user("Thanks")]
    prepared = replayable.prepare(history, f"anthropic/{model}", source="anthropic")
    assert kept == has_reasoning(prepared.request)
    assert {"none"} >= {change.loss for change in prepared.changes}


# ---------------------------------------------------------------------------------------------- compactions
@pytest.mark.parametrize("target", [OPUS, "amazon-bedrock/us.anthropic.claude-opus-4-6-v1:0"])
def test_reasoning_from_before_a_compaction_goes_and_the_turn_keeps_its_place(target: str) -> None:
    provider, _, model = target.partition("/")
    api = "anthropic-messages" if provider == "anthropic" else "bedrock-converse-stream"
    history = [
        {"role": "compactionSummary", "summary": "They talked.", "tokensBefore": 9, "timestamp": 2000},
        by(model, thought(), provider=provider, api=api, timestamp=1999),
        user("3+3?"),
        by(model, thought(), text("6"), provider=provider, api=api, timestamp=2000),
        user("Thanks"),
    ]
    prepared = replayable.prepare(history, target, source="openclaw")
    assert [False, True] == has_reasoning(prepared.request)
    assert ["outdated-signature", "unsigned-reasoning"] == rules(prepared)
    assert ["user", "assistant", "user", "assistant", "user"] == [message["role"] for message in prepared.request["messages"]]


# ---------------------------------------------------------------------------------------------- reasoning that is bound to its prefix
def test_on_prefix_binding_models_reasoning_behind_a_change_goes_and_before_it_stays() -> None:
    history = [user("Hi"), assistant(SIGNED, text("Hello")), user("Look"), assistant(SIGNED, call()), user("Well?"), assistant(SIGNED, text("So")), user("Ok")]
    bound, free = (replayable.prepare(history, target, source="anthropic").request for target in (FABLE, OPUS))
    assert [True, True, False] == has_reasoning(bound)
    assert [True, True, True] == has_reasoning(free)


def test_on_prefix_binding_models_user_turns_stay_apart_but_not_on_bedrock() -> None:
    history = [stored("user", "/command"), stored("user", "Go on.")]
    apart = replayable.prepare(history, FABLE, source="openclaw")
    merged = replayable.prepare(history, "amazon-bedrock/us.anthropic.claude-fable-5-1-v1:0", source="openclaw")
    assert (2, 1) == (len(apart.request["messages"]), len(merged.request["messages"]))


def carrier(words: str) -> Json:
    return stored("custom", words, customType="openclaw.runtime-context", display=False, details={"source": "openclaw-runtime-context"})


def test_context_of_the_runtime_is_replayed_in_place_on_prefix_binding_models_and_current_elsewhere() -> None:
    history = [stored("user", "Hi"), carrier("9:00"), by("claude-opus-4-6", text("Hello")), stored("user", "Time?"), carrier("10:00")]
    bound, free = (str(replayable.prepare(history, target, source="openclaw").request) for target in (FABLE, OPUS))
    assert (True, True) == ("9:00" in bound, "10:00" in bound)
    assert (False, True) == ("9:00" in free, "10:00" in free)


# ---------------------------------------------------------------------------------------------- tool loops without reasoning
LOOP = [user("Weather?"), assistant(call()), result()]


def test_thinking_is_off_for_one_request_when_the_running_loop_has_no_reasoning_to_begin_with() -> None:
    request = {"model": "claude-sonnet-4-5", "max_tokens": 4096, "thinking": {"type": "enabled", "budget_tokens": 1024}, "messages": LOOP}
    prepared = replayable.prepare(request, "anthropic/claude-sonnet-4-5", source="anthropic")
    assert {"type": "disabled"} == prepared.request["thinking"]
    assert ["unreasoned-tool-loop"] == rules(prepared)
    assert ["anthropic-thinking-final-assistant-must-start-with-thinking"] == [
        problem.rule for problem in replayable.check(request, "anthropic/claude-sonnet-4-5")
    ]
    assert () == prepared.problems


def test_thinking_stays_on_where_the_loop_begins_with_reasoning_or_is_over() -> None:
    settings = {"model": "claude-sonnet-4-5", "max_tokens": 4096, "thinking": {"type": "enabled", "budget_tokens": 1024}}
    for messages in ([user("Weather?"), assistant(SIGNED, call()), result()], [*LOOP, assistant(text("12 C.")), user("Thanks")]):
        request = {**settings, "messages": messages}
        assert request == replayable.prepare(request, "anthropic/claude-sonnet-4-5", source="anthropic").request


def test_on_bedrock_thinking_goes_off_and_tools_are_declared_where_the_api_wants_it() -> None:
    history = [
        {"role": "user", "content": [{"text": "Weather?"}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "f", "input": {}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "ok"}]}}]},
    ]
    prepared = replayable.prepare(history, BEDROCK, source="bedrock", thinking=True)
    assert {"thinking": {"type": "disabled"}} == prepared.request["additionalModelRequestFields"]
    assert ["f"] == [tool["toolSpec"]["name"] for tool in prepared.request["toolConfig"]["tools"]]
    assert history == replayable.prepare(history, BEDROCK, source="bedrock", tools=["f"]).request["messages"]
    assert ["messages"] == list(replayable.prepare(history, BEDROCK, source="bedrock", tools=["f"]).request)


# ---------------------------------------------------------------------------------------------- what the runtime wrote
def test_a_bedrock_session_with_failed_turns_and_placeholders_is_sent_without_a_made_up_prefill() -> None:
    failed = by("m", provider="amazon-bedrock", api="bedrock-converse-stream", stopReason="error")
    placeholder = {**failed, "content": [text("[assistant turn failed before producing content]")]}
    silent = {**failed, "stopReason": "stop", "usage": {"input": 0, "output": 0}}
    prepared = replayable.prepare([stored("user", "Hi"), failed, placeholder, silent], BEDROCK, source="openclaw")
    assert [{"role": "user", "content": [{"text": "Hi"}]}] == prepared.request["messages"]


def test_a_mirrored_reply_goes_and_the_only_record_of_one_stays() -> None:
    mirror = by("delivery-mirror", text("5 C."), provider="openclaw", api="openclaw-transcript", usage={"input": 0, "output": 0})
    reply = by("claude-opus-4-6", text("5 C."))
    for turns in ([reply, mirror], [mirror, reply], [mirror], [mirror, mirror]):
        prepared = replayable.prepare([stored("user", "Weather?"), *turns, stored("user", "Thanks")], OPUS, source="openclaw")
        assert [text("5 C.")] == blocks_of(prepared.request["messages"][1])


def test_a_routed_text_says_where_it_comes_from() -> None:
    routed = stored("user", "The build is red.", provenance={"kind": "inter_session", "sourceTool": "sessions_send"})
    prepared = replayable.prepare([routed], OPUS, source="openclaw")
    (block,) = blocks_of(prepared.request["messages"][0])
    assert block["text"].startswith("[Inter-session message] sourceTool=sessions_send isUser=false\n")
    assert block["text"].endswith("\nThe build is red.")
