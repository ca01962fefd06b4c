"""What servers of OpenAI's Chat Completions API refuse of a request."""

from __future__ import annotations

import math

from replayable.contracts.body import Body
from replayable.contracts.openai_completions import refusals
from replayable.contracts.openai_completions.calls import check_answer, check_calls, check_function, check_name, close_turn
from replayable.contracts.openai_completions.content import check_content
from replayable.contracts.openai_completions.servers import server_of
from replayable.contracts.openai_completions.walk import Message, Walk, missing, wrong_type
from replayable.contracts.refusal import Found, Refusal, bracketed
from replayable.facts.limits import CHAT_NAME_LENGTH
from replayable.model.values import Json
from replayable.options import Options
from replayable.targets import Target

# What the name of a message may not hold in any version of the API; older ones take less (llmcompiler#1, 2026-11).
_NOT_IN_NAMES = frozenset(" \t\r\n<|\\/>")

# Of OpenAI's own servers: the most messages of a request, and characters of one text (unsourced, provider-contracts 2026-11).
MOST_MESSAGES = 2048
MOST_CHARACTERS = 10_485_760

# What is said of a body that is no JSON.
BODY = Body(refusals.BAD_JSON)


def check_request(payload: Json, target: Target, options: Options) -> list[Found]:
    """What is wrong with the request, in the order in which it stands."""
    if type(payload) is not dict:
        return [Found(refusals.WRONG_TYPE, (), {"at": "body", "expected": "an object", "got": "another value"})]
    walk = Walk(payload, target, options, server_of(target, options), [])
    _check_tools(payload.get("tools"), walk)
    messages = payload.get("messages")
    if messages is None:
        missing(walk.found, (), "messages")
    elif type(messages) is not list:
        wrong_type(walk.found, ("messages",), "an array of objects", messages)
    elif not messages:
        walk.found.append(Found(refusals.EMPTY_MESSAGES, ("messages",), {"at": "messages"}))
    else:
        _check_messages(messages, walk)
    for check in walk.server.checks:
        check(walk)
    return walk.found


def most_messages(target: Target, options: Options) -> float:
    """The most messages of a request."""
    return MOST_MESSAGES if server_of(target, options).first_party else math.inf


def _check_messages(messages: list[Json], walk: Walk) -> None:
    found, server, before = walk.found, walk.server, None
    if server.first_party and len(messages) > MOST_MESSAGES:
        found.append(Found(refusals.TOO_MANY_MESSAGES, ("messages",), {"n": len(messages)}))
    for index, message in enumerate(messages):
        if type(message) is not dict:
            wrong_type(found, ("messages", index), "an object", message)
            continue
        role = message.get("role")
        if role == "tool":
            check_answer(message, index, before, walk)
        else:
            if walk.calls:
                close_turn(walk)
            if role == "assistant":
                _check_assistant(message, index, walk)
            elif type(role) is not str or role not in server.roles:
                _check_role(message, index, walk)
        if type(message.get("content")) is not str or not message["content"]:
            check_content(message, str(role), index, walk)
        if server.first_party:
            _check_at_home(message, index, found)
        if server.fields is not None and not (taken := server.fields.of(role)) >= message.keys():
            _tell_fields(message, index, server.fields.refusal, taken, found)
        before = message
    close_turn(walk)


def _check_assistant(message: Message, index: int, walk: Walk) -> None:
    if "tool_calls" in message:
        check_calls(message, index, walk)
    legacy = message.get("function_call")
    if type(legacy) is dict:
        check_function(legacy, ("messages", index, "function_call"), None, walk)
    elif legacy is not None:
        wrong_type(walk.found, ("messages", index, "function_call"), "an object", legacy)


def _check_role(message: Message, index: int, walk: Walk) -> None:
    if message.get("role") is None:
        missing(walk.found, ("messages", index), "role")
    else:
        walk.found.append(Found(walk.server.words.bad_role, ("messages", index, "role"), {"i": index, "role": str(message["role"])}))


def _check_at_home(message: Message, index: int, found: list[Found]) -> None:
    """What only OpenAI's own servers look at: the name of a message, and how long a text is."""
    content, name = message.get("content"), message.get("name")
    if name is not None:
        _check_message_name(name, index, found)
    if type(content) is str and len(content) > MOST_CHARACTERS:
        place = ("messages", index, "content")
        found.append(Found(refusals.TEXT_LENGTH, place, {"at": bracketed(place), "n": len(content)}))


def _check_message_name(name: Json, index: int, found: list[Found]) -> None:
    place = ("messages", index, "name")
    if type(name) is not str:
        wrong_type(found, place, "a string", name)
    elif not _NOT_IN_NAMES.isdisjoint(name):
        found.append(Found(refusals.NAME_CHARACTERS, place, {"at": bracketed(place)}))
    elif len(name) > CHAT_NAME_LENGTH:
        found.append(Found(refusals.NAME_LENGTH, place, {"at": bracketed(place), "n": len(name)}))


def _tell_fields(message: Message, index: int, refusal: Refusal, taken: frozenset[str], found: list[Found]) -> None:
    for field in sorted(message.keys() - taken):
        found.append(Found(refusal, ("messages", index, field), {"i": index, "role": str(message.get("role")), "field": field}))


def _check_tools(tools: Json, walk: Walk) -> None:
    """The types of declared tools, which OpenAI's own servers look at with all fields, and the names of functions."""
    if tools is not None and type(tools) is not list and not walk.server.first_party:
        wrong_type(walk.found, ("tools",), "an array of objects", tools)
    for index, tool in enumerate(tools if type(tools) is list else ()):
        function = tool.get("function") if type(tool) is dict else None
        if type(function) is dict:
            check_name(function, ("tools", index, "function"), walk)
        elif walk.server.first_party:
            continue
        elif type(tool) is dict and function is None and tool.get("type") == "function":
            missing(walk.found, ("tools", index), "function")
        elif type(tool) is not dict or function is not None:
            wrong_type(walk.found, ("tools", index) if type(tool) is not dict else ("tools", index, "function"), "an object", function or tool)
