"""Fields of a request beside its history that only some servers take."""

from __future__ import annotations

from replayable.contracts.openai_completions import host_refusals, maker_refusals
from replayable.contracts.openai_completions.walk import Walk
from replayable.contracts.refusal import Found
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
