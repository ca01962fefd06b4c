"""What Bedrock's Converse refuses of a request."""

from __future__ import annotations

from replayable.contracts.bedrock_converse import refusals
from replayable.contracts.bedrock_converse.blocks import Walk, check_blocks
from replayable.contracts.body import check_body
from replayable.contracts.refusal import Found, Place
from replayable.facts.bedrock_fields import CLAUDE_CACHE_POINTS
from replayable.model import Json
from replayable.models import claude, takes_prefill
from replayable.options import Options
from replayable.targets import Target

_REASONING = "reasoningContent"


def check_request(payload: Json, target: Target, options: Options) -> list[Found]:
    """What is wrong with the request, in the order in which it stands. Tools that the caller names count as declared."""
    if type(payload) is not dict:
        return [Found(refusals.WRONG_TYPE, (), {"at": "input", "type": "<class 'dict'>"})]
    found = check_body(payload, refusals.BAD_JSON, None, 0)
    walk = Walk(found, claude(target.model) is not None, set(), 0, False, [], [], [])
    _check_system(payload.get("system"), walk)
    messages = payload.get("messages")
    if type(messages) is not list:
        found.append(Found(refusals.MISSING, (), {"at": "input", "field": "messages"}))
        return found
    if not messages:
        found.append(Found(refusals.EMPTY_MESSAGES, ("messages",)))
        return found
    _check_messages(messages, walk)
    _check_end(messages, target.model, walk)
    if walk.uses_tools and not options.tools and not _declared(payload):
        found.append(Found(refusals.TOOL_CONFIG, ()))
    if walk.is_claude and walk.points + _points_of_tools(payload) > CLAUDE_CACHE_POINTS:
        text = f"A maximum of 4 blocks with cache_control may be provided. Found {walk.points + _points_of_tools(payload)}."
        found.append(Found(refusals.CLAUDE, (), {"text": text}))
    return found


def _check_system(system: Json, walk: Walk) -> None:
    for number, block in enumerate(system if type(system) is list else ()):
        if type(block) is not dict:
            continue
        walk.points += block.get("cachePoint") is not None
        if block.get("text") == "":
            walk.found.append(Found(refusals.SYSTEM_EMPTY, ("system", number, "text"), {"k": number}))


def _check_messages(messages: list[Json], walk: Walk) -> None:
    before: Json = None
    asked: list[str] = []
    for index, message in enumerate(messages):
        place: Place = ("messages", index)
        role = message.get("role") if type(message) is dict else None
        if role not in ("user", "assistant"):
            walk.found.append(Found(refusals.BAD_ROLE, (*place, "role"), {"i": index}))
        elif role == before:
            walk.found.append(Found(refusals.ALTERNATE, place))
        elif not index and role == "assistant":
            walk.found.append(Found(refusals.START, place))
        asked = _check_content(message.get("content") if type(message) is dict else None, index, role, asked, walk)
        before = role
    _check_answered(asked, [], len(messages), walk)


def _check_content(content: Json, index: int, role: Json, asked: list[str], walk: Walk) -> list[str]:
    """The calls that the message makes; its results are held against the calls before it."""
    walk.calls, walk.results, walk.kinds = [], [], []
    if type(content) is not list:
        walk.found.append(Found(refusals.MISSING, ("messages", index), {"at": f"messages[{index}]", "field": "content"}))
    elif not content:
        walk.found.append(Found(refusals.EMPTY_CONTENT, ("messages", index, "content"), {"i": index}))
    else:
        check_blocks(content, index, role, walk)
    _check_answered(asked, walk.results, index, walk)
    if "document" in walk.kinds and "text" not in walk.kinds:
        walk.found.append(Found(refusals.DOCUMENT_ALONE, ("messages", index)))
    if walk.is_claude and role == "assistant" and _REASONING in walk.kinds:
        _check_place_of_reasoning(index, walk)
    return walk.calls


def _check_answered(asked: list[str], answered: list[str], index: int, walk: Walk) -> None:
    place: Place = ("messages", index)
    missing = [identifier for identifier in asked if identifier not in answered]
    if missing:
        walk.found.append(Found(refusals.MISSING_RESULT, ("messages", index - 1), {"i": index, "ids": ", ".join(missing)}))
    if len(answered) > len(asked) or any(identifier not in asked for identifier in answered):
        walk.found.append(Found(refusals.SURPLUS_RESULT, (*place, "content"), {"i": index}))


def _check_place_of_reasoning(index: int, walk: Walk) -> None:
    kinds = [kind for kind in walk.kinds if kind != "cachePoint"]
    at = f"messages.{index}"
    if kinds[0] != _REASONING:
        text = f"{at}.content.0: If an assistant message contains any thinking blocks, the first block must be thinking or redacted_thinking. Found {kinds[0]}."
        walk.found.append(Found(refusals.CLAUDE, ("messages", index, "content", 0), {"text": text}))
    if kinds[-1] == _REASONING:
        text = f"{at}: The final block in an assistant message cannot be `thinking`."
        walk.found.append(Found(refusals.CLAUDE, ("messages", index), {"text": text}))


def _check_end(messages: list[Json], model: str, walk: Walk) -> None:
    last = messages[-1]
    if type(last) is dict and last.get("role") == "assistant" and not walk.calls and not (walk.is_claude and takes_prefill(model)):
        walk.found.append(Found(refusals.END, ("messages", len(messages) - 1)))


def _declared(payload: dict[str, Json]) -> bool:
    config = payload.get("toolConfig")
    return type(config) is dict and bool(config.get("tools"))


def _points_of_tools(payload: dict[str, Json]) -> int:
    config = payload.get("toolConfig")
    tools = config.get("tools") if type(config) is dict else None
    return sum(type(tool) is dict and tool.get("cachePoint") is not None for tool in tools) if type(tools) is list else 0
