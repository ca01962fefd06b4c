"""Checks of tool calls: ids, names and arguments, and which result answers which call."""

from __future__ import annotations

import msgspec

from replayable.contracts.openai_completions import refusals
from replayable.contracts.openai_completions.servers import FIRST_PARTY, Words, server_of, words_of
from replayable.contracts.refusal import Found, Place, Refusal, bracketed
from replayable.facts.limits import CHAT_ID_LENGTH, CHAT_NAME, CHAT_NAME_LENGTH
from replayable.model import Json

Message = dict[str, Json]

_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])

# How the API names JSON types in its texts.
_TYPES = {dict: "an object", list: "an array", str: "a string", int: "an integer", float: "a decimal", bool: "a boolean", type(None): "null"}


class Walk(msgspec.Struct, gc=False):
    """What a walk over a request has met so far; `calls` are the ids of the newest assistant message, at `asked_at`."""

    payload: Message
    found: list[Found]
    server: str
    first_party: bool
    words: Words
    known: set[str]
    asked_at: int
    calls: list[str]
    answers: dict[str, int]  # id → index of the tool message that answers it


def new_walk(payload: Message, found: list[Found], provider: str) -> Walk:
    """A walk at its beginning, over a request for one provider."""
    server = server_of(provider)
    return Walk(payload, found, server, server in FIRST_PARTY, words_of(server), set(), -1, [], {})


def check_calls(message: Message, index: int, walk: Walk) -> None:
    """The calls of an assistant message, each by itself and against its neighbours."""
    calls, place = message.get("tool_calls"), ("messages", index, "tool_calls")
    walk.asked_at, walk.calls, walk.answers = index, [], {}
    if calls is None:
        return
    if type(calls) is not list:
        wrong_type(walk.found, place, "an array of objects", calls)
    elif not calls:
        walk.found.append(Found(refusals.NO_CALLS, place, {"at": bracketed(place)}))
    else:
        for number, call in enumerate(calls):
            if type(call) is dict:
                _check_call(call, (*place, number), walk)
            else:
                wrong_type(walk.found, (*place, number), "an object", call)


def _check_call(call: Message, place: Place, walk: Walk) -> None:
    _check_id(call, place, walk)
    if call.get("type") == "custom":
        _check_custom(call, place, walk)
        return
    if walk.first_party and "type" not in call:
        missing(walk.found, place, "type")
    function = call.get("function")
    if type(function) is dict:
        check_function(function, (*place, "function"), call.get("id"), walk)
    elif function is None:
        missing(walk.found, place, "function")
    else:
        wrong_type(walk.found, (*place, "function"), "an object", function)


def _check_id(call: Message, place: Place, walk: Walk) -> None:
    identifier, at = call.get("id"), (*place, "id")
    if type(identifier) is not str:
        if identifier is None:
            missing(walk.found, place, "id")
        else:
            wrong_type(walk.found, at, "a string", identifier)
        return
    if not identifier:
        walk.found.append(Found(walk.words.empty_id, at, {"at": bracketed(at)}))
    elif len(identifier) > CHAT_ID_LENGTH:
        walk.found.append(Found(refusals.ID_LENGTH, at, {"at": bracketed(at), "n": len(identifier)}))
    if identifier in walk.calls:
        walk.found.append(Found(refusals.DUPLICATE_CALL_ID, at))
    walk.calls.append(identifier)
    walk.known.add(identifier)


def _check_custom(call: Message, place: Place, walk: Walk) -> None:
    custom = call.get("custom")
    if type(custom) is not dict:
        missing(walk.found, place, "custom")
        return
    check_name(custom, (*place, "custom"), walk.found)
    if type(custom.get("input")) is not str:
        missing(walk.found, (*place, "custom"), "input")


def check_function(function: Message, place: Place, identifier: Json, walk: Walk) -> None:
    """Name and arguments of a call."""
    check_name(function, place, walk.found)
    arguments, at = function.get("arguments"), (*place, "arguments")
    if type(arguments) is str:
        if not walk.first_party and not _is_object(arguments):
            walk.found.append(Found(walk.words.bad_arguments, at, {"id": str(identifier)}))
    elif "arguments" in function:
        walk.found.append(Found(refusals.ARGUMENTS_TYPE, at, {"at": bracketed(at), "got": _TYPES.get(type(arguments), "another value")}))
    else:
        missing(walk.found, place, "arguments")


def _is_object(text: str) -> bool:
    if text == "{}":
        return True
    try:
        _OBJECT.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def check_name(holder: Message, place: Place, found: list[Found]) -> None:
    """The name of a tool, where it is declared or called."""
    name, at = holder.get("name"), (*place, "name")
    if type(name) is not str:
        if name is None:
            missing(found, place, "name")
        else:
            wrong_type(found, at, "a string", name)
    elif not name:
        found.append(Found(refusals.NAME_EMPTY, at, {"at": bracketed(at)}))
    elif not CHAT_NAME.issuperset(name):
        found.append(Found(refusals.NAME_CHARACTERS, at, {"at": bracketed(at)}))
    elif len(name) > CHAT_NAME_LENGTH:
        found.append(Found(refusals.NAME_LENGTH, at, {"at": bracketed(at), "n": len(name)}))


def check_answer(message: Message, index: int, walk: Walk) -> None:
    """A tool message against the calls of the assistant message that it stands behind."""
    identifier = message.get("tool_call_id")
    if type(identifier) is not str:
        if identifier is None:
            walk.found.append(Found(refusals.MISSING_CALL_ID, ("messages", index), {"i": index}))
        else:
            wrong_type(walk.found, ("messages", index, "tool_call_id"), "a string", identifier)
    elif identifier not in walk.calls:
        walk.found.append(Found(_orphan(identifier, walk), ("messages", index), {"i": index, "id": identifier}))
    elif identifier in walk.answers and walk.calls.count(identifier) == 1:
        fields: dict[str, str | int] = {"i": index, "id": identifier, "first": walk.answers[identifier]}
        walk.found.append(Found(refusals.DUPLICATE_RESULT, ("messages", index, "tool_call_id"), fields))
    else:
        walk.answers[identifier] = index


def _orphan(identifier: str, walk: Walk) -> Refusal:
    if walk.calls:
        return walk.words.unknown_call
    return walk.words.displaced if identifier in walk.known else walk.words.orphan


def close_turn(walk: Walk) -> None:
    """The calls that the tool messages behind them did not answer."""
    lacking = [identifier for identifier in walk.calls if identifier not in walk.answers]
    if lacking:
        fields: dict[str, str | int] = {"ids": ", ".join(dict.fromkeys(lacking)), "i": walk.asked_at}
        walk.found.append(Found(walk.words.unanswered, ("messages", walk.asked_at, "tool_calls"), fields))
    walk.calls, walk.answers = [], {}


def missing(found: list[Found], place: Place, field: str) -> None:
    """A field that has to be there."""
    found.append(Found(refusals.MISSING_FIELD, place, {"at": bracketed((*place, field))}))


def wrong_type(found: list[Found], place: Place, expected: str, value: Json) -> None:
    """A field of another type than the API documents."""
    got = _TYPES.get(type(value), "another value")
    found.append(Found(refusals.WRONG_TYPE, place, {"at": bracketed(place), "expected": expected, "got": got}))
