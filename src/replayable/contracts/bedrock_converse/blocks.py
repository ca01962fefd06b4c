"""Checks of single blocks of Converse: one kind each, and what stands in it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from replayable.contracts.bedrock_converse import content_refusals as content
from replayable.contracts.bedrock_converse import refusals
from replayable.contracts.bedrock_converse.claude import check_signature
from replayable.contracts.bedrock_converse.fields import check_block, check_unknown, several
from replayable.contracts.bedrock_converse.media import check_format, check_image
from replayable.contracts.refusal import Found, Place, Refusal
from replayable.facts.bedrock_fields import DOCUMENT_NAME, DOCUMENT_NAME_LENGTH, TOOL_ID_LENGTH, TOOL_NAME_LENGTH
from replayable.facts.bedrock_settings import RESULT_KINDS
from replayable.facts.limits import WORD
from replayable.model.values import Json

Block = dict[str, Json]


class Walk(msgspec.Struct, gc=False):
    """What a walk over a request has met so far; `calls`, `results` and `kinds` are of the present message only."""

    found: list[Found]
    is_claude: bool
    mixes_turns: bool  # words may stand beside calls and results
    documents: set[str]
    points: int
    uses_tools: bool
    calls: list[str]
    results: list[str]
    kinds: list[str]
    has_reasoning: bool = False  # in any message


def check_blocks(blocks: list[Json], index: int, role: Json, walk: Walk) -> None:
    """The blocks of message `index`, and what they are noted for in `walk`."""
    for number, block in enumerate(blocks):
        if _is_plain(block):
            walk.kinds.append("text")
            continue
        place: Place = ("messages", index, "content", number)
        if type(block) is not dict:
            walk.found.append(Found(refusals.WRONG_TYPE, place, {"at": _named(place), "type": "<class 'dict'>"}))
            continue
        held = [key for key, value in block.items() if value is not None]
        if len(held) != len(block):
            check_unknown(block, place, walk.found)
        if len(held) != 1:
            walk.found.append(Found(refusals.UNION, place, {"i": index, "j": number}))
        for kind in held:
            walk.kinds.append(kind)
            if kind != "text":
                check_block(kind, block[kind], (*place, kind), walk.found)
            check = _CHECKS.get(kind)
            if check is not None:
                check(block[kind], (*place, kind), role, walk)


def _is_plain(block: Json) -> bool:
    """A text and nothing else, as most blocks are."""
    return type(block) is dict and len(block) == 1 and type(text := block.get("text")) is str and text != "" and not text.isspace()


def _named(place: Place) -> str:
    return "".join(f"[{key}]" if type(key) is int else f".{key}" for key in place).removeprefix(".")


def _refuse(refusal: Refusal, place: Place, walk: Walk, **fields: str | int) -> None:
    """The refusal with the place filled in: message i, block j, block k of a result."""
    numbers = dict(zip("ijk", (key for key in place if type(key) is int), strict=False))
    walk.found.append(Found(refusal, place, {**numbers, **fields}))


def _check_text(text: Json, place: Place, role: Json, walk: Walk) -> None:  # noqa: ARG001
    if type(text) is not str:
        walk.found.append(Found(refusals.WRONG_TYPE, place, {"at": _named(place), "type": "<class 'str'>"}))
    elif not text.strip():
        _refuse(content.CLAUDE_BLANK_TEXT if text and walk.is_claude else content.BLANK_TEXT, place, walk)


def _check_call(held: Json, place: Place, role: Json, walk: Walk) -> None:  # noqa: ARG001
    if type(held) is not dict or held.get("type") is not None:
        return
    walk.uses_tools = True
    if type(held.get("input")) is not dict:
        _refuse(refusals.INPUT_OBJECT, (*place, "input") if "input" in held else place, walk)
    name = held.get("name")
    if not _is_word(name, TOOL_NAME_LENGTH):
        refusal = refusals.NAME_LENGTH if type(name) is str and len(name) > TOOL_NAME_LENGTH else refusals.NAME_SHAPE
        _refuse(refusal, (*place, "name") if "name" in held else place, walk, v=str(name), at=f"{_member(place)}.name")
    walk.calls.append(_checked_id(held, place, walk))


def _check_result(held: Json, place: Place, role: Json, walk: Walk) -> None:
    if type(held) is not dict or held.get("type") is not None:
        return
    walk.uses_tools = True
    walk.results.append(_checked_id(held, place, walk))
    inner = held.get("content")
    if type(inner) is not list:
        walk.found.append(Found(refusals.MISSING, place, {"at": _named(place), "field": "content"}))
        return
    for number, block in enumerate(inner):
        if type(block) is dict and not _is_plain(block):
            _check_inner(block, (*place, "content", number), role, walk)


def _check_inner(block: Block, place: Place, role: Json, walk: Walk) -> None:
    """One block of a result; media stand there whatever the role."""
    if len(block) != 1:
        walk.found.append(several(place, RESULT_KINDS))
    if "json" in block and type(block["json"]) is not dict:
        _refuse(refusals.RESULT_OBJECT, (*place, "json"), walk)
    for kind in ("text", "document", "image"):
        if kind in block:
            _CHECKS[kind](block[kind], (*place, kind), role if kind == "text" else "user", walk)


def _checked_id(held: Block, place: Place, walk: Walk) -> str:
    identifier = held.get("toolUseId")
    if not _is_word(identifier, TOOL_ID_LENGTH):
        where = (*place, "toolUseId") if "toolUseId" in held else place
        refusal = refusals.ID_LENGTH if type(identifier) is str and len(identifier) > TOOL_ID_LENGTH else refusals.ID_SHAPE
        _refuse(refusal, where, walk, v=str(identifier), kind=str(place[-1]))
    return str(identifier)


def _is_word(text: Json, longest: int) -> bool:
    return type(text) is str and 0 < len(text) <= longest and WORD.issuperset(text)


def _member(place: Place) -> str:
    """The place as the service spells it: messages.1.member.content.0.member.toolUse."""
    return ".".join(f"{key}.member" if type(key) is int else str(key) for key in place)


def _check_document(held: Json, place: Place, role: Json, walk: Walk) -> None:
    _check_media(held, place, role, walk)
    name = held.get("name") if type(held) is dict else None
    if type(name) is not str or len(name) > DOCUMENT_NAME_LENGTH or DOCUMENT_NAME.fullmatch(name) is None:
        _refuse(content.DOCUMENT_NAME, (*place, "name") if type(held) is dict and "name" in held else place, walk)
    elif name in walk.documents:
        _refuse(content.DOCUMENT_TWICE, (*place, "name"), walk)
    else:
        walk.documents.add(name)


def _check_media(held: Json, place: Place, role: Json, walk: Walk) -> None:
    if role == "assistant":
        _refuse(content.MEDIA_ROLE, place, walk)
    if type(held) is dict:
        check_format(held, place, _member(place), walk.found)


def _check_image(held: Json, place: Place, role: Json, walk: Walk) -> None:
    _check_media(held, place, role, walk)
    if type(held) is dict:
        check_image(held, place, walk.found)


def _check_reasoning(held: Json, place: Place, role: Json, walk: Walk) -> None:  # noqa: ARG001
    walk.has_reasoning = True
    words = held.get("reasoningText") if type(held) is dict else None
    if type(words) is not dict:
        return
    signature = words.get("signature")
    if walk.is_claude:
        check_signature(signature, place, walk.found)
    elif signature is not None:
        _refuse(content.SIGNATURE_UNKNOWN, (*place, "reasoningText", "signature"), walk)


def _check_point(held: Json, place: Place, role: Json, walk: Walk) -> None:  # noqa: ARG001
    walk.points += 1


_CHECKS: dict[str, Callable[[Json, Place, Json, Walk], None]] = {
    "text": _check_text,
    "toolUse": _check_call,
    "toolResult": _check_result,
    "document": _check_document,
    "image": _check_image,
    "video": _check_media,
    "reasoningContent": _check_reasoning,
    "cachePoint": _check_point,
}
