"""Images, documents, videos and recordings of Converse ↔ Media (botocore 1.44.8, 2026-11).

A source is `bytes` (base64 text in JSON, bytes in boto3's own objects) or `s3Location`; a document may also be `text` or `content`.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from replayable.errors import CannotCarry
from replayable.formats.bedrock.fields import NAME
from replayable.model.parts import Media
from replayable.model.values import Json, Raw

Kind = Literal["image", "document", "video", "audio"]
PLAIN = "text/plain"

_OFFICE = "application/vnd.openxmlformats-officedocument."

# The formats that the API names, and their media types. The first one of several with a type is the one that is written for it.
FORMATS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "image": {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"},
        "document": {
            "pdf": "application/pdf",
            "csv": "text/csv",
            "doc": "application/msword",
            "docx": _OFFICE + "wordprocessingml.document",
            "xls": "application/vnd.ms-excel",
            "xlsx": _OFFICE + "spreadsheetml.sheet",
            "html": "text/html",
            "txt": PLAIN,
            "md": "text/markdown",
        },
        "video": {
            "mp4": "video/mp4",
            "mkv": "video/x-matroska",
            "mov": "video/quicktime",
            "webm": "video/webm",
            "flv": "video/x-flv",
            "mpeg": "video/mpeg",
            "mpg": "video/mpeg",
            "wmv": "video/x-ms-wmv",
            "three_gp": "video/3gpp",
        },
        "audio": {
            "mp3": "audio/mpeg",
            "mpeg": "audio/mpeg",
            "mpga": "audio/mpeg",
            "opus": "audio/opus",
            "wav": "audio/wav",
            "aac": "audio/aac",
            "x-aac": "audio/aac",
            "flac": "audio/flac",
            "m4a": "audio/mp4",
            "mp4": "audio/mp4",
            "ogg": "audio/ogg",
            "mkv": "audio/x-matroska",
            "mka": "audio/x-matroska",
            "pcm": "audio/pcm",
            "webm": "audio/webm",
        },
    }
)
_NAMED = {kind: {media_type: name for name, media_type in reversed(list(formats.items()))} for kind, formats in FORMATS.items()}
_ALIASES = {"image/jpg": "image/jpeg", "audio/mp3": "audio/mpeg", "audio/x-wav": "audio/wav", "audio/wave": "audio/wav", "audio/x-m4a": "audio/mp4"}

# Where a document has no name, which the API demands.
UNNAMED = "document"


def read_media(held: Json, kind: Kind, block: Raw) -> Media | None:
    """The medium of a block; None where its source is of no known kind."""
    source = held.get("source") if type(held) is dict else None
    if type(source) is not dict:
        return None
    name, form = held.get("name"), held.get("format")
    media_type = FORMATS[kind].get(form, None if kind == "document" else f"{kind}/{form}") if type(form) is str else None
    name = name if type(name) is str else None
    data, address, text = text_of(source.get("bytes")), _address(source), _text_of_document(source)
    if data is not None:
        return Media(kind, block, True, media_type, data, None, None, name)
    if address is not None:
        return Media(kind, block, True, media_type, None, None, address, name, None, NAME)
    return None if text is None else Media(kind, block, True, media_type or PLAIN, text, None, None, name)


def text_of(data: Json) -> str | None:
    """Base64 text; boto3 keeps the bytes themselves."""
    if type(data) is bytes:
        return b64encode(data).decode("ascii")
    return data if type(data) is str else None


def _address(source: Raw) -> str | None:
    location = source.get("s3Location")
    address = location.get("uri") if type(location) is dict else None
    return address if type(address) is str else None


def _text_of_document(source: Raw) -> str | None:
    """The words of a document that is given as text or as content, in base64."""
    text = source.get("text")
    if type(text) is not str:
        text = _joined(source.get("content"))
    return None if text is None else b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")


def _joined(content: Json) -> str | None:
    """The words of a content that holds nothing but text."""
    if type(content) is not list:
        return None
    texts: list[str] = []
    for inner in content:
        text = inner.get("text") if type(inner) is dict else None
        if type(text) is not str:
            return None
        texts.append(text)
    return "\n\n".join(texts)


def write_media(part: Media, stored: Raw) -> tuple[str, dict[str, Json]]:
    """The key and the object of a medium's block, laid over what that object was. Raises CannotCarry for what has no place."""
    kind: Kind = "document" if part.kind == "file" else part.kind
    before = read_media(stored, kind, {}) if stored else None
    held: dict[str, Json] = dict(stored)
    if before is None or before.media_type != part.media_type:
        held |= _format_of(part, kind)
    if kind == "document" and (before is None or before.name != part.name):
        held["name"] = part.name or UNNAMED
    if before is None or (before.data, before.file_id) != (part.data, part.file_id):
        held["source"] = _write_source(part)
    return kind, held


def _format_of(part: Media, kind: Kind) -> dict[str, Json]:
    """The format by the media type, else by the name's ending; a type without a format of its own is named as it is, and refused."""
    media_type = _ALIASES.get((part.media_type or "").lower(), (part.media_type or "").lower())
    ending = (part.name or "").rpartition(".")[2].lower()
    named = _NAMED[kind].get(media_type) or (ending if ending in FORMATS[kind] else None)
    if named is None and kind != "document":
        named = media_type.partition("/")[2] or next(iter(FORMATS[kind]))
    return {} if named is None else {"format": named}


def _write_source(part: Media) -> Json:
    if part.data is not None:
        return {"bytes": part.data}
    if part.file_id is not None and part.format == NAME:
        return {"s3Location": {"uri": part.file_id}}
    raise CannotCarry(f"{NAME} has no place for {part.kind} without its data; take it out first")
