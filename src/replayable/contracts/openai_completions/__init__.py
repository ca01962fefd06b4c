"""What servers of OpenAI's Chat Completions API refuse of a request."""

from __future__ import annotations

from replayable.contracts.body import check_body
from replayable.contracts.openai_completions import refusals, servers
from replayable.contracts.openai_completions.calls import (
    Message,
    Walk,
    check_answer,
    check_calls,
    check_function,
    check_name,
    close_turn,
    missing,
    new_walk,
    wrong_type,
)
from replayable.contracts.openai_completions.content import check_content
from replayable.contracts.openai_completions.templates import check_final, check_template
from replayable.contracts.refusal import Found, Refusal, bracketed
from replayable.facts.limits import CHAT_NAME_LENGTH
from replayable.model import Json
from replayable.options import Options
from replayable.targets import Target

_ROLES = ("user", "assistant", "tool", "system", "developer", "function")

# What the name of a message may not hold in any version of the API; older ones take less (llmcompiler#1, 2026-11).
_NOT_IN_NAMES = frozenset(" \t\r\n<|\\/>")


def check_request(payload: Json, target: Target, options: Options) -> list[Found]:
    """What is wrong with the request, in the order in which it stands."""
    if type(payload) is not dict:
        return [Found(refusals.WRONG_TYPE, (), {"at": "body", "expected": "an object", "got": "another value"})]
    walk = new_walk(payload, check_body(payload, refusals.BAD_JSON, None, 0), target.provider)
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
        if options.strict_template:
            check_template(messages, walk.found)
        check_final(messages, walk.server, options.strict_template, walk.found)
    return walk.found


def _check_messages(messages: list[Json], walk: Walk) -> None:
    strict = servers.STRICT_FIELDS.get(walk.server)
    for index, message in enumerate(messages):
        if type(message) is not dict:
            wrong_type(walk.found, ("messages", index), "an object", message)
            continue
        role = message.get("role")
        if role == "tool":
            check_answer(message, index, walk)
        else:
            if walk.calls:
                close_turn(walk)
            if role == "assistant":
                _check_assistant(message, index, walk)
            elif type(role) is not str or role not in _ROLES:
                _check_role(message, index, walk.found)
        if type(message.get("content")) is not str or not message["content"]:
            check_content(message, str(role), index, walk)
        if walk.first_party and message.get("name") is not None:
            _check_message_name(message["name"], index, walk.found)
        if strict is not None and not strict[1] >= message.keys():
            _check_fields(message, index, strict, walk.found)
    close_turn(walk)


def _check_assistant(message: Message, index: int, walk: Walk) -> None:
    if "tool_calls" in message:
        check_calls(message, index, walk)
    legacy = message.get("function_call")
    if type(legacy) is dict:
        check_function(legacy, ("messages", index, "function_call"), None, walk)
    elif legacy is not None:
        wrong_type(walk.found, ("messages", index, "function_call"), "an object", legacy)


def _check_role(message: Message, index: int, found: list[Found]) -> None:
    if message.get("role") is None:
        missing(found, ("messages", index), "role")
    else:
        found.append(Found(refusals.BAD_ROLE, ("messages", index, "role"), {"role": str(message["role"])}))


def _check_message_name(name: Json, index: int, found: list[Found]) -> None:
    place = ("messages", index, "name")
    if type(name) is not str:
        wrong_type(found, place, "a string", name)
    elif not _NOT_IN_NAMES.isdisjoint(name):
        found.append(Found(refusals.NAME_CHARACTERS, place, {"at": bracketed(place)}))
    elif len(name) > CHAT_NAME_LENGTH:
        found.append(Found(refusals.NAME_LENGTH, place, {"at": bracketed(place), "n": len(name)}))


def _check_fields(message: Message, index: int, strict: tuple[Refusal, frozenset[str]], found: list[Found]) -> None:
    refusal, allowed = strict
    for field in sorted(message.keys() - allowed):
        found.append(Found(refusal, ("messages", index, field), {"i": index, "role": str(message.get("role")), "field": field}))


def _check_tools(tools: Json, walk: Walk) -> None:
    """The names of declared functions, and their parameters where a server insists on them."""
    if type(tools) is not list:
        return
    for index, tool in enumerate(tools):
        function = tool.get("function") if type(tool) is dict else None
        if type(function) is not dict:
            continue
        check_name(function, ("tools", index, "function"), walk.found)
        if walk.server == "minimax" and not function.get("parameters"):
            walk.found.append(Found(servers.MINIMAX_PARAMETERS, ("tools", index, "function")))
