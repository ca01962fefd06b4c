"""What Anthropic's Messages API refuses of a request."""

from __future__ import annotations

from replayable.contracts.anthropic_messages import refusals, tool_refusals
from replayable.contracts.anthropic_messages.blocks import Walk, check_blocks
from replayable.contracts.anthropic_messages.endpoints import in_own_words
from replayable.contracts.anthropic_messages.fields import check_fields
from replayable.contracts.anthropic_messages.images import check_images
from replayable.contracts.anthropic_messages.order import check_answered, check_end, check_pairs, check_role, check_server_calls
from replayable.contracts.anthropic_messages.reasoning import check_reasoning, turn_of
from replayable.contracts.anthropic_messages.settings import check_settings
from replayable.contracts.body import Body
from replayable.contracts.refusal import Found, Place, dotted
from replayable.facts.anthropic_fields import MESSAGE_FIELDS
from replayable.facts.limits import ANTHROPIC_BODY_BYTES, ANTHROPIC_CACHE_MARKS, ANTHROPIC_DECLARED_NAME_LENGTH, ANTHROPIC_ID, ANTHROPIC_MESSAGES
from replayable.model.values import Json
from replayable.models import claude
from replayable.options import Options
from replayable.targets import Target

# Endpoints that speak this API and take thinking blocks with an empty signature (provider-contracts, 2026-11).
_TAKE_BLANK_SIGNATURES = frozenset({"moonshot", "kimi-coding", "xiaomi"})

# Providers that take the signatures of Claude itself and no others (docs.anthropic.com, extended thinking, 2026).
_OWN_SIGNATURES = frozenset({"anthropic", "anthropic-vertex", "google-vertex"})

# What is said of a body that is no JSON, or too large.
BODY = Body(refusals.INVALID_UNICODE, refusals.TOO_LARGE, ANTHROPIC_BODY_BYTES)


def check_request(payload: Json, target: Target, options: Options) -> list[Found]:
    """What is wrong with the request, in the order in which it stands."""
    if type(payload) is not dict:
        return [Found(refusals.FIELD_TYPE, (), {"at": "body", "type": "dictionary"})]
    walk = Walk(
        [],
        target.provider in _TAKE_BLANK_SIGNATURES,
        target.provider in _OWN_SIGNATURES and claude(target.model) is not None,
        set(),
        [],
        {},
        [],
        [],
        [],
    )
    check_settings(payload, target.model, walk.found)
    check_fields(payload, "refused" if claude(target.model) is not None else "taken", walk.found)
    _check_tools(payload.get("tools"), walk)
    _check_system(payload.get("system"), walk)
    messages = payload.get("messages")
    if type(messages) is not list:
        refusal = refusals.FIELD_TYPE if "messages" in payload else refusals.FIELD_REQUIRED
        walk.found.append(Found(refusal, ("messages",) if "messages" in payload else (), {"at": "messages", "type": "list"}))
    elif not messages:
        walk.found.append(Found(refusals.EMPTY_MESSAGES, ("messages",)))
    else:
        if len(messages) > ANTHROPIC_MESSAGES:
            walk.found.append(Found(refusals.TOO_MANY_MESSAGES, ("messages",), {"most": ANTHROPIC_MESSAGES, "n": len(messages)}))
        _check_messages(messages, target.model, walk)
        _check_reasoning(payload.get("thinking"), messages, target.model, options, walk)
    _check_marks(walk)
    if walk.images:
        check_images(walk.images, walk.found)
    return in_own_words(walk.found, target.provider)


def most_messages(_target: Target, _options: Options) -> float:
    """The most messages of a request."""
    return ANTHROPIC_MESSAGES


def _check_messages(messages: list[Json], model: str, walk: Walk) -> None:
    asked: list[str] = []
    for index, message in enumerate(messages):
        if type(message) is not dict:
            walk.found.append(Found(refusals.FIELD_TYPE, ("messages", index), {"at": dotted(("messages", index)), "type": "dictionary"}))
            asked = []
            continue
        role = message.get("role")
        if role not in ("user", "assistant"):
            check_role(messages, index, model, walk.found)
        if len(message) != len(MESSAGE_FIELDS) or "content" not in message:
            _check_fields(message, index, walk.found)
        last = index == len(messages) - 1
        asked = _check_content(message, index, last, asked, walk)
    check_answered(asked, set(), len(messages) - 1, walk.found)
    if type(messages[0]) is dict and messages[0].get("role") == "assistant":
        walk.found.append(Found(refusals.FIRST_MESSAGE, ("messages", 0)))
    if not asked:
        check_end(messages, model, walk.found)


