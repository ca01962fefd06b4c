"""`inlineData` and `fileData` of Gemini ↔ Media (google-genai 3.6.1 `Blob` and `FileData`, 2026-11)."""

from __future__ import annotations

from base64 import b64encode
from typing import Literal

from replayable.errors import CannotCarry
from replayable.formats.gemini.spelling import NAME, get, spelled
from replayable.formats.request import put
from replayable.model.parts import Media
from replayable.model.values import Json, Raw

# Where Google keeps files: the Files API and Cloud Storage. Any other address anybody can fetch.
_KEPT = ("https://generativelanguage.googleapis.com/", "gs://", "files/")

# What a medium is sent as where the history does not say its type.
_UNTYPED = {"image": "image/png", "document": "application/pdf", "audio": "audio/wav", "video": "video/mp4", "file": "application/octet-stream"}

_Kind = Literal["image", "document", "audio", "video", "file"]


def read_inline(held: Json, part: Raw) -> Media | None:
    """The medium of an `inlineData`; None where there are no data in it."""
    data = None if type(held) is not dict else text_of(held.get("data"))
    if data is None:
        return None
    media_type, name = _text(held, "mimeType"), _text(held, "displayName")
    return Media(_kind_of(media_type), part, True, media_type, data, None, None, name)


def read_file(held: Json, part: Raw) -> Media | None:
    """The medium of a `fileData`; None where there is no address in it."""
    address = None if type(held) is not dict else _text(held, "fileUri")
    if address is None:
        return None
    media_type, name = _text(held, "mimeType"), _text(held, "displayName")
    if address.startswith(_KEPT):
        return Media(_kind_of(media_type), part, True, media_type, None, None, address, name, None, NAME)
    return Media(_kind_of(media_type), part, True, media_type, None, address, None, name)


def text_of(data: Json) -> str | None:
    """Base64 text; the SDK keeps the bytes themselves."""
    if type(data) is bytes:
        return b64encode(data).decode("ascii")
    return data if type(data) is str else None


def _text(held: Raw, key: str) -> str | None:
    value = get(held, key)
    return value if type(value) is str else None


def _kind_of(media_type: str | None) -> _Kind:
    family = (media_type or "").partition("/")[0].lower()
    if family in ("image", "audio", "video"):
        return family  # type: ignore[return-value]
    return "document" if family == "text" or media_type == "application/pdf" else "file"


def write_media(part: Media, stored: Raw) -> dict[str, Json]:
    """The part of a medium, laid over a stored one. Raises CannotCarry for what another provider keeps."""
    if part.data is not None:
        return _laid(stored, "inlineData", {"mimeType": part.media_type or _UNTYPED[part.kind], "data": part.data}, part)
    address = part.url if part.url is not None else part.file_id if part.format == NAME else None
    if address is None:
        raise CannotCarry(f"{NAME} has no place for {part.kind} that another provider keeps; take it out first")
    return _laid(stored, "fileData", {"mimeType": part.media_type, "fileUri": address}, part)


def _laid(stored: Raw, key: str, values: dict[str, Json], part: Media) -> dict[str, Json]:
    """The stored part with these values. What already says the same keeps its form: the SDK's bytes stay bytes."""
    key = spelled(stored, key)
    before = stored.get(key)
    held: dict[str, Json] = dict(before) if type(before) is dict else {}
    if before is not None and part.name is not None:
        values["displayName"] = part.name
    for field, value in values.items():
        inner = field if field == "data" else spelled(held, field)
        if inner not in held or text_of(held[inner]) != value:
            put(held, inner, value)
    others = {other for other in ("inlineData", "fileData", "inline_data", "file_data") if other != key}
    return {**{field: value for field, value in stored.items() if field not in others}, key: held}
