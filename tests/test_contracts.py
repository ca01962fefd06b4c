from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replayable.contracts import CONTRACTS, check
from replayable.facts.anthropic_fields import BLOCK_FIELDS
from replayable.options import Options
from replayable.targets import APIS, Target

CLAUDE = Target("anthropic", "claude-opus-4-6", "anthropic-messages")
CLAUDE_WITH_PREFILL = Target("anthropic", "claude-opus-4-5", "anthropic-messages")
CLAUDE_WITH_SYSTEM_TURNS = Target("anthropic", "claude-opus-4-8", "anthropic-messages")
GPT = Target("openai", "gpt-4.1", "openai-completions")
VLLM = Target("vllm", "any-model", "openai-completions")


def pointed_at(payload: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        payload = payload[int(key)] if isinstance(payload, list) else payload[key]
    return payload


def rules(payload: Any, target: Target) -> list[str]:
    return [problem.rule for problem in check(payload, target, Options())]


# ---------------------------------------------------------------------------------------------- valid requests
USER = {"role": "user", "content": "hi"}
SAID = {"role": "assistant", "content": "hello"}
MARK = {"type": "ephemeral"}
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
EVERY_BLOCK_OF_A_USER = [
    {"type": "text", "text": "look", "cache_control": MARK, "citations": None},
    IMAGE,
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}, "title": "t", "context": "c", "citations": {"enabled": True}},
    {"type": "search_result", "source": "s", "title": "t", "content": [{"type": "text", "text": "x"}]},
    {"type": "container_upload", "file_id": "f"},
]
EVERY_BLOCK_OF_AN_ASSISTANT = [
    {"type": "thinking", "thinking": "", "signature": "c2ln"},
    {"type": "redacted_thinking", "data": "x"},
    {"type": "text", "text": "I look"},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}, "caller": {"type": "direct"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
    {"type": "server_tool_use", "id": "srvtoolu_2", "name": "web_fetch", "input": {}},
    {"type": "web_fetch_tool_result", "tool_use_id": "srvtoolu_2", "content": {"type": "web_fetch_result", "url": "u", "content": {}}},
    {"type": "server_tool_use", "id": "srvtoolu_3", "name": "code_execution", "input": {}},
    {"type": "code_execution_tool_result", "tool_use_id": "srvtoolu_3", "content": {}},
    {"type": "server_tool_use", "id": "srvtoolu_4", "name": "bash_code_execution", "input": {}},
    {"type": "bash_code_execution_tool_result", "tool_use_id": "srvtoolu_4", "content": {}},
    {"type": "server_tool_use", "id": "srvtoolu_5", "name": "text_editor_code_execution", "input": {}},
    {"type": "text_editor_code_execution_tool_result", "tool_use_id": "srvtoolu_5", "content": {}},
    {"type": "server_tool_use", "id": "srvtoolu_6", "name": "tool_search_tool_regex", "input": {}},
    {"type": "tool_search_tool_result", "tool_use_id": "srvtoolu_6", "content": {}},
    {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "f", "server_name": "s", "input": {}},
    {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": False, "content": []},
    {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}},
]


