"""Checks of the items of a request: their fields, their ids, and what belongs together."""

from __future__ import annotations

import msgspec

from replayable.contracts.openai_responses import refusals
from replayable.contracts.openai_responses.fields import check_item_fields, check_part_fields
from replayable.contracts.refusal import Found, Place, bracketed
from replayable.facts.responses_items import PLAIN
from replayable.model.values import Json
from replayable.on_demand import pattern

Item = dict[str, Json]

LONGEST_ID = 64
LONGEST_ARGUMENTS = 1_048_576

_ID = pattern(r"[A-Za-z0-9_-]*")
_NAME = pattern(r"[A-Za-z0-9_-]{1,128}")
_PREFIXES = {"message": "msg", "reasoning": "rs", "function_call": "fc", "custom_tool_call": "ctc"}
_CALLS = {"function_call": ("name", "arguments"), "custom_tool_call": ("name", "input"), "local_shell_call": ("action",), "shell_call": ("action",)}
_CALL_TYPES = frozenset({*_CALLS, "apply_patch_call"})
_OUTPUTS = {
    "function_call_output": "call_id",
    "custom_tool_call_output": "call_id",
    "local_shell_call_output": "id",
    "shell_call_output": "call_id",
    "apply_patch_call_output": "call_id",
}
# Items of a response that reasoning may lead to.
_RESULTING = frozenset(
    {
        *(*_CALL_TYPES, "web_search_call", "file_search_call", "computer_call", "code_interpreter_call", "image_generation_call", "mcp_call"),
        *("mcp_list_tools", "mcp_approval_request", "tool_search_call", "tool_search_output", "program", "program_output", "item_reference", "reasoning"),
        *("compaction",),
    }
)
_OTHERS = frozenset({"message", "computer_call_output", "mcp_approval_response", "compaction_trigger", "additional_tools", "configuration_update"})
_KNOWN = _RESULTING | _OTHERS | _OUTPUTS.keys()
_ROLES = frozenset({"user", "assistant", "system", "developer"})
_SAID = frozenset({"output_text", "refusal"})
_GIVEN = frozenset({"input_text", "input_image", "input_file", "input_audio"})
_TYPES = {dict: "an object", list: "an array", str: "a string", int: "an integer", float: "a decimal", bool: "a boolean", type(None): "null"}


class Walk(msgspec.Struct, gc=False):
    """What a walk over the items has met so far. `kept`: the server keeps items. `paired`: an id of a call's item wants its reasoning.
    `whole`: the input is all of the history. `closed`: the server refuses fields that it does not know."""

    items: list[Json]
    found: list[Found]
    kept: bool
    paired: bool
    whole: bool
    ids: set[str]
    calls: dict[str, int]
    answered: set[str]
    closed: bool
    reasoned: bool = False


def check_items(walk: Walk) -> None:
    """The items, each by itself and against the others."""
    for index, item in enumerate(walk.items):
        if type(item) is dict:
            _check_item(item, index, walk)
        else:
            _wrong_type(walk, ("input", index), "an object", item)
    for call_id, index in walk.calls.items():
        if call_id not in walk.answered:
            walk.found.append(Found(refusals.UNANSWERED, ("input", index), {"id": call_id}))


def _check_item(item: Item, index: int, walk: Walk) -> None:
    kind = item.get("type")
    if kind is None:
        kind = "message" if "role" in item or "content" in item else "item_reference" if "id" in item else None
    if type(kind) is not str:
        walk.found.append(Found(refusals.MISSING_FIELD, ("input", index), {"at": f"input[{index}].type"}))
        return
    if kind not in _KNOWN:
        walk.found.append(Found(refusals.UNKNOWN_ITEM, ("input", index, "type"), {"type": kind}))
        return
    if walk.closed and not (kind in PLAIN and item.keys() <= PLAIN[kind]):
        check_item_fields(item, kind, index, walk.found)
    if "id" in item and kind != "local_shell_call_output":
        _check_id(item, kind, index, walk)
    if kind == "message":
        _check_message(item, index, walk)
    elif kind == "reasoning":
        _check_reasoning(item, index, walk)
    elif kind in _CALL_TYPES:
        _check_call(item, kind, index, walk)
    elif kind in _OUTPUTS:
        _check_output(item, kind, index, walk)
    elif kind == "item_reference" and not walk.kept:
        walk.found.append(Found(refusals.NOT_STORED, ("input", index), {"id": str(item.get("id"))}))


