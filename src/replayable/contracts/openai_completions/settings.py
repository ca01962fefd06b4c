"""Fields of a request beside its history that only some servers take."""

from __future__ import annotations

from replayable import models, openai_efforts
from replayable.contracts.openai_completions import host_refusals, maker_refusals, setting_refusals
from replayable.contracts.openai_completions.thinking import thinks
from replayable.contracts.openai_completions.walk import Walk
from replayable.contracts.refusal import Found, listed
from replayable.facts import sampling
from replayable.facts.fireworks_fields import REQUEST_FIELDS


def check_parameters(walk: Walk) -> None:
    """Tools without parameters, where a server insists on them."""
    tools = walk.payload.get("tools")
    for index, tool in enumerate(tools if type(tools) is list else ()):
        function = tool.get("function") if type(tool) is dict else None
        if type(function) is dict and not function.get("parameters"):
            walk.found.append(Found(maker_refusals.MINIMAX_PARAMETERS, ("tools", index, "function")))


def check_fields(walk: Walk) -> None:
    """Fields that a strict server does not know, and one that has a sense only where something is streamed."""
    for field in walk.payload:
        if field not in REQUEST_FIELDS or (field == "stream_options" and walk.payload.get("stream") is not True):
            walk.found.append(Found(host_refusals.FIREWORKS_FIELD, (field,), {"field": field}))


def check_sampling(walk: Walk) -> None:
    """A temperature and stop sequences beyond what the provider takes."""
    most, stops = sampling.TEMPERATURES.get(walk.target.provider, sampling.TEMPERATURE), sampling.CHAT_STOPS.get(walk.target.provider)
    temperature, stop = walk.payload.get("temperature"), walk.payload.get("stop")
    if (type(temperature) is int or type(temperature) is float) and temperature > most:
        walk.found.append(Found(setting_refusals.TEMPERATURE, ("temperature",), {"most": f"{most:g}", "value": f"{temperature:g}"}))
    if type(stop) is list and stops is not None and len(stop) > stops:
        walk.found.append(Found(setting_refusals.STOPS, ("stop",), {"most": stops, "n": len(stop)}))


def check_reasoner(walk: Walk) -> None:
    """What OpenAI's models that reason do not take; whether others do, nobody says."""
    model, payload = walk.target.model, walk.payload
    _check_effort(walk)
    if not models.is_openai_reasoner(model):
        return
    if payload.get("max_tokens") is not None:
        walk.found.append(Found(setting_refusals.MAX_TOKENS, ("max_tokens",)))
    told = thinks(walk)
    if told or (told is None and models.reasons_unasked(model)):
        for field in ("temperature", "top_p"):
            if payload.get(field) not in (None, 1):
                walk.found.append(Found(setting_refusals.SAMPLING, (field,), {"field": field}))


def _check_effort(walk: Walk) -> None:
    effort, known = walk.payload.get("reasoning_effort"), openai_efforts.efforts(walk.target.model)
    if type(effort) is not str or known is None or effort in known:
        return
    if not known:
        walk.found.append(Found(setting_refusals.NO_EFFORT, ("reasoning_effort",)))
    else:
        fields = {"value": effort, "model": walk.target.model, "values": listed(known)}
        walk.found.append(Found(setting_refusals.EFFORT, ("reasoning_effort",), fields))
