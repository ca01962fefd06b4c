"""Checks of images in parts: their type, and whether they can be read. That type and bytes agree, the API does not look at."""

from __future__ import annotations

from replayable.contracts.google_generative_ai import refusals
from replayable.contracts.google_generative_ai.spelling import held
from replayable.contracts.refusal import Found, Place
from replayable.facts.gemini_fields import IMAGE_TYPES
from replayable.facts.images import GEMINI_SIDE
from replayable.images.base64 import decoded
from replayable.images.header import header_of
from replayable.model.values import Json

# Types whose headers are known here; of others nothing is said.
_KNOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})


def check_image(data: Json, place: Place, found: list[Found]) -> None:
    """An image that is sent along, at `place`; other media are not looked at."""
    key, kind = held(data, "mimeType") if type(data) is dict else ("", None)
    if type(data) is not dict or type(kind) is not str or not kind.startswith("image/"):
        return
    if kind not in IMAGE_TYPES:
        found.append(Found(refusals.MIME_TYPE, (*place, key), {"v": kind}))
    elif kind in _KNOWN and type(text := data.get("data")) is str:
        _check_pixels(text, (*place, "data"), found)


def _check_pixels(text: str, place: Place, found: list[Found]) -> None:
    content = decoded(text.translate(_STANDARD))
    header = header_of(content) if content is not None else None
    if header is None or header.longest > GEMINI_SIDE:
        found.append(Found(refusals.UNREADABLE_IMAGE, place))


_STANDARD = str.maketrans("-_", "+/")