def _check_id(item: Item, kind: str, index: int, walk: Walk) -> None:
    own, place = item["id"], ("input", index, "id")
    if own is None:
        return
    if type(own) is not str:
        _wrong_type(walk, place, "a string", own)
        return
    at: dict[str, str | int] = {"at": bracketed(place), "id": own, "n": len(own)}
    prefix = _PREFIXES.get(kind, "") if item.get("role", "assistant") == "assistant" else ""
    if len(own) > LONGEST_ID:
        walk.found.append(Found(refusals.ID_LENGTH, place, at))
    elif not own or _ID.fullmatch(own) is None:
        walk.found.append(Found(refusals.ID_CHARACTERS, place, at))
    elif not own.startswith(prefix):
        walk.found.append(Found(refusals.ID_PREFIX, place, {**at, "prefix": prefix}))
    if own in walk.ids:
        walk.found.append(Found(refusals.DUPLICATE_ITEM, ("input", index), {"id": own}))
    walk.ids.add(own)


def _check_message(item: Item, index: int, walk: Walk) -> None:
    role, content = item.get("role"), item.get("content")
    if type(role) is not str or role not in _ROLES:
        walk.found.append(Found(refusals.BAD_ROLE, ("input", index, "role") if "role" in item else ("input", index), {"role": str(role)}))
        return
    if role == "user":
        walk.reasoned = False
    if type(content) is list:
        _check_parts(content, role, index, walk)
    elif content is None:
        walk.found.append(Found(refusals.MISSING_FIELD, ("input", index), {"at": f"input[{index}].content"}))
    elif type(content) is not str:
        _wrong_type(walk, ("input", index, "content"), "one of a string or array of objects", content)


def _check_parts(parts: list[Json], role: str, index: int, walk: Walk) -> None:
    taken, refusal = (_SAID, refusals.ASSISTANT_CONTENT) if role == "assistant" else (_GIVEN, refusals.USER_CONTENT)
    for number, part in enumerate(parts):
        place = ("input", index, "content", number)
        if type(part) is not dict:
            _wrong_type(walk, place, "an object", part)
        elif (kind := str(part.get("type"))) not in taken:
            refused = refusal if kind in _SAID | _GIVEN else refusals.UNKNOWN_PART
            walk.found.append(Found(refused, (*place, "type") if "type" in part else place, {"type": kind, "at": bracketed(place)}))
        elif part["type"] in ("input_text", "output_text") and type(part.get("text")) is not str:
            walk.found.append(Found(refusals.MISSING_FIELD, place, {"at": bracketed((*place, "text"))}))
        elif walk.closed:
            check_part_fields(part, kind, place, walk.found)


def _check_reasoning(item: Item, index: int, walk: Walk) -> None:
    encrypted = item.get("encrypted_content")
    is_encrypted = type(encrypted) is str and bool(encrypted)
    if encrypted is not None and type(encrypted) is not str:
        _wrong_type(walk, ("input", index, "encrypted_content"), "a string", encrypted)
    if type(item.get("summary")) is not list:
        walk.found.append(Found(refusals.SUMMARY, ("input", index), {"at": f"input[{index}].summary"}))
    if item.get("id") is None and not is_encrypted:
        walk.found.append(Found(refusals.SUMMARY, ("input", index), {"at": f"input[{index}].id"}))
    if not is_encrypted and not walk.kept:
        walk.found.append(Found(refusals.NOT_STORED, ("input", index), {"id": str(item.get("id"))}))
    if not is_encrypted and not _leads_on(walk.items, index):
        walk.found.append(Found(refusals.ORPHAN_REASONING, ("input", index), {"id": str(item.get("id"))}))
    walk.reasoned = True


