"""Checks of a request's settings: the generation config, declared functions, and what is cached."""

from __future__ import annotations

import re

from replayable import models
from replayable.contracts.google_generative_ai import refusals
from replayable.contracts.google_generative_ai import setting_refusals as settings
from replayable.contracts.google_generative_ai.schemas import check_schemas
from replayable.contracts.google_generative_ai.spelling import held
from replayable.contracts.refusal import Found, Place
from replayable.facts.gemini_fields import NAME
from replayable.model.values import Json

MOST_STOPS = 5

Object = dict[str, Json]


def check_settings(payload: Object, model: str, found: list[Found]) -> None:
    """All fields beside the history."""
    _check_tools(payload, found)
    check_schemas(payload, found)
    key, config = held(payload, "generationConfig")
    if type(config) is dict:
        _check_config(config, (key,), payload, model, found)
    key, cached = held(payload, "cachedContent")
    if cached is not None:
        _check_cached(payload, key, found)


def _check_cached(payload: Object, key: str, found: list[Found]) -> None:
    """Instructions and tools belong into the cache; so does every turn that came before."""
    beside = any(held(payload, field)[1] for field in ("systemInstruction", "tools", "toolConfig"))
    contents = payload.get("contents")
    if beside:
        found.append(Found(settings.CACHED, (key,)))
    elif type(contents) is list and any(type(content) is dict and content.get("role") == "model" for content in contents):
        found.append(Found(settings.CACHED_HISTORY, (key,)))


def _check_config(config: Object, place: Place, payload: Object, model: str, found: list[Found]) -> None:
    temperature = config.get("temperature")
    if (type(temperature) is int or type(temperature) is float) and not 0 <= temperature <= 2:
        found.append(Found(settings.TEMPERATURE, (*place, "temperature")))
    key, stops = held(config, "stopSequences")
    if type(stops) is list and len(stops) > MOST_STOPS:
        found.append(Found(settings.STOPS, (*place, key), {"n": len(stops)}))
    key, kind = held(config, "responseMimeType")
    if kind == "application/json" and _declares(payload) and _is_before_3(model):
        found.append(Found(settings.MIME_TYPE, (*place, key), {"v": kind}))
    key, thinking = held(config, "thinkingConfig")
    if type(thinking) is dict:
        _check_thinking(thinking, (*place, key), model, found)


def _check_thinking(thinking: Object, place: Place, model: str, found: list[Found]) -> None:
    budget_key, budget = held(thinking, "thinkingBudget")
    level_key, level = held(thinking, "thinkingLevel")
    if budget is not None and level is not None:
        found.append(Found(settings.BOTH, place))
    elif level is not None and _is_before_3(model):
        found.append(Found(settings.LEVEL, (*place, level_key)))
    elif budget is not None and "gemma" in model.lower():
        found.append(Found(settings.BUDGET, (*place, budget_key)))
    elif budget == 0 and _thinks_always(model):
        found.append(Found(settings.ALWAYS, (*place, budget_key)))


def _is_before_3(model: str) -> bool:
    version = models.gemini(model)
    return version is not None and version != () and version < (3,)


def _thinks_always(model: str) -> bool:
    version = models.gemini(model)
    return version is not None and (version == () or version >= (2, 5)) and "-pro" in model.lower() and "image" not in model.lower()


def _declares(payload: Object) -> bool:
    tools = payload.get("tools")
    return type(tools) is list and any(type(tool) is dict and held(tool, "functionDeclarations")[1] for tool in tools)


def _check_tools(payload: Object, found: list[Found]) -> None:
    """The names of declared functions."""
    tools = payload.get("tools")
    for index, tool in enumerate(tools if type(tools) is list else ()):
        key, declared = held(tool, "functionDeclarations") if type(tool) is dict else ("", None)
        for number, function in enumerate(declared if type(declared) is list else ()):
            name = function.get("name") if type(function) is dict else None
            if type(name) is str and not re.fullmatch(NAME, name):
                at = f"tools[{index}].function_declarations[{number}]"
                found.append(Found(refusals.BAD_NAME, ("tools", index, key, number, "name"), {"at": at}))
