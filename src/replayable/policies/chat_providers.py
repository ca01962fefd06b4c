"""What single servers and models of the Chat Completions API want or refuse, as tables with source and date. The first row that fits holds.

A provider that no row names takes what the API's documentation says; a new model of a known family is treated as the newest known one.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from replayable.formats.openai_chat.reasoning import FIELDS as REASONING_FIELDS
from replayable.targets import Target

Reasoning = Literal["refused", "required", "kept", "finished"]


class Row(msgspec.Struct, frozen=True):
    """What becomes of reasoning at some providers and models; no providers means all, and so does no pattern.

    "refused": none is sent. "required": kept, and turns with calls need some. "kept": sent as stored. "finished": only the running turn keeps it."""

    reasoning: Reasoning
    providers: frozenset[str] = frozenset()
    models: re.Pattern[str] | None = None

    def fits(self, target: Target) -> bool:
        """The row speaks of this target."""
        is_meant = not self.providers or target.provider in self.providers
        return is_meant and (self.models is None or self.models.search(_folded(target.model)) is not None)


def _folded(model: str) -> str:
    """The id in lower case, without the mark of a variant that OpenRouter puts before it and the tier that resellers put behind it."""
    return re.sub(r"-(free|paid|trial)$", "", model.lower().lstrip("~"))


# Mistral's models by id, on whatever server (openclaw transcript hygiene, "OpenRouter with a Mistral-family id", 2026-10).
_MISTRAL = re.compile(r"(?:^|/)(?:open-)?(?:mistral|mixtral|codestral|devstral|ministral|magistral|pixtral|voxtral)(?:ai/|[-:._/]|\d|$)")

# Models that refuse a turn with calls whose reasoning does not come back: Kimi's thinking ones, Xiaomi's MiMo from 2 on (openclaw
# 2026.9.6, replay-required ids), DeepSeek from V4 on (anomalyco/opencode#24135, 2026). Each on either side of a colon, or behind a slash.
_WANTS_REASONING = re.compile(
    r"""(?:^|[/:])(?: kimi-for-coding | kimi-k2[.-][5-9] | kimi-k2-thinking | kimi-k(?:[3-9]|\d\d) | mimo-v(?:[2-9]|\d\d) | deepseek-v(?:[4-9]|\d\d) )""",
    re.VERBOSE,
)

# Those that think unless they are told not to, in every request: "V4 (thinking is the default)" (provider-contracts:
# deepseek-reasoning-required, 2026-11); kimi-k2-thinking knows no other mode (Moonshot's model list, 2026).
_ALWAYS_THINKS = re.compile(r"(?:^|[/:])(?:deepseek-v(?:[4-9]|\d\d)|kimi-k2-thinking)")

# Routers that hand on to others, and translate reasoning on the way.
ROUTERS = frozenset({"openrouter", "opencode", "opencode-go", "kilocode", "vercel-ai-gateway"})

FIRST_PARTY = frozenset({"openai", "azure-openai"})

# Servers that refuse reasoning whatever the model. OpenAI's Chat Completions has no field for it (SDK 3.57.0, 2026-11); Groq jan#8136,
# freellmapi#1070; Cerebras opencode#48774, qwen-code#11045 (2026-09); Mistral "Extra inputs are not permitted" (php-mistral#76).
REFUSES_REASONING = FIRST_PARTY | {"groq", "cerebras", "mistral"}

REASONING: tuple[Row, ...] = (
    Row("refused", REFUSES_REASONING),
    Row("refused", models=_MISTRAL),
    # OpenRouter: "reasoning details to be preserved in each request" (Roo-Code#10307, LibreChat-AI/agents#37, 2025-12).
    Row("kept", ROUTERS),
    Row("required", models=_WANTS_REASONING),
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

# Servers that pass cache marks on to a provider that knows them (openrouter.ai/docs/features/prompt-caching; LiteLLM's proxy; 2026).
TAKES_CACHE_MARKS = frozenset({"openrouter", "litellm", "opencode", "kilocode", "vercel-ai-gateway", "anthropic"})

# Servers known to have no such field on a part.
NO_CACHE_MARKS = FIRST_PARTY | {"groq", "cerebras", "mistral", "deepseek", "moonshot", "xai"}


def reasoning_of(target: Target) -> Reasoning:
    """What becomes of reasoning at a target."""
    return next(row.reasoning for row in REASONING if row.fits(target))


def always_thinks(target: Target) -> bool:
    """The model thinks where a request does not say."""
    return _ALWAYS_THINKS.search(_folded(target.model)) is not None


def server_of(target: Target) -> str:
    """Whose rules about fields, parts and marks hold: the provider's, and Mistral's for its models wherever they run."""
    return "mistral" if is_mistral(target) else target.provider


def is_mistral(target: Target) -> bool:
    """Mistral's own servers, or one of its models elsewhere."""
    return target.provider == "mistral" or _MISTRAL.search(_folded(target.model)) is not None
