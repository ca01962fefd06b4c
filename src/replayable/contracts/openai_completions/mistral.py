"""What Mistral's models want of the order of turns, beside what all want."""

from __future__ import annotations

from replayable.contracts.openai_completions import mistral_refusals as refusals
from replayable.contracts.openai_completions.calls import check_name
from replayable.contracts.openai_completions.walk import Message, Walk
from replayable.contracts.refusal import Found, Refusal
from replayable.contracts.shape import misfits
from replayable.facts.shape import ANY, BOOLEAN, STRING, or_null, record, words
from replayable.model.values import Json

# SDK mistralai 3.7.0 and the types of mistral-common 1.13.1 (2026-11); they forbid any other field.
_FUNCTION = record({"name": STRING, "description": or_null(STRING), "parameters": ANY, "strict": or_null(BOOLEAN)}, "name")
_TOOL = record({"type": or_null(words("function")), "function": _FUNCTION}, "function")
_CALL = record({"id": ANY, "type": or_null(words("function")), "function": record({"name": ANY, "arguments": ANY}), "index": ANY})
_TEXT_PART = frozenset({"type", "text"})
_PLAIN_CALL = frozenset({"id", "type", "function"})
_PLAIN_FUNCTION = frozenset({"name", "arguments"})

_SYSTEM_AFTER = ("assistant", "tool")


def is_empty(message: Message, role: str) -> Refusal | None:
    """An assistant message with neither words nor calls."""
    return refusals.NOTHING_SAID if role == "assistant" and not message.get("content") and not message.get("tool_calls") else None


def check_behind_results(walk: Walk) -> None:
    """The user speaks where the model should."""
    before = None
    for index, message in enumerate(walk.messages):
        role = message.get("role")
        if role == "user" and before == "tool":
            walk.found.append(Found(refusals.USER_AFTER_TOOL, ("messages", index)))
        before = role


def check_order(walk: Walk) -> None:
    """Who may speak after whom, who last, and where a prefill may stand. Results without a call are told elsewhere."""
    check_behind_results(walk)
    before, messages = None, walk.messages
    for index, message in enumerate(messages):
        role = message.get("role")
        if role == "system" and before in _SYSTEM_AFTER:
            walk.found.append(Found(refusals.ROLE_ORDER, ("messages", index), {"role": "system", "before": str(before)}))
        elif role == "tool" and message.get("name") is not None:
            check_name(message, ("messages", index), walk)
        if message.get("prefix") is True and index < len(messages) - 1:
            walk.found.append(Found(refusals.PREFIX_NOT_LAST, ("messages", index, "prefix")))
        before = role
    if before == "assistant" and len(messages) == 1:
        walk.found.append(Found(refusals.START, ("messages", 0)))
    if before == "assistant" and messages[-1].get("prefix") is not True:
        walk.found.append(Found(refusals.LAST_ROLE, ("messages", len(messages) - 1)))


def check_shapes(walk: Walk) -> None:
    """Unknown fields of tools, of texts and of calls, and other types of them than function."""
    tools = walk.payload.get("tools")
    for index, tool in enumerate(tools if type(tools) is list else ()):
        if type(tool) is dict:
            walk.found.extend(Found(refusals.EXTRA_FIELD, misfit.place) for misfit in misfits(tool, _TOOL, ("tools", index)))
    for index, message in enumerate(walk.messages):
        content, calls = message.get("content"), message.get("tool_calls")
        for number, part in enumerate(content if type(content) is list else ()):
            extra = _key_beside_text(part)
            if extra is not None:
                walk.found.append(Found(refusals.EXTRA_FIELD, ("messages", index, "content", number, extra)))
        for number, call in enumerate(calls if type(calls) is list else ()):
            if type(call) is dict and not _is_plain(call):
                place = ("messages", index, "tool_calls", number)
                walk.found.extend(Found(refusals.EXTRA_FIELD, misfit.place) for misfit in misfits(call, _CALL, place))


def _key_beside_text(part: Json) -> str | None:
    """The first key of a text that is neither its type nor its words."""
    if type(part) is not dict or part.get("type") != "text" or part.keys() <= _TEXT_PART:
        return None
    return next(str(key) for key in part if key not in _TEXT_PART)


def _is_plain(call: Message) -> bool:
    function = call.get("function")
    return call.keys() <= _PLAIN_CALL and call.get("type") == "function" and (type(function) is not dict or function.keys() <= _PLAIN_FUNCTION)
