"""What Claude's own API refuses comes back through Converse, wrapped: where reasoning stands, signatures, settings, cache points."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.contracts.anthropic_messages import refusals as anthropic
from replayable.contracts.anthropic_messages.reasoning import Turn, check_reasoning
from replayable.contracts.anthropic_messages.reasoning_refusals import BAD_SIGNATURE
from replayable.contracts.anthropic_messages.setting_refusals import TEMPERATURE_RANGE
from replayable.contracts.anthropic_messages.settings import check_claude
from replayable.contracts.bedrock_converse.setting_refusals import CLAUDE
from replayable.contracts.refusal import Found, Place, dotted, text_of
from replayable.facts.bedrock_fields import CLAUDE_CACHE_POINTS
from replayable.model.values import Json
from replayable.models import takes_prefill
from replayable.on_demand import pattern
from replayable.options import Options

# How the blocks of Converse are called on Claude's own API, as far as reasoning looks at them.
_KINDS = {"toolUse": "tool_use", "toolResult": "tool_result"}

# Where the settings of Claude's own API stand in a request of Converse.
_PLACES: Mapping[str, Place] = {
    "temperature": ("inferenceConfig", "temperature"),
    "top_p": ("inferenceConfig", "topP"),
    "max_tokens": ("inferenceConfig", "maxTokens"),
    "stop_sequences": ("inferenceConfig", "stopSequences"),
    "top_k": ("additionalModelRequestFields", "top_k"),
    "thinking": ("additionalModelRequestFields", "thinking"),
    "tool_choice": ("toolConfig", "toolChoice"),
}

_BASE64 = pattern(r"[A-Za-z0-9+/=]*")


def check_claude_settings(payload: dict[str, Json], model: str, found: list[Found]) -> None:
    """What the model itself answers to settings; its words stand in `text`."""
    inner: list[Found] = []
    check_claude(_settings(payload), model, inner)
    # the service itself looks at the range of temperature, and at the words of stop sequences that are empty
    found.extend(_wrapped(each, _moved(each.place)) for each in inner if each.refusal is not TEMPERATURE_RANGE)


def thinking_mode(payload: dict[str, Json]) -> Json:
    """The type of the request's thinking; None where it says nothing of it."""
    thinking = _settings(payload).get("thinking")
    return thinking.get("type") if type(thinking) is dict else None


def check_claude_reasoning(messages: list[Json], mode: Json, model: str, options: Options, found: list[Found]) -> None:
    """What the model itself answers to the places of reasoning."""
    inner: list[Found] = []
    check_reasoning([_turn(message) for message in messages], mode, model, options, inner)
    found.extend(_wrapped(each, each.place) for each in inner)


def check_claude_end(messages: list[Json], model: str, found: list[Found]) -> None:
    """A prefill does not end in white space."""
    last = messages[-1]
    if type(last) is dict and last.get("role") == "assistant" and takes_prefill(model):
        inner: list[Found] = []
        _check_end(messages, inner)
        found.extend(_wrapped(each, each.place) for each in inner)


def check_points(number: int, found: list[Found]) -> None:
    """Cache points in system, tools and messages together."""
    if number > CLAUDE_CACHE_POINTS:
        found.append(Found(CLAUDE, (), {"text": f"A maximum of {CLAUDE_CACHE_POINTS} blocks with cache_control may be provided. Found {number}."}))


def check_signature(signature: Json, place: Place, found: list[Found]) -> None:
    """A signature that is there, and base64; `place` is the block's."""
    at = dotted(("messages", place[1], "content", place[3]))
    if type(signature) is not str or not signature.strip():
        found.append(_wrapped(Found(anthropic.SIGNATURE_MISSING, place, {"at": at}), place))
    elif _BASE64.fullmatch(signature) is None:
        found.append(_wrapped(Found(BAD_SIGNATURE, place, {"at": at}), (*place, "reasoningText", "signature")))


def _wrapped(inner: Found, place: Place) -> Found:
    return Found(CLAUDE, place, {"text": text_of(inner)})


def _moved(place: Place) -> Place:
    """The place in a request of Converse; of a choice of tools only the whole has one."""
    rest = () if place[0] == "tool_choice" else place[1:]
    return (*_PLACES[str(place[0])], *rest)


def _settings(payload: Mapping[str, Json]) -> dict[str, Json]:
    """The settings as Claude's own API spells them."""
    inference, extra, config = payload.get("inferenceConfig"), payload.get("additionalModelRequestFields"), payload.get("toolConfig")
    given: dict[str, Json] = {}
    if type(inference) is dict:
        names = {"temperature": "temperature", "topP": "top_p", "maxTokens": "max_tokens", "stopSequences": "stop_sequences"}
        given |= {names[key]: value for key, value in inference.items() if key in names}
    if type(extra) is dict:
        given |= {key: extra[key] for key in ("thinking", "top_k") if key in extra}
    choice = config.get("toolChoice") if type(config) is dict else None
    if type(choice) is dict and len(choice) == 1:
        given["tool_choice"] = {"type": next(iter(choice))}
    return given


def _turn(message: Json) -> Turn:
    content = message.get("content") if type(message) is dict else None
    listed = content if type(content) is list else ()
    kinds = [_kind(block) for block in listed if type(block) is dict and "cachePoint" not in block]
    return Turn(message.get("role") if type(message) is dict else None, kinds)


def _kind(block: dict[str, Json]) -> str:
    reasoning = block.get("reasoningContent")
    if type(reasoning) is dict:
        return "thinking" if "reasoningText" in reasoning else "redacted_thinking"
    kind = next(iter(block), "")
    return _KINDS.get(kind, kind)


def _check_end(messages: list[Json], found: list[Found]) -> None:
    content = messages[-1].get("content")
    last = content[-1] if type(content) is list and content else None
    text = last.get("text") if type(last) is dict else None
    if type(text) is str and text.strip() and text[-1].isspace():
        found.append(Found(anthropic.TRAILING_WHITESPACE, ("messages", len(messages) - 1)))
