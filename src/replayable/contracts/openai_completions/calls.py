"""Checks of tool calls: ids, names and arguments, and which result answers which call."""

from __future__ import annotations

import msgspec

from replayable.contracts.openai_completions import field_refusals, refusals
from replayable.contracts.openai_completions.walk import TYPES, Message, Walk, missing, wrong_type
from replayable.contracts.refusal import Found, Place, Refusal, bracketed
from replayable.facts.limits import CHAT_ID_LENGTH, CHAT_NAME, CHAT_NAME_LENGTH
from replayable.model.values import Json

_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])


def check_calls(message: Message, index: int, walk: Walk) -> None:
    """The calls of an assistant message, each by itself and against its neighbours."""
    calls, place = message.get("tool_calls"), ("messages", index, "tool_calls")
    walk.asked_at, walk.calls, walk.answers = index, {}, {}
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
    if walk.server.first_party and call.get("type") != "function":
        _tell_type(call, place, walk)
    function = call.get("function")
    if type(function) is dict:
        check_function(function, (*place, "function"), call.get("id"), walk)
    elif function is None:
        missing(walk.found, place, "function")
    else:
        wrong_type(walk.found, (*place, "function"), "an object", function)


def _tell_type(call: Message, place: Place, walk: Walk) -> None:
    kind = call.get("type")
    if kind is None:
        missing(walk.found, place, "type")
    elif type(kind) is not str:
        wrong_type(walk.found, (*place, "type"), "a string", kind)
    else:
        walk.found.append(Found(field_refusals.VALUE, (*place, "type"), {"value": kind, "values": "'function' and 'custom'"}))


def _check_id(call: Message, place: Place, walk: Walk) -> None:
    identifier, at = call.get("id"), (*place, "id")
    if type(identifier) is not str:
        if identifier is None:
            missing(walk.found, place, "id")
        else:
            wrong_type(walk.found, at, "a string", identifier)
        return
    check_shape(identifier, at, walk)
    if identifier in walk.calls:
        walk.found.append(Found(walk.server.words.duplicate_call, at, {"id": identifier}))
    walk.calls[identifier] = walk.calls.get(identifier, 0) + 1


def check_shape(identifier: str, at: Place, walk: Walk) -> None:
    """The form of an id."""
    words, form = walk.server.words, walk.server.ids
    if form is not None:
        if form.fullmatch(identifier) is None:
            walk.found.append(Found(words.misshapen_id, at, {"id": identifier}))
    elif not identifier:
        walk.found.append(Found(words.empty_id, at, {"at": bracketed(at)}))
    elif len(identifier) > CHAT_ID_LENGTH:
        walk.found.append(Found(words.misshapen_id, at, {"at": bracketed(at), "n": len(identifier)}))


def _check_custom(call: Message, place: Place, walk: Walk) -> None:
    custom = call.get("custom")
    if type(custom) is not dict:
        missing(walk.found, place, "custom")
        return
    check_name(custom, (*place, "custom"), walk)
    if type(custom.get("input")) is not str:
        missing(walk.found, (*place, "custom"), "input")


def check_function(function: Message, place: Place, identifier: Json, walk: Walk) -> None:
    """Name and arguments of a call."""
    check_name(function, place, walk)
    arguments, at = function.get("arguments"), (*place, "arguments")
    if type(arguments) is str:
        if not walk.server.first_party and not _is_object(arguments):
            walk.found.append(Found(walk.server.words.bad_arguments, at, {"id": str(identifier)}))
    elif "arguments" in function:
        walk.found.append(Found(refusals.ARGUMENTS_TYPE, at, {"at": bracketed(at), "got": TYPES.get(type(arguments), "another value")}))
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


def check_name(holder: Message, place: Place, walk: Walk) -> None:
    """The name of a tool, where it is declared, called or answered."""
    name, at = holder.get("name"), (*place, "name")
    if type(name) is str:
        refusal = _refused_name(name)
        if refusal is not None:
            walk.found.append(Found(walk.server.words.bad_name or refusal, at, {"at": bracketed(at), "n": len(name), "name": name}))
    elif name is None:
        missing(walk.found, place, "name")
    else:
        wrong_type(walk.found, at, "a string", name)


def _refused_name(name: str) -> Refusal | None:
    if not name:
        return refusals.NAME_EMPTY
    if not CHAT_NAME.issuperset(name):
        return refusals.NAME_CHARACTERS
    return refusals.NAME_LENGTH if len(name) > CHAT_NAME_LENGTH else None


def check_answer(message: Message, index: int, before: Json, walk: Walk) -> None:
    """A tool message against the calls of the assistant message that it stands behind. `before` is the message before it."""
    identifier = message.get("tool_call_id")
    if type(identifier) is not str:
        if identifier is None:
            walk.found.append(Found(refusals.MISSING_CALL_ID, ("messages", index), {"i": index}))
        else:
            wrong_type(walk.found, ("messages", index, "tool_call_id"), "a string", identifier)
        return
    if walk.server.ids is not None:
        check_shape(identifier, ("messages", index, "tool_call_id"), walk)
    if identifier not in walk.calls:
        role = str(before.get("role")) if type(before) is dict else ""
        walk.found.append(Found(_orphan(identifier, role, walk), ("messages", index), {"i": index, "id": identifier, "role": "tool", "before": role}))
    elif identifier in walk.answers and walk.calls[identifier] == 1:
        fields: dict[str, str | int] = {"i": index, "id": identifier, "first": walk.answers[identifier]}
        walk.found.append(Found(walk.server.words.duplicate_result, ("messages", index, "tool_call_id"), fields))
    else:
        walk.answers[identifier] = index


def _orphan(identifier: str, before: str, walk: Walk) -> Refusal:
    words = walk.server.words
    if walk.calls:
        return words.unknown_call
    if not before:
        return words.first
    if identifier in walk.known:
        return words.displaced
    return words.stray if before in ("assistant", "tool") else words.orphan


def close_turn(walk: Walk) -> None:
    """The calls that the tool messages behind them did not answer."""
    if len(walk.answers) != len(walk.calls):
        lacking = ", ".join(identifier for identifier in walk.calls if identifier not in walk.answers)
        fields: dict[str, str | int] = {"ids": lacking, "i": walk.asked_at}
        walk.found.append(Found(walk.server.words.unanswered, ("messages", walk.asked_at, "tool_calls"), fields))
    walk.known.update(walk.calls)
    walk.calls, walk.answers = {}, {}