def use(identifier: str = "t1", **fields: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": identifier, "name": "f", "input": {}, **fields}


def result(identifier: str = "t1", **fields: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": identifier, "content": "ok", **fields}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def text(words: str, **fields: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **fields}


ANTHROPIC_VALID: dict[str, Any] = {
    "one user message": [USER],
    "a conversation": [USER, SAID, USER],
    "two user turns in a row": [USER, USER, SAID, USER],
    "two assistant turns in a row": [USER, SAID, SAID, USER],
    "a call and its result": [USER, assistant(use()), user(result())],
    "two calls answered in another order": [USER, assistant(use("a"), use("b")), user(result("b"), result("a"))],
    "text behind the result": [USER, assistant(text("I look"), use()), user(result(), text("and?"))],
    "a result without content": [USER, assistant(use()), user({"type": "tool_result", "tool_use_id": "t1"})],
    "a result with empty content": [USER, assistant(use()), user(result(content=""))],
    "a result with empty list": [USER, assistant(use()), user(result(content=[]))],
    "a result with blocks": [USER, assistant(use()), user(result(content=[text("x"), IMAGE, {"type": "tool_reference", "tool_name": "f"}], is_error=True))],
    "blank text beside real text": [user(text(" "), text("real"))],
    "text that ends in white space in the middle": [USER, {"role": "assistant", "content": "Say: "}, USER],
    "four cache marks": [user(*(text("a", cache_control=MARK) for _ in range(4)))],
    "a cache mark that is null": [user(*(text("a", cache_control=None) for _ in range(5)))],
    "every block of a user": [user(*EVERY_BLOCK_OF_A_USER)],
    "every block of an assistant": [USER, assistant(*EVERY_BLOCK_OF_AN_ASSISTANT), user(result("toolu_1"))],
    "a paused server tool at the end": [USER, assistant({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}})],
    "a server tool that waits for client results": [
        USER,
        assistant({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}, use()),
        user(result()),
        assistant({"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}, text("done")),
        USER,
    ],
    "an emoji and a surrogate pair written as one": [user(text("\U0001f600"))],
    "a long id": [USER, assistant(use("t" * 300)), user(result("t" * 300))],
    "a name of 200 characters": [USER, assistant(use(name="n" * 200)), user(result())],
    "signed reasoning": [USER, assistant({"type": "thinking", "thinking": "x", "signature": "c2ln"}, text("y")), USER],
}


@pytest.mark.parametrize("sentence", ANTHROPIC_VALID)
def test_a_valid_anthropic_request_has_no_problem(sentence: str) -> None:
    assert check({"messages": ANTHROPIC_VALID[sentence]}, CLAUDE, Options()) == ()


def test_a_whole_anthropic_request_has_no_problem() -> None:
    request = {
        "model": "claude-opus-4-6",
        "max_tokens": 1000,
        "system": [text("be kind", cache_control=MARK)],
        "tools": [{"name": "f", "input_schema": {"type": "object"}, "cache_control": MARK}, {"type": "bash_20250124", "name": "bash"}],
        "messages": [USER],
        "metadata": {"user_id": "u"},
    }
    assert check(request, CLAUDE, Options()) == ()


def test_older_claude_takes_a_prefill_and_newer_takes_system_turns() -> None:
    assert check({"messages": [USER, SAID]}, CLAUDE_WITH_PREFILL, Options()) == ()
    assert check({"messages": [USER, assistant()]}, CLAUDE_WITH_PREFILL, Options()) == ()
    assert check({"messages": [USER, {"role": "system", "content": "s"}]}, CLAUDE_WITH_SYSTEM_TURNS, Options()) == ()
    assert check({"messages": [USER, {"role": "system", "content": "s"}, SAID, USER]}, CLAUDE_WITH_SYSTEM_TURNS, Options()) == ()


def call(identifier: str = "c1", name: str = "f", arguments: Any = "{}", **fields: Any) -> dict[str, Any]:
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}, **fields}


def calling(*calls: Any, **fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **fields}


def tool(identifier: str = "c1", content: Any = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": identifier, "content": content}


URL = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}
CHAT_VALID: dict[str, Any] = {
    "one user message": [USER],
    "a system message": [{"role": "system", "content": "s"}, USER],
    "a developer message": [{"role": "developer", "content": [text("s")]}, USER],
    "a system message in the middle": [USER, SAID, {"role": "system", "content": "s"}, USER],
    "two user turns in a row": [USER, USER],
    "an assistant turn first": [SAID, USER],
    "an assistant turn last": [USER, SAID],
    "a call and its result": [USER, calling(call()), tool()],
    "a call with text": [USER, calling(call(), content="I look"), tool(), SAID],
    "a call without the key content": [USER, {"role": "assistant", "tool_calls": [call()]}, tool()],
    "two calls answered in another order": [USER, calling(call("a"), call("b")), tool("b"), tool("a")],
    "the same id in two turns": [USER, calling(call()), tool(), calling(call()), tool(), USER],
    "an empty result": [USER, calling(call()), tool(content="")],
    "a result in parts": [USER, calling(call()), tool(content=[text("x")])],
    "empty text": [{"role": "user", "content": ""}, {"role": "assistant", "content": ""}, USER],
    "every part of a user": [
        {
            "role": "user",
            "content": [text("x"), URL, {"type": "input_audio", "input_audio": {"data": "", "format": "wav"}}, {"type": "file", "file": {"file_id": "f"}}],
        }
    ],
    "every part of an assistant": [USER, {"role": "assistant", "content": [text("x"), {"type": "refusal", "refusal": "no"}]}, USER],
    "a refusal": [USER, {"role": "assistant", "content": None, "refusal": "no"}, USER],
    "an audio answer": [USER, {"role": "assistant", "content": None, "audio": {"id": "a"}}, USER],
    "a legacy function call": [
        USER,
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "ok"},
    ],
    "a custom tool": [USER, calling({"id": "c1", "type": "custom", "custom": {"name": "f", "input": "x"}}), tool()],
    "an id of 40 characters": [USER, calling(call("x" * 40)), tool("x" * 40)],
    "a message with a name": [{"role": "user", "name": "alice", "content": "hi"}],
    "fields of an answer that are null": [USER, {**SAID, "refusal": None, "audio": None, "function_call": None, "tool_calls": None}, USER],
}


