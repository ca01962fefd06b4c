"""Images, recordings, files and videos of Chat Completions ↔ Media.

Sources: OpenAI's SDK 3.57.0 for image_url, input_audio and file; OpenRouter for a file's URL in `file_data`; vLLM for audio_url
and video_url; Mistral for document_url and for an image_url that is bare text (2026-11).
"""

from __future__ import annotations

from collections.abc import Callable

from replayable.errors import CannotCarry
from replayable.formats.openai_chat.fields import NAME
from replayable.model.parts import Media
from replayable.model.values import Json, Raw

# A file of one of these types is a document, which other formats have a place for.
DOCUMENTS = {"application/pdf": "pdf", "text/plain": "txt"}

# input_audio.format ↔ media type (SDK 3.57.0: "wav", "mp3"); others are named alike.
_AUDIO_TYPES = {"mp3": "audio/mpeg", "wav": "audio/wav"}
_AUDIO_FORMATS = {"audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav"}


def read_media(part: Raw) -> Media | None:
    """The media of a content part; None where it is none, or its value is of no known kind."""
    kind = part.get("type")
    reader = READERS.get(kind) if type(kind) is str else None
    return None if reader is None else reader(part)


def split_data_url(url: str) -> tuple[str | None, str | None, str | None]:
    """Media type, base64 data and URL: the data of a `data:` URL, else the URL as it is."""
    if url[:5].lower() == "data:":
        head, comma, data = url.partition(",")
        if comma and head[-7:].lower() == ";base64":
            return head[5:].partition(";")[0] or None, data, None
    return None, None, url


def _at(part: Raw, key: str, inner: str) -> str | None:
    """The text at `key.inner`, or at `key` itself."""
    value = part.get(key)
    if type(value) is dict:
        value = value.get(inner)
    return value if type(value) is str else None


def _read_image(part: Raw) -> Media | None:
    url = _at(part, "image_url", "url")
    if url is None:
        return None
    media_type, data, link = split_data_url(url)
    held = part["image_url"]
    detail = held.get("detail") if type(held) is dict else None
    return Media("image", part, True, media_type, data, link, None, None, part.get("cache_control"), None, detail if type(detail) is str else None)


def _read_audio(part: Raw) -> Media | None:
    audio = part.get("input_audio")
    if type(audio) is not dict or type(data := audio.get("data")) is not str:
        return None
    kind = audio.get("format")
    media_type = _AUDIO_TYPES.get(kind, f"audio/{kind}") if type(kind) is str else None
    return Media("audio", part, True, media_type, data, None, None, None, part.get("cache_control"))


def _read_file(part: Raw) -> Media | None:
    file = part.get("file")
    if type(file) is not dict:
        return None
    data, file_id, name = file.get("file_data"), file.get("file_id"), file.get("filename")
    if type(data) is not str and type(file_id) is not str:
        return None
    media_type, content, url = split_data_url(data) if type(data) is str else (None, None, None)
    return Media(
        "document" if media_type in DOCUMENTS else "file",
        part,
        True,
        media_type,
        content,
        url,
        file_id if type(file_id) is str else None,
        name if type(name) is str else None,
        part.get("cache_control"),
        NAME if type(file_id) is str else None,
    )


def _read_link(part: Raw) -> Media | None:
    key = str(part["type"])
    url = _at(part, key, "url")
    if url is None:
        return None
    media_type, data, link = split_data_url(url)
    return Media(_LINKED[key], part, True, media_type, data, link, None, None, part.get("cache_control"))  # type: ignore[arg-type]


_LINKED = {"audio_url": "audio", "video_url": "video", "document_url": "document"}

READERS: dict[str, Callable[[Raw], Media | None]] = {
    "image_url": _read_image,
    "input_audio": _read_audio,
    "file": _read_file,
    "audio_url": _read_link,
    "video_url": _read_link,
    "document_url": _read_link,
}
"""What reads a type of content part."""


def write_media(part: Media, stored: Raw) -> dict[str, Json]:
    """The content part of a medium, laid over a stored one of this format. Raises CannotCarry for what has no place."""
    before = read_media(stored) if stored else None
    if before is not None and _content_of(before) == _content_of(part):
        return dict(stored)
    if part.data is None and part.url is None and part.file_id is not None and part.format == NAME:
        return {**stored, "type": "file", "file": {"file_id": part.file_id}}
    if part.data is None and part.url is None:
        raise CannotCarry(f"{NAME} has no place for {part.kind} that another provider keeps; take it out first")
    return _WRITERS[part.kind](part, stored if before is not None else {})


def _content_of(part: Media) -> tuple[str | None, ...]:
    return part.media_type, part.data, part.url, part.file_id, part.name


def _link(part: Media) -> str:
    """The URL, or the data as one."""
    if part.data is None:
        return part.url or ""
    return f"data:{part.media_type or 'application/octet-stream'};base64,{part.data}"


def _write_image(part: Media, stored: Raw) -> dict[str, Json]:
    before = stored.get("image_url")
    if type(before) is str:
        return {**stored, "image_url": _link(part)}
    detail = {} if stored or part.detail is None else {"detail": part.detail}
    return {**(stored or {"type": "image_url"}), "image_url": {**(before or {}), "url": _link(part), **detail}}


def _write_audio(part: Media, stored: Raw) -> dict[str, Json]:
    if part.data is None:
        return _write_linked(part, stored)
    media_type = part.media_type or ""
    kind = _AUDIO_FORMATS.get(media_type, media_type.partition("/")[2])
    return {**stored, "type": "input_audio", "input_audio": {"data": part.data, **({"format": kind} if kind else {})}}


def _write_file(part: Media, stored: Raw) -> dict[str, Json]:
    if stored.get("type") == "document_url":
        return _write_linked(part, stored)
    ending = DOCUMENTS.get(part.media_type or "", "bin")
    return {**stored, "type": "file", "file": {"filename": part.name or f"file.{ending}", "file_data": _link(part)}}


def _write_linked(part: Media, stored: Raw) -> dict[str, Json]:
    key = f"{part.kind}_url"
    if type(stored.get(key)) is str:
        return {**stored, key: _link(part)}
    return {**stored, "type": key, key: {"url": _link(part)}}


_WRITERS: dict[str, Callable[[Media, Raw], dict[str, Json]]] = {
    "image": _write_image,
    "audio": _write_audio,
    "document": _write_file,
    "file": _write_file,
    "video": _write_linked,
}
