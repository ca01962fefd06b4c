"""Thinking efforts and token budgets, each in words of the other.

The steps are those by which LiteLLM translates them (its DEFAULT_REASONING_EFFORT_*_THINKING_BUDGET, 1.110, 2026); no
provider publishes an equivalence."""

from __future__ import annotations

_BUDGETS = {"minimal": 1024, "low": 1024, "medium": 2048, "high": 4096, "xhigh": 8192, "max": 8192}
_EFFORTS = ((1024, "low"), (2048, "medium"))

# Anthropic: `thinking.budget_tokens` is at least 1024 (API reference, 2026).
LEAST_BUDGET = 1024


def budget_of(effort: str, limit: int | None) -> int | None:
    """The budget in tokens that is nearest to an effort and below the output limit; None where there is no room for one."""
    budget = _BUDGETS.get(effort.strip().lower(), _BUDGETS["medium"])
    if limit is not None and budget >= limit:
        budget = limit - 1
    return budget if budget >= LEAST_BUDGET else None


def effort_of(budget: int) -> str:
    """The effort that is nearest to a budget in tokens, of those that all APIs know."""
    return next((effort for most, effort in _EFFORTS if budget <= most), "high")
