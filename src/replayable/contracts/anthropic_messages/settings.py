"""Checks of a request's settings: what goes with the model, and what goes together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from replayable import models
from replayable.contracts.anthropic_messages import setting_refusals as refusals
from replayable.contracts.refusal import Found, Refusal
from replayable.model.values import Json

# tokens (docs.anthropic.com, extended thinking, 2026-09)
LEAST_BUDGET = 1024
LEAST_TOP_P = 0.95  # with thinking

_SAMPLING = ("temperature", "top_p", "top_k")


def check_settings(payload: Mapping[str, Json], model: str, found: list[Found]) -> None:
    """All fields beside the history. A request that names no model is none yet: a bare history lacks its limit."""
    if payload.get("max_tokens") is None and ("model" in payload or "max_tokens" in payload):
        found.append(Found(refusals.MAX_TOKENS, ()))
    if payload.get("container") is not None:
        found.append(Found(refusals.CONTAINER, ("container",)))
    if models.claude(model) is not None:
        check_claude(payload, model, found)


def check_claude(payload: Mapping[str, Json], model: str, found: list[Found]) -> None:
    """What Claude models are known to refuse; of others that are served by this API it is not."""
    thinking = payload.get("thinking")
    mode = thinking.get("type") if type(thinking) is dict else None
    if type(thinking) is dict:
        _check_mode(mode, model, found)
        if mode == "enabled":
            _check_budget(thinking.get("budget_tokens"), payload.get("max_tokens"), found)
    thinks = mode in ("enabled", "adaptive")
    _check_choice(payload.get("tool_choice"), thinks, model, found)
    _check_sampling(payload, thinks, model, found)
    _check_stops(payload.get("stop_sequences"), found)


def _check_mode(mode: Json, model: str, found: list[Found]) -> None:
    unknown = (mode == "enabled" and not models.takes_manual_reasoning(model)) or (mode == "disabled" and models.reasons_always(model))
    if unknown:
        found.append(Found(refusals.THINKING_TYPE, ("thinking", "type"), {"type": str(mode)}))
    if mode == "adaptive" and not models.takes_adaptive_reasoning(model):
        found.append(Found(refusals.ADAPTIVE, ("thinking", "type")))


def _check_budget(budget: Json, limit: Json, found: list[Found]) -> None:
    if not _is_number(budget):
        return
    if budget < LEAST_BUDGET:
        found.append(Found(refusals.BUDGET_LEAST, ("thinking", "budget_tokens")))
    elif _is_number(limit) and limit <= budget:
        found.append(Found(refusals.BUDGET_MOST, ("max_tokens",)))


def _check_choice(choice: Json, thinks: bool, model: str, found: list[Found]) -> None:
    kind = choice.get("type") if type(choice) is dict else None
    if kind not in ("any", "tool"):
        return
    if models.reasons_always(model):
        found.append(Found(refusals.FORCED_TOOL, ("tool_choice", "type")))
    elif thinks:
        found.append(Found(refusals.FORCED_WITH_THINKING, ("tool_choice", "type")))


def _check_sampling(payload: Mapping[str, Json], thinks: bool, model: str, found: list[Found]) -> None:
    temperature, top_p = payload.get("temperature"), payload.get("top_p")
    if _is_number(temperature) and not 0 <= temperature <= 1:
        found.append(Found(refusals.TEMPERATURE_RANGE, ("temperature",)))
    elif not models.takes_sampling(model):
        given = [field for field in _SAMPLING if payload.get(field) is not None and payload[field] != 1]
        found.extend(Found(refusals.SAMPLING, (field,), {"field": field}) for field in given)
    elif thinks:
        found.extend(Found(refusal, (field,)) for field, refusal in _with_thinking(payload))
    elif temperature is not None and top_p is not None and not models.takes_temperature_beside_top_p(model):
        found.append(Found(refusals.TEMPERATURE_AND_TOP_P, ("top_p",)))


def _with_thinking(payload: Mapping[str, Json]) -> list[tuple[str, Refusal]]:
    """The fields that may not stand beside thinking."""
    temperature, top_p = payload.get("temperature"), payload.get("top_p")
    refused: list[tuple[str, Refusal]] = []
    if temperature is not None and temperature != 1:
        refused.append(("temperature", refusals.TEMPERATURE_WITH_THINKING))
    if _is_number(top_p) and top_p < LEAST_TOP_P:
        refused.append(("top_p", refusals.TOP_P_WITH_THINKING))
    if payload.get("top_k") is not None:
        refused.append(("top_k", refusals.TOP_K_WITH_THINKING))
    return refused


def _check_stops(stops: Json, found: list[Found]) -> None:
    for index, stop in enumerate(stops if type(stops) is list else ()):
        if type(stop) is str and not stop.strip():
            found.append(Found(refusals.STOP_BLANK if stop else refusals.STOP_EMPTY, ("stop_sequences", index)))


def _is_number(value: Json) -> TypeGuard[int | float]:
    return type(value) is int or type(value) is float