def _leads_on(items: list[Json], index: int) -> bool:
    """What the reasoning led to stands behind it. An item of an unknown type may be that."""
    for item in items[index + 1 :]:
        if type(item) is not dict:
            return False
        kind = item.get("type") or ("message" if "role" in item else "item_reference")
        if kind != "reasoning":
            return item.get("role") == "assistant" if kind == "message" else kind in _RESULTING or kind not in _KNOWN
    return False


def _check_call(item: Item, kind: str, index: int, walk: Walk) -> None:
    call_id = item.get("call_id")
    if type(call_id) is not str or not call_id:
        walk.found.append(Found(refusals.MISSING_FIELD, ("input", index), {"at": f"input[{index}].call_id"}))
    else:
        _check_call_id(call_id, ("input", index, "call_id"), walk)
        if call_id in walk.calls:
            walk.found.append(Found(refusals.TWICE, ("input", index), {"id": call_id}))
        walk.calls[call_id] = index
    for field in _CALLS.get(kind, ("operation",)):
        if item.get(field) is None:
            walk.found.append(Found(refusals.MISSING_FIELD, ("input", index), {"at": f"input[{index}].{field}"}))
    name, arguments = item.get("name"), item.get("arguments")
    if name is not None and type(name) is not str:
        _wrong_type(walk, ("input", index, "name"), "a string", name)
    elif type(name) is str and _NAME.fullmatch(name) is None:
        walk.found.append(Found(refusals.NAME, ("input", index, "name"), {"at": f"input[{index}].name"}))
    if arguments is not None and type(arguments) is not str:
        _wrong_type(walk, ("input", index, "arguments"), "a string", arguments)
    elif type(arguments) is str and len(arguments) > LONGEST_ARGUMENTS:
        walk.found.append(Found(refusals.ARGUMENTS_LENGTH, ("input", index, "arguments"), {"at": f"input[{index}].arguments", "n": len(arguments)}))
    if walk.paired and not walk.reasoned and kind == "function_call" and item.get("id") is not None:
        walk.found.append(Found(refusals.UNREASONED, ("input", index), {"id": str(item["id"])}))


def _check_output(item: Item, kind: str, index: int, walk: Walk) -> None:
    field = _OUTPUTS[kind]
    call_id = item.get(field)
    if type(call_id) is not str:
        walk.found.append(Found(refusals.MISSING_FIELD, ("input", index), {"at": f"input[{index}].{field}"}))
        return
    _check_call_id(call_id, ("input", index, field), walk)
    if item.get("output") is None and kind != "apply_patch_call_output":
        walk.found.append(Found(refusals.MISSING_FIELD, ("input", index), {"at": f"input[{index}].output"}))
    output = item.get("output")
    for number, part in enumerate(output if type(output) is list and walk.closed else ()):
        if type(part) is not dict:
            _wrong_type(walk, ("input", index, "output", number), "an object", part)
    if call_id not in walk.calls:
        if walk.whole:
            walk.found.append(Found(refusals.ORPHAN, ("input", index), {"id": call_id}))
    elif call_id in walk.answered:
        walk.found.append(Found(refusals.TWICE, ("input", index), {"id": call_id}))
    walk.answered.add(call_id)


def _check_call_id(call_id: str, place: Place, walk: Walk) -> None:
    if len(call_id) > LONGEST_ID:
        walk.found.append(Found(refusals.ID_LENGTH, place, {"at": bracketed(place), "n": len(call_id)}))


def _wrong_type(walk: Walk, place: Place, expected: str, value: Json) -> None:
    got = _TYPES.get(type(value), "another value")
    walk.found.append(Found(refusals.WRONG_TYPE, place, {"at": bracketed(place), "expected": expected, "got": got}))
