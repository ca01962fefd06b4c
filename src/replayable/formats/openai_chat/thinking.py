"""How much the model shall think, in the spellings of Chat Completions servers ↔ Thinking.

`reasoning_effort` (OpenAI and most), `reasoning` {effort, max_tokens, enabled} (OpenRouter), `thinking` {type, budget_tokens}
(DeepSeek, Kimi, GLM); 2026-11.
"""

from __future__ import annotations

from replayable.formats.request import Fields, put
from replayable.model import Json, Raw, Settings, Thinking

_REASONING = frozenset({"effort", "max_tokens", "enabled"})
_THINKING = frozenset({"type", "budget_tokens"})

# Budgets in tokens up to which an effort is meant (LiteLLM's DEFAULT_REASONING_EFFORT_*_THINKING_BUDGET, 1.110, 2026).
_BUDGETS = ((1024, "low"), (2048, "medium"))

# OpenAI knows none, minimal, low, medium, high and xhigh (SDK 3.57.0, 2026-11); the nearest to Anthropic's highest:
_EFFORTS = {"max": "xhigh"}

# What OpenAI's reasoning models do where no effort is named.
_DEFAULT_EFFORT = "medium"


def read_thinking(fields: Fields) -> Thinking | None:
    """The first spelling that says something; the others stay among the format's own fields."""
    effort = fields.take("reasoning_effort", str)
    if effort is not None:
        return Thinking("disabled") if effort == "none" else Thinking("enabled", None, effort)
    return _read_reasoning(fields) or _read_type(fields)


def _read_reasoning(fields: Fields) -> Thinking | None:
    reasoning = fields.take_object("reasoning", _REASONING)
    effort, budget, enabled = reasoning.get("effort"), reasoning.get("max_tokens"), reasoning.get("enabled")
    if enabled is False or effort == "none":
        return Thinking("disabled")
    if type(effort) is str or type(budget) is int or enabled is True:
        return Thinking("enabled", budget if type(budget) is int else None, effort if type(effort) is str else None)
    fields.give_back("reasoning")
    return None


def _read_type(fields: Fields) -> Thinking | None:
    thinking = fields.take_object("thinking", _THINKING)
    mode, budget = thinking.get("type"), thinking.get("budget_tokens")
    if mode in ("enabled", "adaptive", "disabled"):
        return Thinking(mode, budget if type(budget) is int else None)
    fields.give_back("thinking")
    return None


def put_thinking(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    """Writes it in the spelling that the request has, else as `reasoning_effort`."""
    thinking = settings.thinking
    if thinking is None:
        for key in ("reasoning_effort", "reasoning", "thinking"):
            request.pop(key, None)
    elif "reasoning_effort" in request or not (type(request.get("reasoning")) is dict or type(request.get("thinking")) is dict):
        put(request, "reasoning_effort", _effort_of(thinking))
    elif type(request.get("reasoning")) is dict:
        request["reasoning"] = _write_reasoning(thinking, request["reasoning"])
    else:
        request["thinking"] = _write_type(thinking, request["thinking"])


def _effort_of(thinking: Thinking) -> str:
    if thinking.mode == "disabled":
        return "none"
    if thinking.effort is not None:
        return _EFFORTS.get(thinking.effort, thinking.effort)
    budget = thinking.budget
    return _DEFAULT_EFFORT if budget is None else next((effort for most, effort in _BUDGETS if budget <= most), "high")


def _write_reasoning(thinking: Thinking, stored: Raw) -> Json:
    written = {key: value for key, value in stored.items() if key not in _REASONING}
    if thinking.mode == "disabled":
        return {**written, "enabled": False}
    put(written, "effort", thinking.effort)
    put(written, "max_tokens", thinking.budget)
    return written if thinking.effort or thinking.budget else {**written, "enabled": True}


def _write_type(thinking: Thinking, stored: Raw) -> Json:
    written = {**stored, "type": thinking.mode}
    put(written, "budget_tokens", thinking.budget)
    return written