def _check_reasoning(thinking: Json, messages: list[Json], model: str, options: Options, walk: Walk) -> None:
    mode = thinking.get("type") if type(thinking) is dict else None
    if (walk.reasons or mode == "enabled") and claude(model) is not None:
        check_reasoning([turn_of(message) for message in messages], mode, model, options, walk.found)


def _check_fields(message: dict[str, Json], index: int, found: list[Found]) -> None:
    for field in sorted(message.keys() - MESSAGE_FIELDS):
        place: Place = ("messages", index, field)
        found.append(Found(refusals.UNKNOWN_MESSAGE_FIELD, place, {"at": dotted(place)}))
    if "content" not in message:
        found.append(Found(refusals.FIELD_REQUIRED, ("messages", index), {"at": dotted(("messages", index, "content"))}))


def _check_content(message: dict[str, Json], index: int, last: bool, asked: list[str], walk: Walk) -> list[str]:
    """The calls that the message makes; what it holds is checked by itself and against the calls before it."""
    role, content = message.get("role"), message.get("content")
    walk.calls, walk.results = [], []
    walk.others = walk.late_result = walk.text = walk.visible = False
    if type(content) is list:
        check_blocks(content, ("messages", index, "content"), role, walk)
        if walk.text and not walk.visible:
            walk.found.append(Found(refusals.BLANK_MESSAGE, ("messages", index, "content")))
    elif type(content) is str:
        walk.others = True
        if content and content.isspace():
            walk.found.append(Found(refusals.BLANK_MESSAGE, ("messages", index, "content")))
    elif "content" in message:
        place = ("messages", index, "content")
        walk.found.append(Found(refusals.FIELD_TYPE, place, {"at": dotted(place), "type": "list"}))
    if content in ("", []) and not (last and role == "assistant"):
        walk.found.append(Found(refusals.EMPTY_CONTENT, ("messages", index), {"at": dotted(("messages", index))}))
    if asked or walk.results:
        check_pairs(asked, index, walk)
    if walk.server_calls and role != "assistant" and (walk.others or not asked):
        check_server_calls(walk)
        walk.server_calls = {}
    return walk.calls


def _check_system(system: Json, walk: Walk) -> None:
    if type(system) is list:
        check_blocks(system, ("system",), None, walk)


def _check_tools(tools: Json, walk: Walk) -> None:
    """The names and schemas of declared tools, and their cache marks."""
    if type(tools) is not list:
        return
    for index, tool in enumerate(tools):
        if type(tool) is not dict:
            continue
        if tool.get("cache_control") is not None:
            walk.marks.append(("tools", index))
        name = tool.get("name")
        if tool.get("type") not in (None, "custom"):
            continue
        if type(name) is str:
            _check_declared_name(name, index, walk.found)
        if "input_schema" not in tool:
            walk.found.append(Found(tool_refusals.NO_SCHEMA, ("tools", index), {"k": index}))


def _check_declared_name(name: str, index: int, found: list[Found]) -> None:
    fields = {"at": f"tools.{index}.custom.name"}
    if len(name) > ANTHROPIC_DECLARED_NAME_LENGTH:
        found.append(Found(tool_refusals.DECLARED_NAME_LENGTH, ("tools", index, "name"), fields))
    elif not name or not ANTHROPIC_ID.issuperset(name):
        found.append(Found(tool_refusals.NAME_PATTERN, ("tools", index, "name"), fields))


def _check_marks(walk: Walk) -> None:
    if len(walk.marks) > ANTHROPIC_CACHE_MARKS:
        surplus = walk.marks[ANTHROPIC_CACHE_MARKS]
        walk.found.append(Found(tool_refusals.TOO_MANY_MARKS, (*surplus, "cache_control"), {"n": len(walk.marks)}))
