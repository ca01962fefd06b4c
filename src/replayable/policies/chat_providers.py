"""What single servers and models of the Chat Completions API want or refuse, as tables with source and date. The first row that fits holds.

A provider that no row names takes what the API's documentation says; a new model of a known family is treated as the newest known one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from replayable import chat_models, models
from replayable.facts.fireworks_fields import REQUEST_FIELDS
from replayable.formats.openai_chat.reasoning import FIELDS as REASONING_FIELDS
from replayable.policies.policy import Situation
from replayable.targets import Target

Reasoning = Literal["refused", "required", "kept", "finished"]


class Row(msgspec.Struct, frozen=True):
    """What becomes of reasoning at some providers and models; no providers means all, and so do no models.

    "refused": none is sent. "required": kept, and turns with calls need some. "kept": sent as stored. "finished": only the running turn keeps it."""

    reasoning: Reasoning
    providers: frozenset[str] = frozenset()
    models: Callable[[str], bool] | None = None

    def fits(self, target: Target) -> bool:
        """The row speaks of this target."""
        is_meant = not self.providers or target.provider in self.providers
        return is_meant and (self.models is None or self.models(target.model))


# Routers that hand on to others, and translate reasoning on the way.
ROUTERS = frozenset({"openrouter", "opencode", "opencode-go", "kilocode", "vercel-ai-gateway"})

FIRST_PARTY = frozenset({"openai", "azure-openai"})

# Servers that refuse reasoning whatever the model. OpenAI's Chat Completions has no field for it (SDK 3.57.0, 2026-11); Groq jan#8136,
# freellmapi#1070; Cerebras opencode#48774, qwen-code#11045 (2026-09); Mistral "Extra inputs are not permitted" (php-mistral#76).
REFUSES_REASONING = FIRST_PARTY | {"groq", "cerebras", "mistral"}

REASONING: tuple[Row, ...] = (
    Row("refused", REFUSES_REASONING),
    Row("refused", models=chat_models.is_mistral),
    Row("refused", frozenset({"deepseek"}), chat_models.refuses_reasoning),
    # OpenRouter: "reasoning details to be preserved in each request" (Roo-Code#10307, LibreChat-AI/agents#37, 2025-12).
    Row("kept", ROUTERS),
    Row("required", models=chat_models.wants_reasoning),
    # Moonshot, SGLang and MiniMax read what they are given (openclaw 2026.9.6, provider policies; MiniMax M2's model card, 2025-10).
    Row("kept", frozenset({"moonshot", "kimi-coding", "sglang", "minimax", "anthropic"})),
    Row("finished"),
)

# Providers whose servers know no field of a message but these. Groq and Cerebras: SDK groq 1.7.0 (2026-11); Mistral: SDK mistralai 3.7.0 and
# `extra_forbidden` (php-mistral#76). Fields of reasoning stand here because their rule tells of them.
_PLAIN = frozenset({"role", "content", "name", "tool_calls", "tool_call_id", *REASONING_FIELDS})
_OF_OPENAI = frozenset({"function_call", "refusal", "audio", "annotations"})
STRICT_FIELDS: dict[str, frozenset[str]] = {
    "groq": _PLAIN | _OF_OPENAI,
    "cerebras": _PLAIN | _OF_OPENAI,
    "mistral": _PLAIN | {"prefix", "refusal", "function_call"},
}

# Of a call and of a text part these servers take no other keys either.
STRICT_BLOCKS: dict[str, frozenset[str]] = {"function": frozenset({"id", "type", "function"}), "text": frozenset({"type", "text", "cache_control"})}
STRICT_INNER: dict[str, frozenset[str]] = {"function": frozenset({"name", "arguments"})}

# Fields that OpenAI's SDK dumps without a value, and that those servers refuse even so.
EMPTY_FIELDS = frozenset({"refusal", "audio", "function_call", "annotations", *REASONING_FIELDS})

# Servers that know the role system only: DeepSeek (cline#230), Mistral (SDK mistralai 3.7.0), Kimi, xAI and those that render a model's own
# template (16 of 111 raise on it, 2026-11).
SYSTEM_ONLY = frozenset({"deepseek", "mistral", "moonshot", "cerebras", "ollama", "llama.cpp", "lmstudio", "vllm", "sglang", "minimax", "zai", "qwen"})

# Kinds of media that a user message may hold, where less is taken than the API documents: DeepSeek text only (hello-halo#109,
# DeepSeek-Reasonix#7859), Kimi text and images (kimi-cli#788), Mistral images and recordings (mistral-common 1.13.1). Images for models that
# see none are another rule's. These servers take no part of another type either, and none of the type refusal.
MEDIA: dict[str, frozenset[str]] = {
    "deepseek": frozenset({"image"}),
    "moonshot": frozenset({"image"}),
    "mistral": frozenset({"image", "audio"}),
}

# Servers that take an answer's words and calls of functions only (xAI: message types of its API reference, 2026-11).
PLAIN_ANSWERS = frozenset({"xai"})

# Servers known to take no other key on a call than the API's own (SDKs groq 1.7.0, mistralai 3.7.0, openai 3.57.0, 2026-11).
_NO_SIGNATURES = FIRST_PARTY | {"groq", "cerebras", "mistral"}

# What OpenAI's own servers take: no video, and nothing that they would have to fetch but images (SDK 3.57.0: image_url, input_audio, file).
FIRST_PARTY_MEDIA = frozenset({"image", "audio.data", "document.data", "file.data"})

# Servers that would continue the last assistant message, and take no second one before it (hermes-agent#80265, 2026-11).
ONE_FINAL_ASSISTANT = frozenset({"llama.cpp", "ollama"})

# Servers that render the chat template which comes with a model.
_TEMPLATES = frozenset({"vllm", "sglang", "llama.cpp", "lmstudio"})

# Settings that the API has and a server does not take (docs.fireworks.ai, "Create Chat Completion", 2026).
LACKING: dict[str, frozenset[str]] = {"fireworks": frozenset({"store"})}

# Servers that pass cache marks on to a provider that knows them (openrouter.ai/docs/features/prompt-caching; LiteLLM's proxy; 2026).
TAKES_CACHE_MARKS = frozenset({"openrouter", "litellm", "opencode", "kilocode", "vercel-ai-gateway", "anthropic"})

# Servers known to have no such field on a part.
NO_CACHE_MARKS = FIRST_PARTY | {"groq", "cerebras", "mistral", "deepseek", "moonshot", "xai"}


def reasoning_of(target: Target) -> Reasoning:
    """What becomes of reasoning at a target."""
    return next(row.reasoning for row in REASONING if row.fits(target))


def always_thinks(target: Target) -> bool:
    """The model thinks where a request does not say."""
    return chat_models.thinks_by_default(target.model)


def server_of(target: Target) -> str:
    """Whose rules about fields, parts and marks hold: the provider's, and Mistral's for its models wherever they run."""
    return "mistral" if is_mistral(target) else target.provider


def is_mistral(target: Target) -> bool:
    """Mistral's own servers, or one of its models elsewhere."""
    return target.provider == "mistral" or chat_models.is_mistral(target.model)


def signs_reasoning(target: Target) -> bool:
    """Thought signatures stand among the details of reasoning: Gemini's behind OpenRouter."""
    return target.provider == "openrouter" and models.wants_thought_signatures(target.model)


def takes_signatures(target: Target) -> bool:
    """Thought signatures may stand on calls: they say something to Gemini alone, and these servers take no field that they do not know."""
    return models.gemini(target.model) is not None or server_of(target) not in _NO_SIGNATURES


def renders_templates(situation: Situation) -> bool:
    """The server renders the model's own chat template."""
    return situation.options.strict_template or situation.target.provider in _TEMPLATES


def unknown_settings(situation: Situation) -> frozenset[str]:
    """Fields of the request that a strict server does not know, and options of a stream where nothing is streamed."""
    if situation.target.provider != "fireworks":
        return frozenset()
    settings = situation.settings
    unknown = frozenset(settings.extra) - REQUEST_FIELDS | ({"store"} if settings.store is not None else frozenset())
    return unknown if settings.stream else unknown | {"stream_options"} & settings.extra.keys()
