"""How many and how large the images of a request may be, where a server is known to have limits of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from replayable.contracts.openai_completions import host_refusals, mistral_refusals
from replayable.contracts.openai_completions.walk import Walk
from replayable.contracts.refusal import Found, Place, Refusal
from replayable.facts import images
from replayable.images.inspection import header_in
from replayable.model.values import Json


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """`number` of images, the longest `side` in pixels, `characters` of one image's base64 text, `together` of all; each with its refusal."""

    number: tuple[int, Refusal]
    side: tuple[int, Refusal]
    characters: tuple[int, Refusal] | None = None
    together: tuple[int, Refusal] | None = None


GROQ = Limits(
    number=(images.GROQ_NUMBER, host_refusals.GROQ_IMAGES),
    side=(images.GROQ_SIDE, host_refusals.GROQ_IMAGE_SIDE),
    characters=(images.GROQ_CHARACTERS, host_refusals.GROQ_IMAGE_SIZE),
)
MISTRAL = Limits(
    number=(images.MISTRAL_NUMBER, mistral_refusals.IMAGES),
    side=(images.MISTRAL_SIDE, mistral_refusals.IMAGE_SIDE),
    together=(images.MISTRAL_CHARACTERS_TOGETHER, mistral_refusals.IMAGES_TOGETHER),
)


def check_images(limits: Limits, walk: Walk) -> None:
    """The images of the users' messages, each by itself and all together."""
    found, images_of = walk.found, list(_images(walk))
    number, too_many = limits.number
    if len(images_of) > number:
        found.append(Found(too_many, images_of[number][0], {"n": len(images_of)}))
    for place, data in images_of:
        _check_image(limits, place, data, found)
    if limits.together is not None and (weight := sum(len(data) for _, data in images_of)) > limits.together[0]:
        found.append(Found(limits.together[1], ("messages",), {"n": weight}))


def _check_image(limits: Limits, place: Place, data: str, found: list[Found]) -> None:
    if limits.characters is not None and len(data) > limits.characters[0]:
        found.append(Found(limits.characters[1], place, {"n": len(data)}))
    header = header_in(data) if data else None
    if header is not None and header.longest > limits.side[0]:
        found.append(Found(limits.side[1], place, {"n": header.longest}))


def _images(walk: Walk) -> Iterator[tuple[Place, str]]:
    """Where each image stands, and its base64 text; "" for one that is fetched from elsewhere."""
    for index, message in enumerate(walk.messages):
        content = message.get("content")
        for number, part in enumerate(content if type(content) is list else ()):
            if type(part) is dict and part.get("type") == "image_url":
                yield ("messages", index, "content", number), _data_of(part.get("image_url"))


def _data_of(value: Json) -> str:
    url = value.get("url") if type(value) is dict else value
    head, _, data = url.partition(";base64,") if type(url) is str else ("", "", "")
    return data if head.startswith("data:") else ""


check_groq = partial(check_images, GROQ)
check_mistral = partial(check_images, MISTRAL)
