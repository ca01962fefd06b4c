"""Checks of single blocks: their fields, ids, names, inputs, texts and cache marks."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from replayable.contracts.anthropic_messages import reasoning_refusals, refusals, tool_refusals
from replayable.contracts.anthropic_messages.fields import check_mark
from replayable.contracts.refusal import Found, Place, Refusal, dotted
from replayable.facts.anthropic_fields import BLOCK_FIELDS, RESULT_CONTENT_TYPES, SERVER_CALLS, SERVER_RESULTS
from replayable.facts.limits import ANTHROPIC_CALLED_NAME_LENGTH, ANTHROPIC_ID
from replayable.model.values import Json
from replayable.on_demand import pattern

Block = dict[str, Json]

# Whatever else a signature is, it is base64 in the standard alphabet (openclaw/openclaw#92201); another model's may look like it all the same.
_BASE64 = pattern(r"[A-Za-z0-9+/=]*")


class Walk(msgspec.Struct, gc=False):
    """What a walk over a request has met so far; what stands below `reasons` is of the present message only."""

    found: list[Found]
    blank_signatures: bool  # the endpoint takes a thinking block with an empty signature
    base64_signatures: bool  # the endpoint takes signatures of its own making only, which are base64
    call_ids: set[str]
    marks: list[Place]
    server_calls: dict[str, tuple[Place, Block]]  # open ones of the present run of assistant messages
    calls: list[str]
    results: list[tuple[Place, str]]
    images: list[tuple[Place, Block]]
    reasons: bool = False  # reasoning was met in some message
    others: bool = False  # a block that is no tool result was met
    late_result: bool = False  # a tool result was met after such a block
    text: bool = False
    visible: bool = False  # a text that is more than white space was met


def check_blocks(blocks: list[Json], place: Place, role: Json, walk: Walk) -> None:
    """Each block by itself, and what the message's blocks are noted for in `walk`."""
    for index, block in enumerate(blocks):
        if type(block) is not dict:
            _wrong_type(walk.found, (*place, index), "dictionary")
            continue
        kind = block.get("type")
        fields = BLOCK_FIELDS.get(kind) if type(kind) is str else None
        if fields is None:
            _unknown_kind(block, (*place, index), walk)
            continue
        if not fields >= block.keys():
            _extra_fields(block, fields, (*place, index), walk.found)
        if "cache_control" in block and block["cache_control"] is not None:
            walk.marks.append((*place, index))
            check_mark(block["cache_control"], (*place, index, "cache_control"), walk.found)
        if kind == "text":
            walk.others = True
            _check_text(block, place, index, walk)
            continue
        check = _CHECKS.get(str(kind))
        if check is not None:
            check(block, (*place, index), role, walk)
        if kind != "tool_result":
            walk.others = True


def _unknown_kind(block: Block, place: Place, walk: Walk) -> None:
    kind = block.get("type")
    if kind is None:
        walk.found.append(Found(refusals.FIELD_REQUIRED, place, {"at": f"{dotted(place)}.type"}))
    else:
        walk.found.append(Found(refusals.UNKNOWN_BLOCK, place, {"at": dotted(place), "type": str(kind)}))
    walk.others = True


def _extra_fields(block: Block, fields: frozenset[str], place: Place, found: list[Found]) -> None:
    kind = block["type"]
    for field in sorted(block.keys() - fields):
        marked = field == "cache_control" and kind in ("thinking", "redacted_thinking")
        refusal = tool_refusals.MARK_ON_THINKING if marked else refusals.UNKNOWN_FIELD
        found.append(Found(refusal, (*place, field), {"at": dotted(place), "block_type": kind, "field": field}))


def _check_text(block: Block, place: Place, index: int, walk: Walk) -> None:
    text = block.get("text")
    if type(text) is not str:
        _need(block, "text", (*place, index), walk.found)
    elif not text:
        place = (*place, index)
        marked = block.get("cache_control") is not None
        walk.found.append(Found(tool_refusals.MARK_ON_EMPTY_TEXT if marked else refusals.EMPTY_TEXT, (*place, "text"), {"at": dotted(place)}))
    else:
        walk.text = True
        if not text.isspace():
            walk.visible = True


def _check_thinking(block: Block, place: Place, role: Json, walk: Walk) -> None:
    walk.reasons = True
    _only_in("assistant", block, place, role, walk.found)
    _need(block, "thinking", place, walk.found)
    signature = block.get("signature")
    if type(signature) is not str or not (signature.strip() or walk.blank_signatures):
        walk.found.append(Found(refusals.SIGNATURE_MISSING, place, {"at": dotted(place)}))
    elif walk.base64_signatures and _BASE64.fullmatch(signature) is None:
        walk.found.append(Found(reasoning_refusals.BAD_SIGNATURE, (*place, "signature"), {"at": dotted(place)}))


def _check_redacted(block: Block, place: Place, role: Json, walk: Walk) -> None:
    walk.reasons = True
    _only_in("assistant", block, place, role, walk.found)
    _need(block, "data", place, walk.found)


def _check_call(block: Block, place: Place, role: Json, walk: Walk) -> None:
    _check_input(block, place, walk.found)
    _check_name(block, place, walk.found)
    identifier = _checked_id(block, "id", place, walk.found)
    if role != "assistant":
        _only_in("assistant", block, place, role, walk.found)
    elif identifier is not None:
        if identifier in walk.call_ids:
            walk.found.append(Found(tool_refusals.DUPLICATE_CALL_ID, (*place, "id"), {"at": dotted(place)}))
        walk.call_ids.add(identifier)
        walk.calls.append(identifier)


