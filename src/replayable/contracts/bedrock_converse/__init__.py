"""What Bedrock's Converse refuses of a request."""

from __future__ import annotations

from replayable.contracts.bedrock_converse import content_refusals as content_refused
from replayable.contracts.bedrock_converse import refusals
from replayable.contracts.bedrock_converse.blocks import Walk, check_blocks
from replayable.contracts.bedrock_converse.claude import check_claude_end, check_claude_reasoning, check_claude_settings, check_points, thinking_mode
from replayable.contracts.bedrock_converse.fields import check_fields, check_message_fields
from replayable.contracts.bedrock_converse.media import check_numbers
from replayable.contracts.bedrock_converse.settings import check_settings
from replayable.contracts.body import Body
from replayable.contracts.refusal import Found, Place
from replayable.facts.bedrock_fields import DOCUMENT_NUMBER_IN_MESSAGE
from replayable.facts.bedrock_settings import MESSAGE_FIELDS
from replayable.model.values import Json
from replayable.models import claude, mixes_words_and_tools, takes_prefill
from replayable.options import Options
from replayable.targets import Target

_WORDS = frozenset({"text", "image", "document", "video", "audio"})

# What is said of a body that is no JSON.
BODY = Body(refusals.BAD_JSON)


def check_request(payload: Json, target: Target, options: Options) -> list[Found]:
    """What is wrong with the request, in the order in which it stands. Tools that the caller names count as declared."""
    if type(payload) is not dict:
        return [Found(refusals.WRONG_TYPE, (), {"at": "input", "type": "<class 'dict'>"})]
    found = list[Found]()
    walk = Walk(found, claude(target.model) is not None, mixes_words_and_tools(target.model), set(), 0, False, [], [], [])
    check_settings(payload, found)
    check_fields(payload, found)
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
    if walk.is_claude:
        check_claude_settings(payload, target.model, found)
        mode = thinking_mode(payload)
        if walk.has_reasoning or mode is not None:
            check_claude_reasoning(messages, mode, target.model, options, found)
        check_claude_end(messages, target.model, found)
        check_points(walk.points + _points_of_tools(payload), found)
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
            where = (*place, "role") if type(message) is dict and "role" in message else place
            walk.found.append(Found(refusals.BAD_ROLE, where, {"i": index}))
        elif role == before:
            walk.found.append(Found(refusals.ALTERNATE, place))
        elif not index and role == "assistant":
            walk.found.append(Found(refusals.START, place))
        if type(message) is dict and len(message) != len(MESSAGE_FIELDS):
            check_message_fields(message, index, walk.found)
        asked = _check_content(message.get("content") if type(message) is dict else None, index, role, asked, walk)
        before = role
    _check_answered(asked, [], len(messages), walk)


def _check_content(content: Json, index: int, role: Json, asked: list[str], walk: Walk) -> list[str]:
    """The calls that the message makes; its results are held against the calls before it."""
    walk.calls, walk.results, walk.kinds = [], [], []
    if type(content) is not list:
        walk.found.append(Found(refusals.MISSING, ("messages", index), {"at": f"messages[{index}]", "field": "content"}))
    elif not content:
        walk.found.append(Found(content_refused.EMPTY_CONTENT, ("messages", index, "content"), {"i": index}))
    else:
        check_blocks(content, index, role, walk)
    _check_answered(asked, walk.results, index, walk)
    if "document" in walk.kinds and "text" not in walk.kinds:
        walk.found.append(Found(content_refused.DOCUMENT_ALONE, ("messages", index)))
    if len(walk.kinds) > DOCUMENT_NUMBER_IN_MESSAGE:
        check_numbers(walk.kinds, ("messages", index), walk.found)
    if not walk.mixes_turns and not _WORDS.isdisjoint(walk.kinds):
        _check_mixed(index, walk)
    return walk.calls


def _check_mixed(index: int, walk: Walk) -> None:
    """Words beside calls or results; those of the service's own tools do not count."""
    for held, refusal in ((walk.calls, refusals.MIXED_CALLS), (walk.results, refusals.MIXED_RESULTS)):
        if held:
            walk.found.append(Found(refusal, ("messages", index, "content"), {"i": index}))


def _check_answered(asked: list[str], answered: list[str], index: int, walk: Walk) -> None:
    if not asked and not answered:
        return
    place: Place = ("messages", index)
    given = frozenset(answered)
    missing = [identifier for identifier in asked if identifier not in given]
    if missing:
        walk.found.append(Found(refusals.MISSING_RESULT, ("messages", index - 1), {"i": index, "ids": ", ".join(missing)}))
    if len(answered) > len(asked) or not given.issubset(asked):
        walk.found.append(Found(refusals.SURPLUS_RESULT, (*place, "content"), {"i": index}))


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
