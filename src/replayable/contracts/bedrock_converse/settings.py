"""Checks of a request's settings: limits of the answer, and declared tools."""

from __future__ import annotations

from replayable.contracts.bedrock_converse import refusals
from replayable.contracts.bedrock_converse import setting_refusals as settings
from replayable.contracts.refusal import Found
from replayable.facts.bedrock_fields import TOOL_NAME_LENGTH
from replayable.facts.limits import WORD
from replayable.model.values import Json

# botocore 1.44.8, InferenceConfiguration: the least and the greatest value.
_RANGES: dict[str, tuple[float, float | None]] = {"maxTokens": (1, None), "temperature": (0, 1), "topP": (0, 1)}


def check_settings(payload: dict[str, Json], found: list[Found]) -> None:
    """All fields beside the history, whatever the model."""
    inference = payload.get("inferenceConfig")
    if type(inference) is dict:
        _check_ranges(inference, found)
        _check_stops(inference.get("stopSequences"), found)
    config = payload.get("toolConfig")
    tools = config.get("tools") if type(config) is dict else None
    if type(tools) is list:
        _check_tools(tools, found)


def _check_ranges(inference: dict[str, Json], found: list[Found]) -> None:
    for field, (least, most) in _RANGES.items():
        value = inference.get(field)
        if type(value) is not int and type(value) is not float:
            continue
        bound = f"greater than or equal to {least}" if value < least else f"less than or equal to {most}"
        if value < least or (most is not None and value > most):
            found.append(Found(settings.RANGE, ("inferenceConfig", field), {"v": str(value), "field": field, "bound": bound}))


def _check_stops(stops: Json, found: list[Found]) -> None:
    for number, stop in enumerate(stops if type(stops) is list else ()):
        if stop == "":
            found.append(Found(settings.STOP_EMPTY, ("inferenceConfig", "stopSequences", number), {"k": number}))


def _check_tools(tools: list[Json], found: list[Found]) -> None:
    if not tools:
        found.append(Found(settings.TOOLS_EMPTY, ("toolConfig", "tools")))
    for number, tool in enumerate(tools):
        held = tool.get("toolSpec") if type(tool) is dict else None
        name = held.get("name") if type(held) is dict else None
        if type(name) is str and not (0 < len(name) <= TOOL_NAME_LENGTH and WORD.issuperset(name)):
            refusal = refusals.NAME_LENGTH if len(name) > TOOL_NAME_LENGTH else refusals.NAME_SHAPE
            at = f"toolConfig.tools.{number}.member.toolSpec.name"
            found.append(Found(refusal, ("toolConfig", "tools", number, "toolSpec", "name"), {"v": name, "at": at}))
