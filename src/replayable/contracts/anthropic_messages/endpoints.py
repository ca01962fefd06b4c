"""Servers that speak this API and answer some mistakes in words of their own.

MiniMax has one check of calls and results behind both APIs that it speaks; its texts were seen on either (provider-contracts, 2026-11).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from replayable.contracts.anthropic_messages import tool_refusals
from replayable.contracts.openai_completions import maker_refusals as makers
from replayable.contracts.refusal import Found, Refusal

# By provider: what this API refuses anywhere, and what the provider answers in its place.
_OWN_WORDS: Mapping[str, Mapping[Refusal, Refusal]] = MappingProxyType(
    {
        "minimax": {
            tool_refusals.UNANSWERED_CALL: makers.MINIMAX_MISMATCH,
            tool_refusals.DUPLICATE_RESULT: makers.MINIMAX_MISMATCH,
            tool_refusals.ORPHAN_RESULT: makers.MINIMAX_ORPHAN,
            tool_refusals.RESULTS_FIRST: makers.MINIMAX_ORDER,
            tool_refusals.ID_PATTERN: makers.MINIMAX_ID,
            tool_refusals.NO_SCHEMA: makers.MINIMAX_PARAMETERS,
        }
    }
)


def in_own_words(found: list[Found], provider: str) -> list[Found]:
    """What was found, as the provider says it."""
    words = _OWN_WORDS.get(provider)
    if words is None or not found:
        return found
    return [Found(words.get(each.refusal, each.refusal), each.place, each.fields) for each in found]
