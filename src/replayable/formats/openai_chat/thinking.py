"""How much the model shall think, in the spellings of Chat Completions servers ↔ Thinking.

`reasoning_effort` (OpenAI and most), `reasoning` {effort, max_tokens, enabled} (OpenRouter), `thinking` {type, budget_tokens}
(DeepSeek, Kimi, GLM); 2026-11.
"""

from __future__ import annotations

from typing import Literal

from replayable.errors import CannotCarry
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.request import Fields, put
from replayable.model.settings import Settings, Thinking
from replayable.model.values import Json, Raw

# How a server is told; see `dialect`.
Spelling = Literal["effort", "reasoning", "type", "type-and-effort"]

_REASONING = frozenset({"effort", "max_tokens", "enabled"})
_THINKING = frozenset({"type", "budget_tokens"})


def read_thinking(fields: Fields) -> Thinking | None:
    """The first spelling that says something; the others stay among the format's own fields."""
    effort = fields.take("reasoning_effort", str)
    if effort is not None:
        return Thinking("disabled") if effort == "none" else Thinking("enabled", None, effort)
    return _read_reasoning(fields) or _read_type(fields)


def _read_reasoning(fields: Fields) -> Thinking | None:
    reasoning = fields.take_object("reasoning", _REASONING | {"exclude"})
    effort, budget, enabled, excluded = (reasoning.get(key) for key in ("effort", "max_tokens", "enabled", "exclude"))
    if not reasoning or not _fit((effort, str), (budget, int), (enabled, bool), (excluded, bool)) or (effort, budget, enabled) == (None, None, None):
        fields.give_back("reasoning")
        return None
    shown = None if excluded is None else not excluded
    if enabled is False or effort == "none":
        return Thinking("disabled", budget, None if effort == "none" else effort, shown)
    return Thinking("enabled", budget, effort, shown)


def _read_type(fields: Fields) -> Thinking | None:
    thinking = fields.take_object("thinking", _THINKING)
    mode, budget = thinking.get("type"), thinking.get("budget_tokens")
    if mode in ("enabled", "adaptive", "disabled") and _fit((budget, int)):
        return Thinking(mode, budget)
    fields.give_back("thinking")
    return None


def _fit(*values: tuple[Json, type]) -> bool:
    """Each value is of its type, or is not there."""
    return all(value is None or type(value) is wanted for value, wanted in values)


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


def spelled(thinking: Thinking, spelling: Spelling) -> dict[str, Json]:
    """The fields by which a server is told, where the request has none yet."""
    if spelling == "effort":
        return {"reasoning_effort": _effort_of(thinking)}
    if spelling == "reasoning":
        return {"reasoning": _write_reasoning(thinking, {} if thinking.shown is None else {"exclude": not thinking.shown})}
    switch: dict[str, Json] = {"thinking": {"type": "disabled" if thinking.mode == "disabled" else "enabled"}}
    is_told = spelling == "type-and-effort" and thinking.mode != "disabled" and thinking.effort is not None
    return {**switch, "reasoning_effort": thinking.effort} if is_told else switch


def _effort_of(thinking: Thinking) -> str:
    if thinking.mode == "disabled":
        return "none"
    if thinking.effort is None:
        raise CannotCarry(f"{NAME} is told how much to think by an effort; take other words out first")
    return thinking.effort


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
