"""Expectations for OpenAI's APIs and for all who speak Chat Completions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogue.expected import Expected
from catalogue.pictures import png

# Providers of the handed list whose entries all stand here.
PROVIDERS = frozenset(
    {
        *("openai-chat", "openai-responses", "openai-codex-backend", "mistral", "deepseek", "moonshot-kimi", "xai", "groq", "cohere", "openrouter"),
        *("zai-glm", "qwen-dashscope", "fireworks", "together", "azure-openai", "ollama", "llama.cpp", "chat-template"),
    }
)

# Entries that no request shows by itself: what only the server knows, and two that name no mistake.
UNSEEN = frozenset(
    {
        "responses-encrypted-content-invalid",
        "responses-previous-response-not-found",
        "openrouter-wraps-upstream",
        "together-unknown",
    }
)

# Of those, what is no mistake of a request at all.
NO_MISTAKE = frozenset({"openrouter-wraps-upstream", "together-unknown"})

# What reports beyond the list say of an entry.
BETTER_KNOWN = {"chat-duplicate-tool-message": "reported-often"}

UNTOUCHED = "in the target's own format the fields of a request pass untouched"
NOTHING_SAID = "nothing was said, and nothing is made up"

USER = {"role": "user", "content": "hi"}
OK = {"role": "tool", "tool_call_id": "c1", "content": "ok"}


def calling(arguments: str, **fields: Any) -> dict[str, Any]:
    """A request with one answered call."""
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    return {"messages": [USER, {"role": "assistant", "content": "", "tool_calls": [call], **fields}, OK]}


def shown(*images: str) -> dict[str, Any]:
    """A request of one user message with images, each a PNG in base64."""
    parts = [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{image}"}} for image in images]
    return {"messages": [{"role": "user", "content": parts}]}


def chat(pointer: str, **fields: Any) -> Expected:
    return Expected(target=fields.pop("target", "openai/gpt-4.1"), api="openai-completions", pointer=pointer, **fields)


def responses(pointer: str, **fields: Any) -> Expected:
    return Expected(target=fields.pop("target", "openai/gpt-4.1"), api="openai-responses", pointer=pointer, **fields)


def codex(pointer: str, **fields: Any) -> Expected:
    return Expected(target="openai-codex/gpt-5.1-codex", pointer=pointer, **fields)


def template(pointer: str, **fields: Any) -> Expected:
    return Expected(target=fields.pop("target", "vllm/any-model"), options={"strict_template": True}, pointer=pointer, **fields)


def at(target: str, pointer: str, **fields: Any) -> Expected:
    return Expected(target=target, pointer=pointer, **fields)


OPENAI_CHAT: Mapping[str, Expected] = {
    "chat-orphan-tool": chat("/messages/1"),
    "chat-tool-calls-without-tool": chat("/messages/1/tool_calls"),
    "chat-tool-call-id-length": chat("/messages/1/tool_calls/0/id"),
    "chat-tool-calls-empty": chat("/messages/1/tool_calls"),
    "chat-function-name-pattern": chat("/messages/1/tool_calls/0/function/name"),
    "chat-content-null": chat("/messages/2/content"),
    "chat-image-in-tool": chat(
        "/messages/2/content/0", payload={"messages": [*calling("{}")["messages"][:2], {**OK, "content": shown(png(1, 1))["messages"][0]["content"]}]}
    ),
    "chat-missing-required": chat("/messages/1/function_call"),
    "chat-arguments-string": chat("/messages/1/tool_calls/0/function/arguments"),
    "chat-empty-messages": chat("/messages", left=frozenset({"chat-empty-messages"}), why=NOTHING_SAID),
    "chat-too-many-messages": chat(
        "/messages", payload={"messages": [USER] * 2049}, left=frozenset({"chat-too-many-messages"}), why="what may be left out is the caller's to say"
    ),
    "chat-bad-role": chat("/messages/0/role"),
    "chat-bad-json-body": chat("/messages/0/content", payload={"messages": [{"role": "user", "content": "cut \ud83d off"}]}),
    "chat-duplicate-tool-message": chat(
        "/messages/3/tool_call_id",
        error="Invalid parameter: Duplicate value for 'tool_call_id' of 'c1', in messages[2] and messages[3].  (param messages.[3].tool_call_id)",
    ),
}
OPENAI_RESPONSES: Mapping[str, Expected] = {
    "responses-call-without-output": responses("/input/1"),
    "responses-output-without-call": responses("/input/1"),
    "responses-reasoning-without-following": responses("/input/1"),
    "responses-item-without-reasoning": responses(
        "/input/1", target="openai/gpt-5", error="Item 'fc_abc' of type 'function_call' was provided without its required 'reasoning' item."
    ),
    "responses-item-not-found-store-false": responses("/input/1"),
    "responses-duplicate-item-id": responses("/input/4"),
    "responses-item-id-prefix": responses("/input/1/id"),
    "responses-item-id-charset": responses("/input/1/id"),
    "responses-id-length-64": responses("/input/1/call_id"),
    "responses-assistant-content-type": responses("/input/1/content/0/type"),
    "responses-reasoning-required-fields": responses("/input/1"),
    "responses-messages-param": responses(""),
}
CODEX: Mapping[str, Expected] = {
    "codex-store-false": codex("/store", beside=frozenset({"codex-instructions-required"})),
    "codex-instructions-required": codex(""),
    "codex-no-system-items": codex("/input/0", beside=frozenset({"codex-instructions-required"})),
    "codex-stream-and-params": codex("/stream", beside=frozenset({"codex-instructions-required"})),
}
LARGE = "mistral/mistral-large-latest"
MISTRAL: Mapping[str, Expected] = {
    "mistral-tool-call-id": at(LARGE, "/messages/1/tool_calls/0/id"),
    "mistral-last-role": at(LARGE, "/messages/1"),
    "mistral-user-after-tool": at(LARGE, "/messages/3"),
    "mistral-role-order": at(LARGE, "/messages/1"),
    "mistral-call-result-count": at(LARGE, "/messages/1/tool_calls"),
    "mistral-result-id-match": at(LARGE, "/messages/2", beside=frozenset({"mistral-call-result-count"})),
    "mistral-assistant-content-or-tools": at(LARGE, "/messages/1"),
    "mistral-prefix-not-last": at(LARGE, "/messages/1/prefix"),
    "mistral-function-name": at(LARGE, "/messages/1/tool_calls/0/function/name"),
    "mistral-extra-fields": at(LARGE, "/messages/0/foo"),
    "mistral-images": at(LARGE, "/messages/0/content/8", payload=shown(*[png(1, 1)] * 9), error="Too many images in request: 9, at most 8 are taken."),
}
KIMI = "moonshot/kimi-k2.5"
SCOUT = "groq/meta-llama/llama-4-scout-17b-16e-instruct"
MAKERS: Mapping[str, Expected] = {
    "deepseek-reasoning-required": at("deepseek/deepseek-v4-pro", "/messages/1"),
    "deepseek-reasoning-forbidden-legacy": at(
        "deepseek/deepseek-reasoner", "/messages/1/reasoning_content", error="reasoning_content is not taken in messages[1]"
    ),
    "deepseek-tool-pairing": at("deepseek/deepseek-chat", "/messages/1/tool_calls"),
    "deepseek-text-only-parts": at("deepseek/deepseek-chat", "/messages/0/content/0"),
    "kimi-reasoning-required": at(KIMI, "/messages/1"),
    "kimi-empty-assistant": at(KIMI, "/messages/1"),
    "kimi-tool-pairing": at("moonshot/kimi-k2-0905-preview", "/messages/1/tool_calls"),
    "kimi-part-type": at(KIMI, "/messages/0/content/0"),
    "kimi-forced-tool-choice": at(
        KIMI,
        "/tool_choice",
        error="tool_choice 'required' is incompatible with thinking enabled",
        left=frozenset({"kimi-forced-tool-choice"}),
        why=UNTOUCHED,
    ),
    "kimi-thinking-and-effort": at(KIMI, "/reasoning_effort", left=frozenset({"kimi-thinking-and-effort"}), why=UNTOUCHED),
    "xai-empty-content": at("xai/grok-4", "/messages/1"),
    "cohere-tool-pairing": at("cohere/command-a-03-2025", "/messages/1/tool_calls"),
    "cohere-v1-empty": at("cohere/command-r", "/messages/0"),
    "zai-1214": at("zai/glm-4.6", "/messages/3/tool_calls/0/id"),
    "qwen-tool-pairing": at("qwen/qwen3-max", "/messages/1"),
}
HOSTS: Mapping[str, Expected] = {
    "groq-reasoning-field": at(SCOUT, "/messages/1/reasoning_content"),
    "groq-images": at(SCOUT, "/messages/0/content/5", payload=shown(*[png(1, 1)] * 6), error="Too many images provided. This model supports up to 5 images."),
    "openrouter-gemini-reasoning-details": at(
        "openrouter/google/gemini-3-pro-preview",
        "/messages/1",
        error="Provider returned error; metadata.raw: Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to "
        "our docs: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks. Upstream error: Function call is missing a "
        "thought_signature in functionCall parts.",
    ),
    "fireworks-extra-inputs": at(
        "fireworks/accounts/fireworks/models/glm-5p1", "/stream_options", error="Extra inputs are not permitted, field: 'stream_options'"
    ),
    "azure-as-openai": chat("/messages/2/content", target="azure-openai/gpt-4.1"),
}
SELF_HOSTED: Mapping[str, Expected] = {
    "ollama-arguments-object": at("ollama/qwen3", "/messages/1/tool_calls/0/function/arguments", payload=calling("{bad")),
    "ollama-content-string": at("ollama/qwen3", "/messages/0/content"),
    "ollama-role": at("ollama/qwen3", "/messages/0/role", left=frozenset({"chat-empty-messages"}), why=NOTHING_SAID),
    "llamacpp-two-final-assistants": at("llama.cpp/qwen3", "/messages/2"),
    "llamacpp-prefill-thinking": at("llama.cpp/qwen3", "/messages/1", options={"thinking": True}),
    "template-system-first": template("/messages/2"),
    "template-alternate": template("/messages/1"),
    "template-system-unsupported": template("/messages/0", target="vllm/google/gemma-2-2b-it"),
    "template-no-user": template("/messages", left=frozenset({"template-no-user"}), why=NOTHING_SAID),
    "template-role-unknown": template("/messages/0/role"),
    "template-orphan-tool": template("/messages/1"),
    "template-single-tool-call": template("/messages/1/tool_calls", target="vllm/meta-llama/Llama-3.1-8B-Instruct"),
    "template-tool-id-9": template("/messages/1/tool_calls/0/id", target="vllm/mistralai/Mistral-Nemo-Instruct-2407"),
    "template-arguments-mapping": template("/messages/1/tool_calls/0/function/arguments", payload=calling("{bad")),
    "template-null-content": template("/messages/1"),
}

EXPECTED: Mapping[str, Expected] = {**OPENAI_CHAT, **OPENAI_RESPONSES, **CODEX, **MISTRAL, **MAKERS, **HOSTS, **SELF_HOSTED}
