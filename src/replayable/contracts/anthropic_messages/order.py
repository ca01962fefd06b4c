"""Checks of messages among each other: roles and their places, the pairing of calls and results, the end of the history."""

from __future__ import annotations

from replayable.contracts.anthropic_messages import refusals, tool_refusals
from replayable.contracts.anthropic_messages.blocks import Walk
from replayable.contracts.refusal import Found, Place, dotted
from replayable.facts.anthropic_fields import SERVER_CALLS, SERVER_RESULTS
from replayable.model.values import Json
from replayable.models import takes_prefill, takes_system_turns


def check_role(messages: list[Json], index: int, model: str, found: list[Found]) -> None:
    """A role other than user and assistant."""
    message, place = messages[index], ("messages", index)
    if "role" not in message:
        found.append(Found(refusals.FIELD_REQUIRED, place, {"at": dotted((*place, "role"))}))
    elif message["role"] != "system":
        found.append(Found(refusals.BAD_ROLE, (*place, "role"), {"at": dotted((*place, "role"))}))
    elif not takes_system_turns(model):
        found.append(Found(refusals.SYSTEM_ROLE, (*place, "role")))
    else:
        _check_system_place(messages, index, found)


def _check_system_place(messages: list[Json], index: int, found: list[Found]) -> None:
    """A system turn follows a user turn or a paused server tool, and ends the history or stands before an assistant turn."""
    before = messages[index - 1] if index else None
    place: Place = ("messages", index)
    if not (_role(before) == "user" or (_role(before) == "assistant" and _ends_in_server_tool(before))):
        found.append(Found(refusals.SYSTEM_AFTER, place, {"at": dotted(place)}))
    if index + 1 < len(messages) and _role(messages[index + 1]) != "assistant":
        found.append(Found(refusals.SYSTEM_BEFORE, place, {"at": dotted(place)}))


def _role(message: Json) -> Json:
    return message.get("role") if type(message) is dict else None


def _ends_in_server_tool(message: Json) -> bool:
    content = message.get("content")
    last = content[-1] if type(content) is list and content else None
    kind = last.get("type") if type(last) is dict else None
    return type(kind) is str and (kind in SERVER_CALLS or kind in SERVER_RESULTS)


def check_pairs(asked: list[str], index: int, walk: Walk) -> None:
    """The results of message `index` against the calls that the message before it made."""
    called, answered = frozenset(asked), set[str]()
    for place, identifier in walk.results:
        if identifier not in called:
            walk.found.append(Found(tool_refusals.ORPHAN_RESULT, place, {"at": dotted(place), "id": identifier}))
        elif identifier in answered:
            walk.found.append(Found(tool_refusals.DUPLICATE_RESULT, place, {"at": dotted(place), "id": identifier}))
        answered.add(identifier)
    check_answered(asked, answered, index - 1, walk.found)
    if asked and walk.late_result:
        walk.found.append(Found(tool_refusals.RESULTS_FIRST, ("messages", index), {"n": len(asked)}))


def check_answered(asked: list[str], answered: set[str], index: int, found: list[Found]) -> None:
    """The calls of message `index` that have no result."""
    missing = [identifier for identifier in asked if identifier not in answered]
    if missing:
        place = ("messages", index)
        found.append(Found(tool_refusals.UNANSWERED_CALL, place, {"at": dotted(place), "ids": ", ".join(dict.fromkeys(missing))}))


def check_server_calls(walk: Walk) -> None:
    """Calls of server tools that are still open where the user speaks on; alone with results of client tools they may be."""
    for place, block in walk.server_calls.values():
        kind = "mcp_tool_result" if block["type"] == "mcp_tool_use" else f"{block.get('name')}_tool_result"
        fields = {"at": dotted(place[:2]), "name": str(block.get("name")), "id": str(block.get("id")), "type": kind}
        walk.found.append(Found(tool_refusals.UNANSWERED_SERVER_CALL, place, fields))


def check_end(messages: list[Json], model: str, found: list[Found]) -> None:
    """A history that ends with an assistant turn."""
    index = len(messages) - 1
    message = messages[index]
    if _role(message) != "assistant" or _ends_in_server_tool(message):
        return
    place, content = ("messages", index), message.get("content")
    if not takes_prefill(model):
        found.append(Found(refusals.PREFILL, place))
    last = content[-1] if type(content) is list and content else content
    text = last.get("text") if type(last) is dict and last.get("type") == "text" else last
    if type(text) is str and text and text[-1].isspace():
        found.append(Found(refusals.TRAILING_WHITESPACE, place))
