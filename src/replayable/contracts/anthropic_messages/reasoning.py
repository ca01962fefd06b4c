"""Checks of where reasoning stands: in its message, and at the head of a running tool loop."""

from __future__ import annotations

from replayable.contracts.anthropic_messages import reasoning_refusals as refusals
from replayable.contracts.refusal import Found, Place, dotted
from replayable.model import Json
from replayable.models import claude, takes_prefill
from replayable.options import Options
from replayable.targets import Target

_REASONING = ("thinking", "redacted_thinking")


def check_reasoning(payload: dict[str, Json], messages: list[Json], target: Target, options: Options, found: list[Found]) -> None:
    """What Claude refuses; whether others that speak this API do is not known."""
    if claude(target.model) is None:
        return
    for index, message in enumerate(messages):
        if type(message) is dict and message.get("role") == "assistant":
            _check_place(_kinds(message), index, found)
    thinking = payload.get("thinking")
    mode = thinking.get("type") if type(thinking) is dict else None
    if mode == "enabled":
        _check_opening(messages, found)
    if takes_prefill(target.model) and mode not in ("enabled", "adaptive") and (mode == "disabled" or options.thinking is not True):
        _check_end(messages, found)


def _kinds(message: Json) -> list[Json]:
    """The types of the message's blocks."""
    content = message.get("content") if type(message) is dict else None
    return [block.get("type") if type(block) is dict else None for block in content] if type(content) is list else []


def _check_place(kinds: list[Json], index: int, found: list[Found]) -> None:
    """A message with reasoning begins with it and ends with something else."""
    place: Place = ("messages", index)
    if not any(kind in _REASONING for kind in kinds):
        return
    if kinds[0] not in _REASONING:
        found.append(Found(refusals.NOT_FIRST, (*place, "content", 0), {"at": f"{dotted(place)}.content.0", "type": str(kinds[0])}))
    elif kinds[-1] in _REASONING:
        found.append(Found(refusals.LAST, place, {"at": dotted(place)}))


def _check_opening(messages: list[Json], found: list[Found]) -> None:
    """The message that began the tool loop which goes on now begins with reasoning."""
    if "tool_result" not in _kinds(messages[-1]):
        return
    opening = None
    for index in range(len(messages) - 1, -1, -1):
        kinds = _kinds(messages[index])
        if type(messages[index]) is dict and messages[index].get("role") == "assistant":
            opening = index
        elif "tool_result" not in kinds:
            break
    if opening is not None and (kinds := _kinds(messages[opening])) and kinds[0] not in _REASONING:
        place: Place = ("messages", opening, "content", 0)
        found.append(Found(refusals.LOOP_WITHOUT, place, {"at": dotted(place), "type": str(kinds[0])}))


def _check_end(messages: list[Json], found: list[Found]) -> None:
    """A last assistant message without calls, while thinking is off; one with calls is refused for them."""
    index, last = len(messages) - 1, messages[-1]
    kinds = _kinds(last)
    if type(last) is not dict or last.get("role") != "assistant" or "tool_use" in kinds:
        return
    for number, kind in enumerate(kinds):
        if kind in _REASONING:
            place: Place = ("messages", index, "content", number)
            found.append(Found(refusals.WHILE_OFF, place, {"at": dotted(place)}))
