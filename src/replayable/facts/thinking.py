"""In which words APIs and models are told how much to think, each with source and date. Constants only, for rules, formats and checks.

Where a model answers to fewer words than its API, its row stands in `policies/thinking.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

# "budget": a number of tokens. "effort": a word. "together": both in one request. "open": on, without either. "off": not at all.
# "shown": whether the thoughts are answered, too.
Word = Literal["budget", "effort", "together", "open", "off", "shown"]


class ThinkingWords(msgspec.Struct, frozen=True):
    """What a target can be told of thinking; without any words, nothing.

    `efforts` in rising order; empty: any. `least` and `most` are of a budget, in tokens. `limit`: whether the output limit leaves the
    thoughts out ("beside") or covers them ("within"), so that a budget must stay below it."""

    words: frozenset[Word]
    efforts: tuple[str, ...] = ()
    least: int = 1
    most: int | None = None
    limit: Literal["beside", "within"] = "beside"


# In rising order; what an effort is nearest to is told by it.
SCALE = ("minimal", "low", "medium", "high", "xhigh", "max")

NOTHING = ThinkingWords(frozenset())
ANYTHING = ThinkingWords(frozenset[Word]({"budget", "effort", "together", "open", "off", "shown"}))

# Anthropic SDK 2.14.0: `ThinkingConfigEnabledParam` ("Must be ≥1024 and less than `max_tokens`"), `OutputConfigParam` (2026-11).
ANTHROPIC = ThinkingWords(ANYTHING.words, ("low", "medium", "high", "xhigh", "max"), least=1024, limit="within")

# OpenAI SDK 3.57.0: `ReasoningEffort`, `Reasoning` (2026-11).
CHAT = ThinkingWords(frozenset[Word]({"effort", "off"}), SCALE)
RESPONSES = ThinkingWords(frozenset[Word]({"effort", "off", "shown"}), SCALE)

# google-genai 3.6.1: `ThinkingConfig`, `ThinkingLevel` (2026-11); a budget or a level, not both (ai.google.dev, "Thinking", 2026).
GEMINI = ThinkingWords(frozenset[Word]({"budget", "effort", "open", "off", "shown"}), ("minimal", "low", "medium", "high", "xhigh"))
