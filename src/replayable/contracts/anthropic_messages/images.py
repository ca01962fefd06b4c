"""Checks of images: type, size and number. Their pixels are not decoded."""

from __future__ import annotations

from replayable.contracts.anthropic_messages import image_refusals as refusals
from replayable.contracts.refusal import Found, Place, Refusal, dotted
from replayable.facts.images import (
    ANTHROPIC_CHARACTERS,
    ANTHROPIC_MANY,
    ANTHROPIC_MANY_SIDE,
    ANTHROPIC_NUMBER,
    ANTHROPIC_SIDE,
)
from replayable.images.base64 import decoded
from replayable.images.header import Header, header_of
from replayable.model.values import Json

Block = dict[str, Json]


def check_images(images: list[tuple[Place, Block]], found: list[Found]) -> None:
    """Each image of a request, and how many there are."""
    for place, block in images:
        source = block.get("source")
        if type(source) is dict and source.get("type") == "base64" and type(data := source.get("data")) is str:
            _check_data(data, source.get("media_type"), place, len(images), found)
    if len(images) > ANTHROPIC_NUMBER:
        found.append(Found(refusals.TOO_MANY, images[ANTHROPIC_NUMBER][0], {"n": len(images)}))


def _check_data(data: str, media_type: Json, block: Place, number: int, found: list[Found]) -> None:
    place, at = (*block, "source", "data"), dotted((*_named(block), "image", "source", "base64"))
    if len(data) > ANTHROPIC_CHARACTERS:
        found.append(Found(refusals.TOO_LARGE, place, {"at": at, "n": len(data)}))
    content = decoded(data)
    header = None if content is None else header_of(content)
    if header is None:
        found.append(Found(refusals.UNDECODABLE, place))
        return
    if media_type != header.media_type:
        found.append(_mismatch(media_type, header, block, at))
    if (refusal := _refused_side(header, number)) is not None:
        found.append(Found(refusal, place, {"at": f"{at}.data"}))


def _mismatch(media_type: Json, header: Header, block: Place, at: str) -> Found:
    refusal = refusals.MEDIA_TYPE if _named(block) == block else refusals.MEDIA_TYPE_IN_RESULT
    place = (*block, "source") if media_type is None else (*block, "source", "media_type")
    return Found(refusal, place, {"at": at, "declared": str(media_type), "real": header.media_type})


def _named(block: Place) -> Place:
    """The place of a block as the API spells it, with the kind of the block that it stands in."""
    return block if len(block) <= 4 else (*block[:4], "tool_result", *block[4:])


def _refused_side(header: Header, number: int) -> Refusal | None:
    if header.longest > ANTHROPIC_SIDE:
        return refusals.SIDE
    return refusals.SIDE_OF_MANY if number > ANTHROPIC_MANY and header.longest > ANTHROPIC_MANY_SIDE else None
