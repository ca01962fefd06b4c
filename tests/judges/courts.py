"""Who judges the requests for which target."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from judges import anthropic_types, converse_model, gemini_types, mistral, openai_types, templates
from judges.verdict import Judge

Options = Mapping[str, Any]
MISTRAL = {version: Judge(f"mistral-common {version}", functools.partial(mistral.asked, version)) for version in mistral.HOMES}
TYPES: Mapping[str, Judge] = {
    "anthropic-messages": anthropic_types.JUDGE,
    "bedrock-converse": converse_model.JUDGE,
    "google-generative-ai": gemini_types.JUDGE,
    "openai-responses": openai_types.RESPONSES,
    "openai-codex-responses": openai_types.RESPONSES,
    "openai-completions": openai_types.CHAT_ELSEWHERE,
}
STRICT: Options = {"strict_template": True}
THINKING: Options = {"thinking": True}
COMPLETIONS: Options = {"api": "openai-completions"}


class Court(NamedTuple):
    """A target with options, and its judges."""

    target: str
    judges: tuple[Judge, ...]
    options: Options = MappingProxyType({})


COURTS: tuple[Court, ...] = (
    *(
        Court(target, (anthropic_types.JUDGE,))
        for target in (
            "anthropic/claude-opus-4-6",
            "anthropic/claude-fable-5-1",
            "anthropic/claude-sonnet-4-5",
            "anthropic/claude-3-7-sonnet-20250219",
            "google-vertex/claude-sonnet-4-6",
            "github-copilot/claude-sonnet-4-6",
            "minimax/MiniMax-M2.1",
        )
    ),
    *(
        Court(target, (converse_model.JUDGE,))
        for target in (
            "amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0",
            "amazon-bedrock/us.anthropic.claude-fable-5-1-v1:0",
            "amazon-bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0",
            "amazon-bedrock/amazon.nova-pro-v1:0",
            "amazon-bedrock/meta.llama3-3-70b-instruct-v1:0",
        )
    ),
    *(
        Court(target, (gemini_types.JUDGE,))
        for target in (
            "google/gemini-3-pro",
            "google/gemini-2.5-pro",
            "google-vertex/gemini-2.5-pro",
            "google-gemini-cli/gemini-3-pro",
            "google-antigravity/claude-sonnet-4-6",
        )
    ),
    *(Court(target, (openai_types.RESPONSES,)) for target in ("openai/gpt-5", "azure-openai/gpt-4.1", "openai-codex/gpt-5.1-codex")),
    Court("xai/grok-4", (openai_types.RESPONSES,), {"api": "openai-responses"}),
    Court("openai/gpt-4.1", (openai_types.CHAT,), COMPLETIONS),
    Court("azure-openai/gpt-5", (openai_types.CHAT,), COMPLETIONS),
    *(
        Court(target, (openai_types.CHAT_ELSEWHERE,))
        for target in (
            "groq/llama-3.3-70b-versatile",
            "cerebras/gpt-oss-120b",
            "xai/grok-4",
            "deepseek/deepseek-v4-pro",
            "moonshot/kimi-k2.6",
            "openrouter/google/gemini-3-pro",
            "openrouter/anthropic/claude-sonnet-4.6",
            "vllm/any-model",
        )
    ),
    *(
        Court(target, tuple(MISTRAL.values()))
        for target in ("mistral/mistral-large-latest", "openrouter/mistralai/devstral-medium", "vllm/mistralai/ministral-8b")
    ),
    *(Court(target, (openai_types.CHAT_ELSEWHERE, templates.OTHERS), STRICT) for target in ("vllm/any-model", "llama.cpp/any-model")),
    Court("vllm/mistralai/ministral-8b", (templates.MISTRAL,), STRICT),
    Court("anthropic/claude-sonnet-4-5", (anthropic_types.JUDGE,), THINKING),
    Court("amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", (converse_model.JUDGE,), {**THINKING, "tools": ["read"]}),
    Court("openai/gpt-5", (openai_types.RESPONSES,), {"store": False}),
    Court("moonshot/kimi-k2.6", (openai_types.CHAT_ELSEWHERE,), THINKING),
    Court("mistral/mistral-large-latest", tuple(MISTRAL.values()), {"prefill": True, "tools": ["read"]}),
)