def _check_result(block: Block, place: Place, role: Json, walk: Walk) -> None:
    identifier = _checked_id(block, "tool_use_id", place, walk.found)
    if role != "user":
        _only_in("user", block, place, role, walk.found)
    elif identifier is not None:
        walk.results.append((place, identifier))
        if walk.others:
            walk.late_result = True
    content = block.get("content")
    if type(content) is list:
        if len(content) != 1 or not _is_plain_text(content[0]):
            _check_result_content(content, (*place, "content"), walk)
    elif content is not None and type(content) is not str:
        _wrong_type(walk.found, (*place, "content"), "list", (*place, "tool_result", "content"))


def _is_plain_text(block: Json) -> bool:
    """A text block as it mostly comes, with nothing to look at."""
    return type(block) is dict and len(block) == 2 and block.get("type") == "text" and type(block.get("text")) is str and bool(block["text"])


def _check_result_content(blocks: list[Json], place: Place, walk: Walk) -> None:
    check_blocks(blocks, place, None, Walk(walk.found, False, False, set(), walk.marks, {}, [], [], walk.images))
    for index, block in enumerate(blocks):
        kind = block.get("type") if type(block) is dict else None
        if type(kind) is str and kind in BLOCK_FIELDS and kind not in RESULT_CONTENT_TYPES:
            walk.found.append(Found(refusals.UNKNOWN_BLOCK, (*place, index), {"at": dotted((*place, index)), "type": kind}))


def _note_image(block: Block, place: Place, role: Json, walk: Walk) -> None:  # noqa: ARG001 - one signature for all kinds of block
    walk.images.append((place, block))


def _check_server_call(block: Block, place: Place, role: Json, walk: Walk) -> None:
    _only_in("assistant", block, place, role, walk.found)
    _check_input(block, place, walk.found)
    _need(block, "name", place, walk.found)
    identifier = _checked_id(block, "id", place, walk.found)
    if identifier is not None:
        walk.server_calls[identifier] = (place, block)


def _check_server_result(block: Block, place: Place, role: Json, walk: Walk) -> None:
    _only_in("assistant", block, place, role, walk.found)
    identifier = _checked_id(block, "tool_use_id", place, walk.found)
    if identifier is None or walk.server_calls.pop(identifier, None) is not None:
        return
    kind = block["type"]
    call_type = "mcp_tool_use" if kind == "mcp_tool_result" else "server_tool_use"
    fields = {"at": dotted(place), "type": kind, "call_type": call_type, "id": identifier}
    walk.found.append(Found(tool_refusals.ORPHAN_SERVER_RESULT, place, fields))


_CHECKS: dict[str, Callable[[Block, Place, Json, Walk], None]] = {
    "thinking": _check_thinking,
    "redacted_thinking": _check_redacted,
    "tool_use": _check_call,
    "tool_result": _check_result,
    "image": _note_image,
    **dict.fromkeys(SERVER_CALLS, _check_server_call),
    **dict.fromkeys(SERVER_RESULTS, _check_server_result),
}


def _check_input(block: Block, place: Place, found: list[Found]) -> None:
    if type(block.get("input")) is not dict:
        _refuse_field(tool_refusals.INPUT_OBJECT if "input" in block else refusals.FIELD_REQUIRED, block, "input", place, found)


def _check_name(block: Block, place: Place, found: list[Found]) -> None:
    name = block.get("name")
    if type(name) is not str:
        _need(block, "name", place, found)
    elif len(name) > ANTHROPIC_CALLED_NAME_LENGTH:
        _refuse_field(tool_refusals.NAME_LENGTH, block, "name", place, found)
    elif not name or not ANTHROPIC_ID.issuperset(name):
        _refuse_field(tool_refusals.NAME_PATTERN, block, "name", place, found)


def _checked_id(block: Block, field: str, place: Place, found: list[Found]) -> str | None:
    """The id, or None where there is none to pair by."""
    identifier = block.get(field)
    if type(identifier) is not str:
        _need(block, field, place, found)
        return None
    if not identifier or not ANTHROPIC_ID.issuperset(identifier):
        _refuse_field(tool_refusals.ID_PATTERN, block, field, place, found)
    return identifier


def _need(block: Block, field: str, place: Place, found: list[Found]) -> None:
    """A string in the field."""
    if field not in block:
        _refuse_field(refusals.FIELD_REQUIRED, block, field, place, found)
    elif type(block[field]) is not str:
        _wrong_type(found, (*place, field), "string", (*place, block["type"], field))


def _refuse_field(refusal: Refusal, block: Block, field: str, place: Place, found: list[Found]) -> None:
    at = dotted((*place, block["type"], field))
    found.append(Found(refusal, (*place, field) if field in block else place, {"at": at}))


def _wrong_type(found: list[Found], place: Place, wanted: str, named: Place | None = None) -> None:
    found.append(Found(refusals.FIELD_TYPE, place, {"at": dotted(named or place), "type": wanted}))


def _only_in(wanted: str, block: Block, place: Place, role: Json, found: list[Found]) -> None:
    if role != wanted and role in ("user", "assistant", "system"):
        found.append(Found(refusals.BLOCK_ROLE, place, {"at": dotted(place[:2]), "type": block["type"], "role": wanted}))
