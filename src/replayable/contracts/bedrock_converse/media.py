"""Checks of images and documents: their formats, and how large and how many they may be."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.contracts.bedrock_converse import content_refusals as refusals
from replayable.contracts.refusal import Found, Place
from replayable.facts.bedrock_fields import DOCUMENT_NUMBER_IN_MESSAGE, DOCUMENT_TYPES, IMAGE_TYPES
from replayable.facts.images import BEDROCK_BYTES, BEDROCK_NUMBER_IN_MESSAGE, BEDROCK_SIDE
from replayable.images.base64 import decoded
from replayable.images.header import header_of
from replayable.model.values import Json

_FORMATS = {"image": IMAGE_TYPES, "document": DOCUMENT_TYPES}


def check_format(held: Mapping[str, Json], place: Place, member: str, found: list[Found]) -> None:
    """The format of an image or a document; `member` is the place in the service's spelling. That of a document may be missing."""
    known, given = _FORMATS.get(str(place[-1])), held.get("format")
    if known is not None and type(given) is str and given not in known:
        found.append(Found(refusals.MEDIA_FORMAT, (*place, "format"), {"v": given, "at": member, "known": ", ".join(known)}))


def check_image(held: Mapping[str, Json], place: Place, found: list[Found]) -> None:
    """The size of an image in bytes, and in pixels where its header can be read."""
    source = held.get("source")
    data = source.get("bytes") if type(source) is dict else None
    content = decoded(data) if type(data) is str else None
    if content is None:
        return
    header = header_of(content)
    if len(content) > BEDROCK_BYTES or (header is not None and header.longest > BEDROCK_SIDE):
        found.append(Found(refusals.IMAGE_SIZE, (*place, "source", "bytes")))


def check_numbers(kinds: list[str], place: Place, found: list[Found]) -> None:
    """How many images and documents one message has."""
    if kinds.count("image") > BEDROCK_NUMBER_IN_MESSAGE:
        found.append(Found(refusals.IMAGE_NUMBER, place))
    if kinds.count("document") > DOCUMENT_NUMBER_IN_MESSAGE:
        found.append(Found(refusals.DOCUMENT_NUMBER, place))
