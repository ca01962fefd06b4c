"""Thinking efforts and token budgets, each in words of the other, and both in the words that a target takes.

The steps are those by which LiteLLM translates them (its DEFAULT_REASONING_EFFORT_*_THINKING_BUDGET, 1.110, 2026); no
provider publishes an equivalence."""

from __future__ import annotations

import msgspec

from replayable.facts.thinking import SCALE, ThinkingWords
from replayable.model.settings import Thinking

_BUDGETS = {"minimal": 1024, "low": 1024, "medium": 2048, "high": 4096, "xhigh": 8192, "max": 8192}
_EFFORTS = ((1024, "low"), (2048, "medium"))

# What is meant where nobody says how much, and what a word is taken for that is none of the scale's.
_MIDDLE = "medium"


def effort_of(budget: int) -> str:
    """The effort that is nearest to a budget in tokens, of those that all APIs know."""
    return next((effort for most, effort in _EFFORTS if budget <= most), "high")


def budget_of(effort: str | None) -> int:
    """The budget in tokens that is nearest to an effort."""
    return _BUDGETS.get((effort or _MIDDLE).strip().lower(), _BUDGETS[_MIDDLE])


def told(thinking: Thinking, words: ThinkingWords, limit: int | None) -> Thinking | None:
    """Thinking in the words of a target whose output limit is `limit` tokens; None where it cannot be told, the same where it needs no
    other words."""
    shown = thinking.shown if "shown" in words.words and thinking.mode != "disabled" else None
    after = _off(thinking, words, limit) if thinking.mode == "disabled" else _on(thinking, words, limit)
    if after is None:
        return None
    after = msgspec.structs.replace(after, shown=shown)
    return thinking if after == thinking else after


def _off(thinking: Thinking, words: ThinkingWords, limit: int | None) -> Thinking | None:
    """No thinking, or the least where it is always on. An effort beside it is for the words of the answer, where it may stand there."""
    if "off" in words.words:
        return msgspec.structs.replace(thinking, budget=None, effort=thinking.effort if "together" in words.words else None)
    if "effort" in words.words:
        return Thinking("enabled", None, words.efforts[0] if words.efforts else SCALE[0])
    return _with_budget(words.least, words, limit) if "budget" in words.words else None


def _on(thinking: Thinking, words: ThinkingWords, limit: int | None) -> Thinking | None:
    budget, effort = thinking.budget, thinking.effort
    if budget is None and effort is None and "open" in words.words:
        return thinking
    if budget is not None and effort is not None and "together" in words.words:
        found = _with_budget(budget, words, limit)
        return None if found is None else msgspec.structs.replace(found, effort=_nearest(effort, words.efforts))
    if "budget" in words.words and (budget is not None or "effort" not in words.words):
        return _with_budget(budget_of(effort) if budget is None else budget, words, limit)
    if "effort" in words.words:
        wanted = effort if effort is not None else _MIDDLE if budget is None else effort_of(budget)
        return Thinking(thinking.mode, None, _nearest(wanted, words.efforts))
    return Thinking("adaptive") if "open" in words.words else None


def _with_budget(budget: int, words: ThinkingWords, limit: int | None) -> Thinking | None:
    """Thinking with the budget, or the nearest that is taken; None where the output limit leaves no room for it."""
    budget = max(budget, words.least)
    if words.most is not None:
        budget = min(budget, words.most)
    if words.limit == "within" and limit is not None:
        budget = min(budget, limit - 1)
    return None if budget < words.least else Thinking("enabled", budget)


def _nearest(effort: str, efforts: tuple[str, ...]) -> str:
    """The effort of those taken that is nearest on the scale, the lower one of two."""
    wanted = effort.strip().lower()
    if not efforts or wanted in efforts:
        return effort if not efforts or effort in efforts else wanted
    place = SCALE.index(wanted) if wanted in SCALE else SCALE.index(_MIDDLE)
    return min(efforts, key=lambda each: abs(SCALE.index(each) - place))
