"""How single servers of the Chat Completions API want the same thing written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from replayable.formats import openai_chat
from replayable.formats.format import Format
from replayable.formats.openai_chat.dialect import PLAIN, Dialect
from replayable.formats.openai_chat.thinking import Spelling
from replayable.policies import chat_providers
from replayable.policies.chat_reasoning import writes_one_field
from replayable.policies.policy import Situation
from replayable.targets import Target


def format_of(situation: Situation) -> Format:
    """The format as the server wants it written."""
    dialect = _dialect(situation)
    return openai_chat.FORMAT if dialect == PLAIN else openai_chat.in_dialect(dialect)


def _dialect(situation: Situation) -> Dialect:
    """OpenAI's reasoning models refuse `max_tokens`, and its others take the newer word as well (API reference, "max_completion_tokens", 2025).
    Clients send an empty field where nothing was thought (provider-contracts: deepseek-reasoning-required, 2026-11)."""
    target, strict_template = situation.target, situation.options.strict_template
    thinking = _THINKING.get(target.provider, "effort")
    if chat_providers.is_mistral(target) and not strict_template:
        prefill: Literal["marked", "unmarked"] = "marked" if situation.options.prefill else "unmarked"
        return Dialect(texts="joined", calls="behind", signatures="nowhere", prefill=prefill, thinking=thinking)
    return Dialect(
        texts=_TEXTS.get(target.provider, "listed"),
        no_content="empty" if strict_template or target.provider == "xai" else "null",
        limit="max_completion_tokens" if target.provider in chat_providers.FIRST_PARTY else "max_tokens",
        signatures=_place_of_signatures(target),
        thinking=thinking,
        reasoning="content" if writes_one_field(situation) else "as-stored",
    )


# OpenRouter: the object `reasoning` (openrouter.ai/docs, "Reasoning Tokens", 2026). Kimi and GLM: `thinking` {type} alone (platform.kimi.ai,
# docs.z.ai, 2026); with an effort beside it Kimi answers "cannot specify both 'thinking' and 'reasoning_effort'" (HKUDS/nanobot#3939).
# DeepSeek: both (api-docs.deepseek.com, "Thinking Mode", 2026).
_THINKING: Mapping[str, Spelling] = {"openrouter": "reasoning", "moonshot": "type", "zai": "type", "deepseek": "type-and-effort"}

_TEXTS: Mapping[str, Literal["joined", "joined-anywhere"]] = {"ollama": "joined-anywhere", "deepseek": "joined"}


def _place_of_signatures(target: Target) -> Literal["call", "details", "nowhere"]:
    if chat_providers.signs_reasoning(target):
        return "details"
    return "call" if chat_providers.takes_signatures(target) else "nowhere"