@pytest.mark.parametrize("target", [GPT, VLLM], ids=str)
@pytest.mark.parametrize("sentence", CHAT_VALID)
def test_a_valid_chat_request_has_no_problem(sentence: str, target: Target) -> None:
    assert check({"messages": CHAT_VALID[sentence]}, target, Options()) == ()


def test_a_strict_template_takes_alternating_turns_with_one_leading_system_message() -> None:
    messages = [{"role": "system", "content": "s"}, USER, calling(call(), content=""), tool(), SAID, USER]
    assert check({"messages": messages}, VLLM, Options(strict_template=True)) == ()


# ---------------------------------------------------------------------------------------------- single findings
ANTHROPIC_REFUSED: dict[str, tuple[Any, list[str]]] = {
    "a call at the very end": ([USER, assistant(use())], ["anthropic-tool-use-without-result"]),
    "a result one message too late": ([USER, assistant(use()), USER, user(result())], ["anthropic-tool-use-without-result", "anthropic-orphan-tool-result"]),
    "an id that comes again": (
        [USER, assistant(use()), user(result()), assistant(use()), user(result())],
        ["anthropic-duplicate-tool-use-id"],
    ),
    "an empty id": ([USER, assistant(use("")), user(result(""))], ["anthropic-tool-id-pattern"] * 2),
    "a call without id": ([USER, assistant({"type": "tool_use", "name": "f", "input": {}}), USER], ["anthropic-field-required"]),
    "a call without input": ([USER, assistant({"type": "tool_use", "id": "t1", "name": "f"}), user(result())], ["anthropic-field-required"]),
    "a name with a dot": ([USER, assistant(use(name="a.b")), user(result())], ["anthropic-tool-use-name-length"]),
    "a result in an assistant message": ([USER, assistant(result()), USER], ["anthropic-block-role"]),
    "a call in a user message": ([user(use())], ["anthropic-block-role"]),
    "a call inside of a result": ([USER, assistant(use()), user(result(content=[use("t2")]))], ["anthropic-unknown-block-type"]),
    "empty text in a result": ([USER, assistant(use()), user(result(content=[text("")]))], ["anthropic-empty-text-block"]),
    "white space beside a call": ([USER, assistant(text(" "), use()), user(result())], ["anthropic-whitespace-only-message"]),
    "empty content of the last user": ([USER, SAID, user()], ["anthropic-empty-message-content"]),
    "content that is null": ([{"role": "user", "content": None}], ["anthropic-field-type"]),
    "no content": ([{"role": "user"}], ["anthropic-field-required"]),
    "a field of another API": ([USER, {**SAID, "tool_calls": []}, USER], ["anthropic-unknown-message-field"]),
    "a block of another API": ([user({"type": "image_url", "image_url": {"url": "u"}})], ["anthropic-unknown-block-type"]),
    "a server tool that nobody answered": (
        [USER, assistant({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}, text("x")), USER],
        ["anthropic-server-tool-call-unanswered"],
    ),
    "a blank signature": (
        [USER, assistant({"type": "thinking", "thinking": "x", "signature": ""}, text("y")), USER],
        ["anthropic-thinking-signature-missing"],
    ),
    "a mark on redacted thinking": (
        [USER, assistant({"type": "redacted_thinking", "data": "x", "cache_control": MARK}, text("y")), USER],
        ["anthropic-cache-control-on-thinking"],
    ),
    "a lone surrogate in a key": ([USER, assistant(use(input={"\ud83d": 1})), user(result())], ["anthropic-invalid-unicode"]),
}


@pytest.mark.parametrize("sentence", ANTHROPIC_REFUSED)
def test_anthropic_refuses(sentence: str) -> None:
    messages, expected = ANTHROPIC_REFUSED[sentence]
    assert sorted(expected) == sorted(rules({"messages": messages}, CLAUDE))


