"""In which words single models are told how much to think, as a table with source and date. The first row that fits holds.

A model that no row names takes what its API's documentation says.
"""

from __future__ import annotations

from replayable import models, openai_efforts
from replayable.facts.thinking import ANTHROPIC, NOTHING, SCALE, ThinkingWords, Word
from replayable.on_demand import pattern
from replayable.targets import Target

_OPEN = frozenset[Word]({"effort", "open", "shown"})
_OPEN_OR_OFF = frozenset[Word]({"effort", "open", "off", "shown"})

# Claude. Which `thinking.type` is taken: `models`. Efforts: all five from 4.7 on, no "xhigh" before (BerriAI/litellm#27074, measured, 2026-05).
_BUDGETS = ThinkingWords(frozenset[Word]({"budget", "off", "shown"}), least=1024, limit="within")
_EITHER = ThinkingWords(ANTHROPIC.words, ("low", "medium", "high", "max"), least=1024, limit="within")
_ADAPTIVE = ThinkingWords(_OPEN_OR_OFF, ANTHROPIC.efforts)
_ALWAYS = ThinkingWords(_OPEN, ANTHROPIC.efforts)
# Extended thinking came with 3.7 (docs.anthropic.com, extended thinking, 2025-02).
_FIRST_THINKING = (3, 7)

# Gemini. Budgets: 128 to 32768 tokens for 2.5 Pro, which cannot be told not to think, 512 to 24576 for Flash-Lite, up to 24576 for Flash
# (ai.google.dev, "Thinking", 2026; vercel/ai#8027). From 3 on by levels, budgets still being read, and none can be told not to think
# (ai.google.dev; googleapis/python-genai#2936, 2026-09); Pro knows low, medium (from 3.1 on) and high. 2.0 and older do not think.
_SOME = frozenset[Word]({"budget", "open", "shown"})
_SOME_OR_NONE = frozenset[Word]({"budget", "open", "off", "shown"})
_SOME_OR_WORDS = frozenset[Word]({"budget", "effort", "open", "shown"})
_PRO_2_5 = ThinkingWords(_SOME, least=128, most=32_768)
_LITE_2_5 = ThinkingWords(_SOME_OR_NONE, least=512, most=24_576)
_FLASH_2_5 = ThinkingWords(_SOME_OR_NONE, most=24_576)
_PRO_3_0 = ThinkingWords(_SOME_OR_WORDS, ("low", "high"))
_PRO_3 = ThinkingWords(_SOME_OR_WORDS, ("low", "medium", "high"))
_FLASH_3 = ThinkingWords(_SOME_OR_WORDS, ("minimal", "low", "medium", "high"))

# Servers with words of their own (see `chat_dialects`). OpenRouter takes a budget or an effort, the budget below the output limit
# (openrouter.ai/docs, "Reasoning Tokens", 2026). DeepSeek takes any effort and maps it itself.
_SERVERS = {
    "openrouter": ThinkingWords(frozenset[Word]({"budget", "effort", "open", "off", "shown"}), SCALE, least=1024, limit="within"),
    "moonshot": ThinkingWords(frozenset[Word]({"open", "off"})),
    "zai": ThinkingWords(frozenset[Word]({"open", "off"})),
    "deepseek": ThinkingWords(frozenset[Word]({"effort", "open", "off"})),
}

# xAI: grok-3-mini knows two, Grok 4 refuses the field ("Argument not supported on this model: reasoning_effort", docs.x.ai, 2025), and
# from 4.3 on it is taken (zed-industries/zed#58078, xai-org/xai-proto#70, 2026).
_GROK_3_MINI = pattern(r"grok-3-mini")
_GROK_SILENT = pattern(r"grok-[234](?!-mini)(?![.\d])")


def thinking_of(target: Target, words: ThinkingWords) -> ThinkingWords:
    """The words that the target's model takes; `words` are those of its API's format."""
    if target.api == "openai-completions" and target.provider in _SERVERS:
        return _SERVERS[target.provider]
    for find in (_of_claude, _of_gemini, _of_openai, _of_xai):
        found = find(target, words)
        if found is not None:
            return found
    return words if target.api != "bedrock-converse" else NOTHING  # each other family has a field of its own there, unknown to the rest


def _of_claude(target: Target, words: ThinkingWords) -> ThinkingWords | None:
    found = models.claude(target.model)
    if found is None:
        return None
    if target.api not in ("anthropic-messages", "bedrock-converse"):
        return words  # who routes to it tells it in its own words
    if found.version and found.version < _FIRST_THINKING:
        return NOTHING
    if not models.takes_adaptive_reasoning(target.model):
        return _BUDGETS
    if models.takes_manual_reasoning(target.model):
        return _EITHER
    return _ALWAYS if models.reasons_always(target.model) else _ADAPTIVE


def _of_gemini(target: Target, _: ThinkingWords) -> ThinkingWords | None:
    version, name = models.gemini(target.model), target.model.lower()
    if target.api != "google-generative-ai":
        return None
    if version is None:
        return NOTHING if "gemma" in name else None  # "Thinking budget is not supported for this model.", nor is a level (public reports, 2026)
    if version and version < (2, 5):
        return NOTHING
    if version and version < (3,):
        return _PRO_2_5 if "pro" in name else _LITE_2_5 if "lite" in name else _FLASH_2_5
    if "pro" not in name:
        return _FLASH_3
    return _PRO_3_0 if version in ((3,), (3, 0)) else _PRO_3


def _of_openai(target: Target, words: ThinkingWords) -> ThinkingWords | None:
    if target.provider not in ("openai", "azure-openai", "openai-codex"):
        return None
    efforts = openai_efforts.efforts(target.model)
    if efforts is None:
        return words
    levels = tuple(effort for effort in efforts if effort != "none")
    return ThinkingWords(words.words if "none" in efforts else words.words - {"off"}, levels) if levels else NOTHING


def _of_xai(target: Target, words: ThinkingWords) -> ThinkingWords | None:
    if target.provider != "xai":
        return None
    name = target.model.lower()
    if _GROK_3_MINI.search(name):
        return ThinkingWords(words.words - {"off"}, ("low", "high"))
    return NOTHING if _GROK_SILENT.search(name) else words
