"""Fields of a request beside its items that OpenAI's own servers look at."""

from __future__ import annotations

from replayable import models, openai_efforts
from replayable.contracts.openai_responses import setting_refusals as refusals
from replayable.contracts.refusal import Found, listed
from replayable.facts import sampling
from replayable.model.values import Json
from replayable.options import Options
from replayable.targets import Target

FIRST_PARTY = frozenset({"openai", "azure-openai"})
_KNOWN_EFFORTS = FIRST_PARTY | {"openai-codex"}


def check_settings(payload: dict[str, Json], target: Target, options: Options, found: list[Found]) -> None:
    """Limits of numbers, and what models that reason do not take."""
    if target.provider in _KNOWN_EFFORTS:
        _check_effort(payload.get("reasoning"), target.model, found)
    if target.provider not in FIRST_PARTY:
        return
    temperature, limit = payload.get("temperature"), payload.get("max_output_tokens")
    if (type(temperature) is int or type(temperature) is float) and temperature > sampling.TEMPERATURE:
        found.append(Found(refusals.TEMPERATURE, ("temperature",), {"most": f"{sampling.TEMPERATURE:g}", "value": f"{temperature:g}"}))
    if type(limit) is int and limit < sampling.RESPONSES_LEAST_LIMIT:
        found.append(Found(refusals.OUTPUT_LIMIT, ("max_output_tokens",), {"n": limit}))
    if _reasons(payload, target.model, options):
        refused = [field for field in ("temperature", "top_p") if payload.get(field) not in (None, 1)]
        found.extend(Found(refusals.SAMPLING, (field,), {"field": field}) for field in refused)


def _check_effort(reasoning: Json, model: str, found: list[Found]) -> None:
    effort, known = reasoning.get("effort") if type(reasoning) is dict else None, openai_efforts.efforts(model)
    if type(effort) is not str or known is None or effort in known:
        return
    if not known:
        found.append(Found(refusals.NO_EFFORT, ("reasoning", "effort")))
    else:
        found.append(Found(refusals.EFFORT, ("reasoning", "effort"), {"value": effort, "model": model, "values": listed(known)}))


def _reasons(payload: dict[str, Json], model: str, options: Options) -> bool:
    """The model reasons on this request, as the caller says, else the request, else by nature."""
    if not models.is_openai_reasoner(model):
        return False
    if options.thinking is not None:
        return options.thinking
    reasoning = payload.get("reasoning")
    effort = reasoning.get("effort") if type(reasoning) is dict else None
    return models.reasons_unasked(model) if effort is None else effort != "none"