CHAT_REFUSED: dict[str, tuple[Any, list[str]]] = {
    "a call at the very end": ([USER, calling(call())], ["chat-tool-calls-without-tool"]),
    "a result of another call": ([USER, calling(call("a")), tool("b")], ["chat-orphan-tool", "chat-tool-calls-without-tool"]),
    "two calls of one id": ([USER, calling(call(), call()), tool(), tool()], ["chat-duplicate-tool-call-id"]),
    "a result without id": ([USER, {"role": "tool", "content": "x"}], ["chat-missing-required"]),
    "an empty id": ([USER, calling(call("")), tool("")], ["chat-tool-call-id-empty"]),
    "an empty name": ([USER, calling(call(name="")), tool()], ["chat-function-name-pattern"]),
    "a name of 65 characters": ([USER, calling(call(name="n" * 65)), tool()], ["chat-function-name-pattern"]),
    "an image in a result": ([USER, calling(call()), tool(content=[URL])], ["chat-image-in-tool"]),
    "an image of an assistant": ([USER, {"role": "assistant", "content": [URL]}, USER], ["chat-image-in-tool"]),
    "a part of another API": ([USER, {"role": "assistant", "content": [use()]}, USER], ["chat-part-type"]),
    "an assistant message that says nothing": ([USER, {"role": "assistant", "content": None}, USER], ["chat-content-null"]),
    "an empty array": ([{"role": "user", "content": []}], ["chat-content-empty-array"]),
    "no role": ([{"content": "x"}], ["chat-missing-required"]),
    "a lone surrogate": ([{"role": "user", "content": "\ud83d"}], ["chat-bad-json-body"]),
}


@pytest.mark.parametrize("target", [GPT, VLLM], ids=str)
@pytest.mark.parametrize("sentence", CHAT_REFUSED)
def test_chat_refuses(sentence: str, target: Target) -> None:
    messages, expected = CHAT_REFUSED[sentence]
    assert sorted(expected) == sorted(rules({"messages": messages}, target))


@pytest.mark.parametrize("arguments", ["", "{", "[]", '"x"', "{}{}"])
def test_only_the_first_party_takes_arguments_that_are_no_json_object(arguments: str) -> None:
    payload = {"messages": [USER, calling(call(arguments=arguments)), tool()]}
    assert rules(payload, GPT) == []
    assert rules(payload, VLLM) == ["template-arguments-mapping"]
    assert rules(payload, Target("minimax", "m", "openai-completions")) == ["minimax-arguments-json"]
    assert rules(payload, Target("ollama", "m", "openai-completions")) == ["ollama-arguments-object"]


def test_max_tokens_is_demanded_only_of_a_request_that_names_a_model() -> None:
    assert rules({"messages": [USER]}, CLAUDE) == []
    assert rules({"messages": [USER], "model": "claude-opus-4-6"}, CLAUDE) == ["anthropic-max-tokens-required"]


# ---------------------------------------------------------------------------------------------- what is named first
def test_problems_stand_in_the_order_in_which_the_provider_would_name_them() -> None:
    payload = {
        "messages": [USER, assistant(use()), user(text("")), {**USER, "id": "m1"}, {"role": "user", "content": "\ud83d"}],
        "thinking": {"type": "enabled", "budget_tokens": 1},
    }
    expected = [
        ("anthropic-invalid-unicode", "/messages/4/content"),
        ("anthropic-thinking-budget", "/thinking/budget_tokens"),
        ("anthropic-unknown-message-field", "/messages/3/id"),
        ("anthropic-tool-use-without-result", "/messages/1"),
        ("anthropic-empty-text-block", "/messages/2/content/0/text"),
    ]
    assert expected == [(problem.rule, problem.pointer) for problem in check(payload, CLAUDE_WITH_PREFILL, Options())]


def test_more_messages_than_a_request_may_have_are_refused() -> None:
    (problem,) = check({"messages": [USER] * 100_001}, CLAUDE, Options())
    assert ("/messages", "messages: List should have at most 100000 items after validation, not 100001") == (problem.pointer, problem.error)


def test_a_server_with_words_of_its_own_says_it_in_them() -> None:
    minimax = Target("minimax", "MiniMax-M2", "anthropic-messages")
    assert rules({"messages": [USER, assistant(use()), USER]}, minimax) == ["minimax-tool-mismatch"]
    assert rules({"messages": [user(result())]}, minimax) == ["minimax-tool-id-not-found"]
    assert rules({"messages": [USER, {**USER, "id": "m1"}]}, minimax) == ["anthropic-unknown-message-field"]


def test_what_only_claude_refuses_is_not_asked_of_other_models() -> None:
    kimi = Target("kimi-coding", "kimi-k2.5", "anthropic-messages")
    payload = {"messages": [USER], "temperature": 1.5, "thinking": {"type": "enabled", "budget_tokens": 1}, "stop_sequences": ["\n"]}
    assert rules(payload, kimi) == []
    assert rules(payload, CLAUDE) == ["anthropic-thinking-budget", "anthropic-temperature-range", "anthropic-stop-sequence-blank"]


