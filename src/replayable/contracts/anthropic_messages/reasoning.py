"""Checks of where reasoning stands: in its message, at the head of a running tool loop, and at the end of the history."""

from __future__ import annotations

import msgspec

from replayable.contracts.anthropic_messages import reasoning_refusals as refusals
from replayable.contracts.refusal import Found, Place, dotted
from replayable.model.values import Json
from replayable.models import takes_manual_reasoning, takes_prefill
from replayable.options import Options

_REASONING = frozenset({"thinking", "redacted_thinking"})


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A message as far as reasoning is concerned: its role, and the types of its blocks as this API names them."""

    role: Json
    kinds: list[str]


def turn_of(message: Json) -> Turn:
    """What a message of this API is."""
    content = message.get("content") if type(message) is dict else None
    listed = content if type(content) is list else ()
    return Turn(message.get("role") if type(message) is dict else None, [str(block.get("type")) if type(block) is dict else "" for block in listed])


def check_reasoning(turns: list[Turn], mode: Json, model: str, options: Options, found: list[Found]) -> None:
    """What Claude refuses; whether others that speak this API do is not known. `mode` is the type of the request's thinking."""
    for index, turn in enumerate(turns):
        if turn.role == "assistant" and not _REASONING.isdisjoint(turn.kinds):
            _check_place(turn.kinds, index, found)
    if mode == "enabled" and takes_manual_reasoning(model):
        _check_opening(turns, found)
    off = mode == "disabled" or (mode not in ("enabled", "adaptive") and options.thinking is not True)
    if off and takes_prefill(model):
        _check_end(turns, found)


def _check_place(kinds: list[str], index: int, found: list[Found]) -> None:
    """A message with reasoning begins with it and ends with something else."""
    place: Place = ("messages", index)
    if kinds[0] not in _REASONING:
        found.append(Found(refusals.NOT_FIRST, (*place, "content", 0), {"at": f"{dotted(place)}.content.0", "type": kinds[0]}))
    elif kinds[-1] in _REASONING:
        found.append(Found(refusals.LAST, place, {"at": dotted(place)}))


def _check_opening(turns: list[Turn], found: list[Found]) -> None:
    """The message that began the tool loop which goes on now begins with reasoning."""
    if "tool_result" not in turns[-1].kinds:
        return
    opening = None
    for index in range(len(turns) - 1, -1, -1):
        if turns[index].role == "assistant":
            opening = index
        elif "tool_result" not in turns[index].kinds:
            break
    if opening is not None and (kinds := turns[opening].kinds) and kinds[0] not in _REASONING:
        place: Place = ("messages", opening, "content", 0)
        found.append(Found(refusals.LOOP_WITHOUT, place, {"at": dotted(place), "type": kinds[0]}))


def _check_end(turns: list[Turn], found: list[Found]) -> None:
    """A last assistant message without calls, while thinking is off; one with calls is refused for them."""
    index, last = len(turns) - 1, turns[-1]
    if last.role != "assistant" or "tool_use" in last.kinds:
        return
    for number, kind in enumerate(last.kinds):
        if kind in _REASONING:
            place: Place = ("messages", index, "content", number)
            found.append(Found(refusals.WHILE_OFF, place, {"at": dotted(place)}))
