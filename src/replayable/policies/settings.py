"""What a target says of the fields of a request besides its history. Every policy takes `settings_rules` in."""

from __future__ import annotations

from typing import Literal

import msgspec

from replayable import chat_models, models
from replayable.facts import sampling
from replayable.formats.format import Carries
from replayable.formats.request import shared_fields
from replayable.policies.policy import Situation, format_of
from replayable.policies.thinking import thinking_of
from replayable.rules import (
    ConflictingSetting,
    OutOfRangeSetting,
    RefusedSetting,
    ToollessChoice,
    UntranslatableField,
    UntranslatableThinking,
    UntranslatableTool,
)
from replayable.rules.rule import AnyRule
from replayable.rules.settings.untranslatable_tool import DETAILS as TOOL_DETAILS
from replayable.targets import Target

_FORCED = frozenset({"tool_choice", "tool_choice.required", "tool_choice.named"})
_CHOICES = frozenset({"tool_choice.auto", "tool_choice.none", "tool_choice.parallel"})

# OpenAI's models that reason take no stop sequences either ("Not supported with latest reasoning models", SDK 3.57.0, 2026-11).
_SAMPLING = frozenset({"temperature", "top_p"})

# "The 'metadata' parameter is only allowed when 'store' is enabled." (OpenAI Chat Completions, several public reports, 2024-12)
_IF_STORED = frozenset({"metadata"})


class SettingLimits(msgspec.Struct, frozen=True):
    """What a target takes of sampling settings; `stops` None: no limit is known."""

    temperature: float = sampling.TEMPERATURE
    stops: int | None = None
    blank_stops: Literal["taken", "empty-refused", "refused"] = "taken"
    least_limit: int = 0


_ANTHROPIC = SettingLimits(sampling.ANTHROPIC_TEMPERATURE, blank_stops="refused")


def settings_rules(situation: Situation, carries: Carries, lacking: frozenset[str] = frozenset(), backend: RefusedSetting | None = None) -> tuple[AnyRule, ...]:
    """The rules for requests of another format; in its own the fields pass, but for what the `backend` refuses whatever it was written for.
    `lacking`: what of `carries.settings` this target has no place for."""
    if situation.own:
        return () if backend is None else (backend,)
    target = situation.target
    carried = _carried(target, carries.settings) - lacking
    limits, refused = limits_of(target), _refused(situation)
    return (
        UntranslatableField(carried=carried, shared=_shared(situation)),
        UntranslatableTool(carried=carried & frozenset(TOOL_DETAILS)),
        UntranslatableThinking(words=thinking_of(target, carries.thinking)),
        *_refusals(refused, backend),
        OutOfRangeSetting(limits.temperature, sampling.TOP_P, limits.stops, limits.blank_stops, limits.least_limit),
        *_conflicts(situation),
        ToollessChoice(),
    )


def _refusals(refused: frozenset[str], backend: RefusedSetting | None) -> tuple[AnyRule, ...]:
    """What the model refuses and what the backend does, in one rule."""
    if backend is not None:
        return (RefusedSetting(refused=refused | backend.refused, wanted=backend.wanted),)
    return (RefusedSetting(refused=refused),) if refused else ()


def _shared(situation: Situation) -> frozenset[str]:
    """What else the target takes of the request's fields: OpenAI's own servers those of OpenAI's other API, Gemini all, and Claude `top_k`
    where it takes sampling settings and does not think (docs.anthropic.com, extended thinking, 2026-09)."""
    target = situation.target
    is_taken = target.api == "google-generative-ai" or target.provider in ("openai", "azure-openai", "openai-codex")
    if _is_direct_claude(target):
        is_taken = models.takes_sampling(target.model) and situation.thinking is not True
    found = shared_fields(situation.source or "", format_of(target.api)) if is_taken else frozenset[str]()
    return found - _IF_STORED if target.api == "openai-completions" and situation.settings.store is not True else found


def limits_of(target: Target) -> SettingLimits:
    """The limits of a target; Claude's hold on whatever server."""
    is_claude = models.claude(target.model) is not None
    if target.api == "anthropic-messages":
        return _ANTHROPIC
    if target.api == "bedrock-converse":
        return SettingLimits(sampling.BEDROCK_TEMPERATURE, sampling.BEDROCK_STOPS, "refused" if is_claude else "empty-refused", 1)
    if target.api == "google-generative-ai":
        return SettingLimits(stops=sampling.GEMINI_STOPS)
    if target.api != "openai-completions":
        return SettingLimits(least_limit=sampling.RESPONSES_LEAST_LIMIT)
    return SettingLimits(sampling.TEMPERATURES.get(target.provider, sampling.TEMPERATURE), sampling.CHAT_STOPS.get(target.provider))


def _carried(target: Target, carried: frozenset[str]) -> frozenset[str]:
    """What can be said; a model that always reasons cannot be made to call a tool."""
    return carried - _FORCED | _CHOICES & _kinds(carried) if _is_direct_claude(target) and models.reasons_always(target.model) else carried


def _kinds(carried: frozenset[str]) -> frozenset[str]:
    return _CHOICES if "tool_choice" in carried else carried


def _is_direct_claude(target: Target) -> bool:
    return models.claude(target.model) is not None and target.api in ("anthropic-messages", "bedrock-converse")


def _refused(situation: Situation) -> frozenset[str]:
    """Fields that the model refuses whatever they say."""
    target = situation.target
    if _is_direct_claude(target):
        return frozenset() if models.takes_sampling(target.model) else _SAMPLING
    if target.provider not in ("openai", "azure-openai", "openai-codex") or not models.is_openai_reasoner(target.model):
        return frozenset()
    return _SAMPLING | {"stop"} if situation.thinking is True or models.reasons_unasked(target.model) else frozenset()


def _conflicts(situation: Situation) -> tuple[AnyRule, ...]:
    """What excludes what: at Gemini before 3 JSON and tools (see the rule's page), at Claude thinking and sampling settings or a forced tool
    (docs.anthropic.com, extended thinking, 2026-09), at Kimi thinking and a forced tool (provider-contracts: kimi-forced-tool-choice,
    live-tested, 2026-11)."""
    target, thinking = situation.target, _thinking_as_said(situation)
    if _is_direct_claude(target):
        together = models.takes_temperature_beside_top_p(target.model)
        least = sampling.ANTHROPIC_THINKING_TOP_P
        return (ConflictingSetting("default", least, "refused", "taken" if together else "refused", thinking=thinking),)
    version = models.gemini(target.model) if target.api == "google-generative-ai" else None
    if version and version < (3,):
        return (ConflictingSetting(json_with_tools="refused"),)
    return (ConflictingSetting(forced_with_thinking="refused", thinking=thinking),) if target.provider == "moonshot" else ()


def _thinking_as_said(situation: Situation) -> Literal["as-told", "by-default", "on", "off"]:
    """What the caller says of thinking wins over the request; where neither does, the model's own way holds."""
    said = situation.options.thinking
    if said is not None:
        return "on" if said else "off"
    return "by-default" if chat_models.thinks_by_default(situation.target.model) else "as-told"
