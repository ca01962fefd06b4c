"""What single models want that are met behind Chat Completions, on whatever server, as patterns with source and date.

Ids are compared in lower case, without the mark of a variant that OpenRouter puts before them and the tier that resellers put behind them.
A new model of a known family is treated as the newest known one.
"""

from __future__ import annotations

import re

from replayable.on_demand import pattern

# Mistral's models (openclaw transcript hygiene, "OpenRouter with a Mistral-family id", 2026-10).
_MISTRAL = pattern(r"(?:^|/)(?:open-)?(?:mistral|mixtral|codestral|devstral|ministral|magistral|pixtral|voxtral)(?:ai/|[-:._/]|\d|$)")

# Each on either side of a colon, or behind a slash.
_DEEPSEEK = pattern(r"(?:^|[/:])deepseek-v(?:[4-9]|\d\d)")
_KIMI = pattern(r"(?:^|[/:])(?:kimi-for-coding|kimi-k2[.-][5-9]|kimi-k2-thinking|kimi-k(?:[3-9]|\d\d))")
_MIMO = pattern(r"(?:^|[/:])mimo-v(?:[2-9]|\d\d)")
_DEEPSEEK_OF_OLD = pattern(r"(?:^|[/:])deepseek-(?:reasoner|r1)(?![\w.])")
_KIMI_3 = pattern(r"(?:^|[/:])(?:kimi-)?k(?:[3-9]|\d\d)(?![\w.])")

# "Moonshot Kimi K2.6 defaults thinking on" (can1357/oh-my-pi#1077, 2026-05); kimi-k2-thinking knows no other mode (Moonshot's list, 2026).
_KIMI_THINKS = pattern(r"(?:^|[/:])(?:kimi-k2[.-][5-9]|kimi-k2-thinking|kimi-k(?:[3-9]|\d\d))")

# "MiMo's thinking mode": 2.5 Pro, 2.5, 2 Pro and 2 Omni think unless they are told not to, 2 Flash if it is told to (Xiaomi's notice to developers,
# chatboxai/chatbox#3716, 2026-05; "on all thinking-levels", earendil-works/pi#4602).
_MIMO_THINKS = pattern(r"(?:^|[/:])mimo-v(?:2[.-][5-9]|2-(?:pro|omni)|[3-9]|\d\d)")

# Templates of models, run with jinja2 3.1.6 (provider-contracts: template-*, 2026-11).
_GEMMA_OF_OLD = pattern(r"(?:^|/)gemma-(?:1\.1-)?[127]b?(?![\d.])")
_LLAMA_3 = pattern(r"(?:^|/)(?:meta-)?llama-3\.[123](?!\d)")
_QWEN_3_5 = pattern(r"(?:^|/)qwen-?(?:3\.[5-9]|[4-9])")
_MISTRAL_OF_NINE = pattern(r"(?:^|/)mistral-(?:nemo|small)")


def is_mistral(model: str) -> bool:
    """One of Mistral's models, which all want its order of turns and its form of ids."""
    return _MISTRAL.search(folded(model)) is not None


def is_deepseek(model: str) -> bool:
    """DeepSeek from V4 on: turns with calls need their reasoning back (anomalyco/opencode#24135, 2026)."""
    return _DEEPSEEK.search(folded(model)) is not None


def is_kimi(model: str) -> bool:
    """Kimi's thinking models: turns with calls need their reasoning back (openclaw 2026.9.6, replay-required ids)."""
    return _KIMI.search(folded(model)) is not None


def is_mimo(model: str) -> bool:
    """Xiaomi's MiMo from 2 on: turns with calls need their reasoning back (openclaw 2026.9.6, replay-required ids; chatboxai/chatbox#3716, 2026-05)."""
    return _MIMO.search(folded(model)) is not None


def wants_reasoning(model: str) -> bool:
    """A turn with calls whose reasoning does not come back is refused."""
    return is_deepseek(model) or is_kimi(model) or is_mimo(model)


def refuses_reasoning(model: str) -> bool:
    """DeepSeek's reasoner of old: `reasoning_content` in the input is refused (unsourced; the id was retired on 2026-07-24)."""
    return _DEEPSEEK_OF_OLD.search(folded(model)) is not None


def thinks_by_default(model: str) -> bool:
    """It thinks unless the request says otherwise: Kimi from K2.5 on, MiMo but for 2 Flash, and DeepSeek: "V4 (thinking is the default)"
    (provider-contracts: deepseek-reasoning-required, 2026-11)."""
    named = folded(model)
    return is_deepseek(model) or _KIMI_THINKS.search(named) is not None or _MIMO_THINKS.search(named) is not None


def takes_required_tools_while_thinking(model: str) -> bool:
    """`tool_choice: required` beside thinking: Kimi K3, which refuses a named tool only (UKGovernmentBEIS/inspect_ai#5152, 2026-08)."""
    return _KIMI_3.search(folded(model)) is not None


def takes_system_messages(model: str) -> bool:
    """The template knows the role: not Gemma 1 and 2, "System role not supported"."""
    return _GEMMA_OF_OLD.search(folded(model)) is None


def takes_parallel_calls(model: str) -> bool:
    """The template renders more than one call of a message: not Llama 3.1 to 3.3, "This model only supports single tool-calls at once!"."""
    return _LLAMA_3.search(folded(model)) is None


def wants_a_user_turn(model: str) -> bool:
    """The template looks for the user's query: Qwen from 3.5 on, "No user query found in messages."."""
    return _QWEN_3_5.search(folded(model)) is not None


def wants_nine_letters(model: str) -> bool:
    """The template insists on the form of ids: Mistral Nemo and Small (mlx-lm#1375)."""
    return _MISTRAL_OF_NINE.search(folded(model)) is not None


def folded(model: str) -> str:
    """The id as it is compared."""
    return re.sub(r"-(free|paid|trial)$", "", model.lower().lstrip("~"))