def test_cache_marks_of_tools_system_and_results_count() -> None:
    payload = {
        "tools": [{"name": "f", "input_schema": {}, "cache_control": MARK}],
        "system": [text("s", cache_control=MARK)],
        "messages": [user(text("a", cache_control=MARK)), assistant(use(cache_control=MARK)), user(result(content=[text("x", cache_control=MARK)]))],
    }
    (problem,) = check(payload, CLAUDE, Options())
    assert ("anthropic-cache-control-max4", "/messages/2/content/0/content/0/cache_control") == (problem.rule, problem.pointer)
    assert problem.error == "A maximum of 4 blocks with cache_control may be provided. Found 5."


def test_a_body_over_32_mib_is_too_large() -> None:
    assert rules({"messages": [{"role": "user", "content": "x" * (32 * 1024 * 1024)}]}, CLAUDE) == ["anthropic-request-too-large"]


def test_a_lone_surrogate_is_named_with_its_column() -> None:
    (problem,) = check({"messages": [{"role": "user", "content": "a\ud83d"}]}, CLAUDE, Options())
    assert problem.pointer == "/messages/0/content"
    assert problem.error.endswith("line 1 column 41 (char 40)")


def test_nested_positions_are_spelled_out() -> None:
    (problem,) = check({"messages": [USER, assistant(use()), user(result(content=[text("x", foo=1)]))]}, CLAUDE, Options())
    assert problem.error == "messages.2.content.0.content.0.text.foo: Extra inputs are not permitted"
    assert problem.pointer == "/messages/2/content/0/content/0/foo"


def test_what_the_provider_would_name_first_comes_first() -> None:
    payload = {"messages": [USER, assistant(use("a|b", input="{}")), user(text("\ud83d"))]}
    assert rules(payload, CLAUDE) == [
        "anthropic-invalid-unicode",
        "anthropic-tool-use-input-object",
        "anthropic-tool-id-pattern",
        "anthropic-tool-use-without-result",
    ]


def test_every_api_has_a_contract() -> None:
    assert set(APIS) == set(CONTRACTS)


# ---------------------------------------------------------------------------------------------- any JSON value
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=4) | st.sampled_from(["", " ", "\ud83d", "t1"])
WORDS = ["role", "content", "type", "text", "id", "name", "input", "tool_calls", "tool_call_id", "tool_use_id", "function", "arguments", "cache_control"]
ROLES = st.sampled_from(["user", "assistant", "system", "tool", "developer", "x"])
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)
BLOCKS = st.fixed_dictionaries(
    {"type": st.sampled_from(sorted(BLOCK_FIELDS)) | JSON},
    optional=dict.fromkeys(["text", "id", "name", "input", "tool_use_id", "content", "signature", "thinking", "cache_control", "image_url"], JSON),
)
CALLS = st.fixed_dictionaries({"id": JSON, "function": st.fixed_dictionaries({"name": JSON, "arguments": JSON}) | JSON})
MESSAGES = st.fixed_dictionaries(
    {"role": ROLES | JSON, "content": st.lists(BLOCKS | JSON, max_size=3) | JSON},
    optional={"tool_calls": st.lists(CALLS | JSON, max_size=2) | JSON, "tool_call_id": JSON, "function_call": JSON, "name": JSON},
)
REQUESTS = JSON | st.fixed_dictionaries({"messages": st.lists(MESSAGES | JSON, max_size=4) | JSON}, optional=dict.fromkeys(["system", "tools", "model"], JSON))
TARGETS = st.sampled_from(
    [CLAUDE, CLAUDE_WITH_PREFILL, CLAUDE_WITH_SYSTEM_TURNS, GPT]
    + [Target(name, "m", "openai-completions") for name in ("vllm", "deepseek", "moonshot", "minimax", "xai", "groq", "cerebras", "qwen", "llama.cpp")]
)


@settings(max_examples=300, deadline=None)
@given(REQUESTS, TARGETS, st.booleans())
def test_any_json_value_is_checked_without_an_error_or_a_change(payload: Any, target: Target, strict: bool) -> None:
    before = copy.deepcopy(payload)
    found = check(payload, target, Options(strict_template=strict))
    assert repr(before) == repr(payload)
    for problem in found:
        pointed_at(payload, problem.pointer)


def test_a_deeply_nested_value_is_checked_without_an_error() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for target in (CLAUDE, GPT, VLLM):
        check({"messages": [{"role": "user", "content": "x", "deep": deep}]}, target, Options())
