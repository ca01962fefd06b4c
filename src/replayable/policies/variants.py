"""The kinds of targets whose rules are known to differ, by API: the rows of `docs/providers.md`, and why each is one.

A row decides nothing: what holds for its target is worked out by the policies, from their tables. It says where that is known from. The first of
an API is the one that the others are compared with. A target that no row names gets the rules of its API, and a model those of the newest known one
of its family.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from replayable.targets import Api, Target


class Variant(msgspec.Struct, frozen=True):
    """A target of a kind; `why`: what is special about it, with source and date; `options`: those that make it one of its kind, `api` included."""

    target: str
    why: str
    options: Mapping[str, Any] = {}


_ANTHROPIC: tuple[Variant, ...] = (
    Variant("anthropic/claude-opus-4-6", "Anthropic's own API (docs.anthropic.com, 2026). From 4.6 on no prefill is taken (ericc-ch/copilot-api#261, 2026)."),
    Variant(
        "anthropic/claude-sonnet-4-5", "Up to 4.5 a prefill is taken, and a running tool loop goes on only with its own reasoning (SDK anthropic 2.14, 2026)."
    ),
    Variant("anthropic/claude-opus-4-5", "Reads the reasoning of earlier turns, as the older ones do not (openclaw 2026.9.6, model contracts)."),
    Variant("anthropic/claude-haiku-4-5", "Reads the reasoning of its latest turn only (openclaw 2026.9.6, model contracts)."),
    Variant("anthropic/claude-opus-4-8", "Takes `role: system` between turns (anthropic-system-role-unsupported, 2026-11) and thinks adaptively only."),
    Variant("anthropic/claude-sonnet-5", "Thinks adaptively only (anthropic-thinking-config-type, 2026-11)."),
    Variant(
        "anthropic/claude-fable-5-1", "Its reasoning is bound to all that comes before it: nothing earlier changes (OpenClaw transcript hygiene, 2026-10)."
    ),
    Variant("anthropic/claude-3-7-sonnet-20250219", "The first that thinks (docs.anthropic.com, extended thinking, 2025-02)."),
    Variant("anthropic/claude-3-5-sonnet-20241022", "Does not think (docs.anthropic.com, extended thinking, 2025-02)."),
    Variant("anthropic-vertex/claude-opus-4-6", "Signatures mean the same on a partner's cloud (docs.anthropic.com, extended thinking, 2026)."),
    Variant("google-vertex/claude-opus-4-6", "Signatures mean the same on a partner's cloud (docs.anthropic.com, extended thinking, 2026)."),
    Variant("github-copilot/claude-opus-4-6", "Refuses all thinking (openclaw 2026.9.6, provider hook)."),
    Variant(
        "cloudflare-ai-gateway/claude-opus-4-6",
        "As Anthropic's own (OpenClaw transcript hygiene, 2026-10), but a gateway is its own authority on signatures.",
        {"api": "anthropic-messages"},
    ),
    Variant(
        "minimax/MiniMax-M2.1", "Another maker's model on this API: signatures of its own shape, reasoning wanted back (MiniMax M2's model card, 2025-10)."
    ),
)
_BEDROCK: tuple[Variant, ...] = (
    Variant("amazon-bedrock/us.anthropic.claude-opus-4-6-v1:0", "Converse with Claude (botocore 1.44.8, 2026-11)."),
    Variant("amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", "As on Anthropic's own API (2026)."),
    Variant(
        "amazon-bedrock/us.anthropic.claude-fable-5-1-v1:0",
        "Bound to its prefix here as well, though turns of one role are one (OpenClaw transcript hygiene, 2026-10).",
    ),
    Variant("amazon-bedrock/us.anthropic.claude-3-7-sonnet-20250219-v1:0", "As on Anthropic's own API (2025-02)."),
    Variant("amazon-bedrock/amazon.nova-pro-v1:0", "Knows no signatures, and no prefill for certain (oh-my-pi's Bedrock adapter, 2026)."),
    Variant(
        "amazon-bedrock/meta.llama3-3-70b-instruct-v1:0",
        "Sees no images (Llama's model card, 2025), and knows no signatures (oh-my-pi's Bedrock adapter, 2026).",
    ),
)
_GOOGLE: tuple[Variant, ...] = (
    Variant(
        "google/gemini-3-pro", "Wants a thought signature on the first call of each step of the running turn (ai.google.dev, thought signatures, 2026-11)."
    ),
    Variant("google/gemini-2.5-pro", "Wants no signatures, and takes no media in results (google-genai 3.6.1, 2026-11)."),
    Variant("google/gemini-2.5-flash", "As 2.5 Pro, with budgets of its own (ai.google.dev, thinking, 2026)."),
    Variant("google/gemini-2.0-flash", "Does not think (ai.google.dev, thinking, 2026)."),
    Variant("google/gemini-3-pro-image", "Image models want no signatures (ai.google.dev, thought signatures, 2026-11)."),
    Variant("google-vertex/gemini-3-pro", "Refuses ids of calls (can1357/oh-my-pi, 2026-01)."),
    Variant("google-gemini-cli/gemini-3-pro", "As the API itself (OpenClaw transcript hygiene, 2026-10)."),
    Variant("google-antigravity/gemini-3-pro", "As the API itself (OpenClaw transcript hygiene, 2026-10)."),
    Variant("google-antigravity/claude-opus-4-6", "Claude behind Google's API: thinking without a signature goes (OpenClaw transcript hygiene, 2026-10)."),
)
_RESPONSES: tuple[Variant, ...] = (
    Variant("openai/gpt-5", "OpenAI's own API: a call is known again with its reasoning only (SDK openai 3.57.0, 2026-11)."),
    Variant("openai/gpt-4.1", "Does not reason (platform.openai.com/docs/models, 2025).", {"api": "openai-responses"}),
    Variant("openai/gpt-5.1", "Reasons only when told to (SDK openai 2.8.0, 2025-11)."),
    Variant("openai/gpt-5-pro", "Knows one effort (anomalyco/models.dev#2296, 2026-06)."),
    Variant("azure-openai/gpt-5", "As OpenAI's own (2026-11)."),
    Variant("github-copilot/gpt-5", "Keeps items, too (OpenClaw transcript hygiene, 2026-10).", {"api": "openai-responses"}),
    Variant("xai/grok-4", "Keeps items, too (docs.x.ai, 2025).", {"api": "openai-responses"}),
    Variant("my-proxy/any-model", "A server that is not known to keep items goes by what stands in the request (2026-11).", {"api": "openai-responses"}),
    Variant("my-proxy/claude-opus-4-6", "Claude behind a proxy wants turns that alternate (Anthropic Messages, 2026).", {"api": "openai-responses"}),
)
_CODEX: tuple[Variant, ...] = (
    Variant("openai-codex/gpt-5.1-codex", "ChatGPT's backend keeps nothing and takes no ids of items, and refuses sampling settings (litellm#21420, 2026)."),
)
_COMPLETIONS: tuple[Variant, ...] = (
    Variant("someone/any-model", "Any server of the API that no row names (platform.openai.com/docs/api-reference/chat, 2026-11)."),
    Variant("someone/any-model", "The option for servers that want reasoning of earlier turns back.", {"keeps_reasoning": True}),
    Variant("someone/any-model", "The option for servers whose template insists on its form (8 and 13 of 111 templates, 2026-11).", {"strict_template": True}),
    Variant(
        "openai/gpt-4.1", "OpenAI's own: no field for reasoning, no cache marks, `max_completion_tokens` (SDK 3.57.0, 2026-11).", {"api": "openai-completions"}
    ),
    Variant("openai/gpt-5", "Takes no sampling settings and no stop sequences (SDK 3.57.0, 2026-11).", {"api": "openai-completions"}),
    Variant("azure-openai/gpt-4.1", "As OpenAI's own (2026-11).", {"api": "openai-completions"}),
    Variant("github-copilot/gpt-4.1", "As the API's documentation says (2026-11)."),
    Variant("vllm/any-model", "Renders the model's template, which knows no developer (16 of 111 templates, 2026-11)."),
    Variant("vllm/google/gemma-2-9b-it", "A template without a system role (gemma-2's template, jinja2 3.1.6, 2026-11)."),
    Variant("vllm/meta-llama/llama-3.1-8b-instruct", "A template that renders one call a message (Llama 3.1's template, jinja2 3.1.6, 2026-11)."),
    Variant("vllm/mistralai/ministral-8b", "Mistral's models by id, on whatever server (OpenClaw transcript hygiene, 2026-10)."),
    Variant("sglang/any-model", "Reads the reasoning that it is given (openclaw 2026.9.6, provider policies)."),
    Variant("lmstudio/any-model", "Renders the model's template (16 of 111 templates know no developer, 2026-11)."),
    Variant("llama.cpp/any-model", "No prefill with thinking on (ggml-org/llama.cpp#20861), and one last assistant message (hermes-agent#80265, 2026-11)."),
    Variant(
        "ollama/any-model", "One last assistant message (hermes-agent#80265, 2026-11); takes a text as content and no list (ollama-content-string, 2026-11)."
    ),
    Variant(
        "groq/llama-3.3-70b-versatile",
        "Refuses reasoning and unknown fields (jan#8136, SDK groq 1.7.0, 2026-11); limits of images (earendil-works/pi#120, 2025-12).",
    ),
    Variant("cerebras/gpt-oss-120b", "Refuses reasoning and unknown fields (opencode#48774, qwen-code#11045, 2026-09)."),
    Variant("together/any-model", "As the API's documentation says (2026-11)."),
    Variant("fireworks/any-model", "Refuses fields of a request that it does not know (midscene#1322, 2025-10)."),
    Variant("deepseek/deepseek-v4-pro", "Wants the reasoning of turns with calls back (anomalyco/opencode#24135, 2026); texts only (hello-halo#109)."),
    Variant("deepseek/deepseek-reasoner", "Refuses reasoning in the input (the id was retired on 2026-07-24)."),
    Variant(
        "moonshot/kimi-k2.6",
        "Wants the reasoning of turns with calls back (openclaw 2026.9.6), numbers its calls anew in each turn; no media but images (kimi-cli#788).",
    ),
    Variant("kimi-coding/kimi-for-coding", "Wants the reasoning of turns with calls back (openclaw 2026.9.6)."),
    Variant("xiaomi/mimo-v2.5", "Wants the reasoning of turns with calls back (openclaw 2026.9.6; chatboxai/chatbox#3716, 2026-05)."),
    Variant("xai/grok-4", "A turn with calls has a text as content, be it empty (charmbracelet/crush#964, langchain-ai/langchain#34140, 2025-12)."),
    Variant(
        "mistral/mistral-large-latest",
        "Ids of nine letters and digits (mistral-vibe#1075), an order of turns of its own (mistral-common 1.5.6 and 1.13.1, 2026-11).",
    ),
    Variant("openrouter/mistralai/devstral-medium", "Mistral's models behind a router (OpenClaw transcript hygiene, 2026-10)."),
    Variant("openrouter/google/gemini-3-pro", "Thought signatures among the details of reasoning (RooCodeInc/Roo-Code#10640, 2026-01)."),
    Variant("openrouter/anthropic/claude-opus-4.6", "Cache marks pass on; no prefill from 4.6 on (OpenClaw transcript hygiene, 2026-10)."),
    Variant("openrouter/anthropic/claude-sonnet-4.5", "With reasoning on a prefill is not taken (OpenClaw transcript hygiene, 2026-10).", {"thinking": True}),
    Variant("openrouter/openai/gpt-5", "Details of reasoning are kept (Roo-Code#10307, LibreChat-AI/agents#37, 2025-12)."),
    Variant("opencode/any-model", "A router, too (openclaw 2026.9.6, provider policies)."),
    Variant("opencode-go/any-model", "A router, too (openclaw 2026.9.6, provider policies)."),
    Variant("kilocode/any-model", "A router, too (openclaw 2026.9.6, provider policies)."),
    Variant("vercel-ai-gateway/any-model", "A router, too (openclaw 2026.9.6, provider policies)."),
    Variant("litellm/any-model", "Passes cache marks on (LiteLLM's proxy, 2026)."),
    Variant("minimax/MiniMax-M2.1", "Reads the reasoning that it is given (MiniMax M2's model card, 2025-10).", {"api": "openai-completions"}),
    Variant("anthropic/claude-opus-4-6", "Anthropic's own compatible API: cache marks, reasoning kept (2026).", {"api": "openai-completions"}),
    Variant("zai/glm-4.7", "Knows no developer; sees no images (model card, 2025)."),
    Variant("qwen/qwen3-max", "Knows no developer; sees no images (model card, 2025)."),
)
VARIANTS: Mapping[Api, tuple[Variant, ...]] = {
    "anthropic-messages": _ANTHROPIC,
    "bedrock-converse": _BEDROCK,
    "google-generative-ai": _GOOGLE,
    "openai-responses": _RESPONSES,
    "openai-codex-responses": _CODEX,
    "openai-completions": _COMPLETIONS,
}


def whys(target: Target) -> tuple[str, ...]:
    """What is known to be special about just this target: of the rows without options that name it."""
    return tuple(each.why for each in VARIANTS[target.api] if each.target == str(target) and not each.options.keys() - {"api"})
