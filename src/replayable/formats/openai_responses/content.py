"""Content parts of OpenAI's Responses API ↔ parts: what messages and the outputs of tools hold.

Source: the input content types of the Python SDK `openai` 3.57.0 (2026-11).
"""

from __future__ import annotations

from collections.abc import Callable

from replayable.errors import CannotCarry
from replayable.formats.openai_chat.media import DOCUMENTS, split_data_url
from replayable.formats.openai_responses.fields import NAME
from replayable.model.parts import Media, Opaque, Part, Text
from replayable.model.values import Json, Raw

_AUDIO_TYPES = {"mp3": "audio/mpeg", "wav": "audio/wav"}
_AUDIO_FORMATS = {"audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav"}


def read_content(content: Json) -> tuple[Part, ...]:
    """The parts of a content that is text, a list of content parts, or missing."""
    if type(content) is list:
        return tuple(map(read_part, content))
    if type(content) is str:
        return (Text(content),)
    return () if content is None else (read_part(content),)


def read_part(part: Json) -> Part:
    """What one content part says. What is not known stays as it is."""
    if type(part) is not dict:
        return Opaque("", part, True, None, NAME)
    kind = part.get("type")
    reader = READERS.get(kind) if type(kind) is str else None
    read = None if reader is None else reader(part)
    return Opaque(kind if type(kind) is str else "", part, True, None, NAME) if read is None else read


def _read_text(part: Raw) -> Part | None:
    text = part.get("text")
    return Text(text, part) if type(text) is str else None


def _read_refusal(part: Raw) -> Part | None:
    refusal = part.get("refusal")
    return Text(refusal, part, True, None, None, "refusal") if type(refusal) is str else None


def _read_shell_output(part: Raw) -> Part | None:
    """What a shell wrote has no type: {stdout, stderr, outcome}."""
    out, error = part.get("stdout"), part.get("stderr")
    if type(out) is not str or type(error) is not str:
        return None
    return Text(f"{out}\n{error}" if out and error else out or error, part)


def read_shell_outputs(outputs: Json) -> tuple[Part, ...]:
    """What the commands of a shell call wrote, one part a command."""
    if type(outputs) is not list:
        return read_content(outputs)
    return tuple([(_read_shell_output(each) if type(each) is dict else None) or read_part(each) for each in outputs])


def _read_image(part: Raw) -> Part | None:
    url, file_id, detail = part.get("image_url"), part.get("file_id"), part.get("detail")
    detail = detail if type(detail) is str and detail != _USUAL_DETAIL else None
    if type(url) is str:
        media_type, data, link = split_data_url(url)
        return Media("image", part, True, media_type, data, link, detail=detail)
    return Media("image", part, True, None, None, None, file_id, None, None, NAME, detail) if type(file_id) is str else None


def _read_file(part: Raw) -> Part | None:
    data, url, file_id, name = part.get("file_data"), part.get("file_url"), part.get("file_id"), part.get("filename")
    name = name if type(name) is str else None
    if type(data) is str:
        media_type, content, link = split_data_url(data)
        if content is None:  # bare base64, which is taken too
            content, link = data, None
        return Media("document" if media_type is None or media_type in DOCUMENTS else "file", part, True, media_type, content, link, None, name)
    if type(url) is str:
        return Media("document", part, True, None, None, url, None, name)
    return Media("document", part, True, None, None, None, file_id, name, None, NAME) if type(file_id) is str else None


def _read_audio(part: Raw) -> Part | None:
    audio = part.get("input_audio")
    if type(audio) is not dict or type(data := audio.get("data")) is not str:
        return None
    kind = audio.get("format")
    return Media("audio", part, True, _AUDIO_TYPES.get(kind, f"audio/{kind}") if type(kind) is str else None, data)


# "detail" of an image is demanded here (SDK 3.57.0); this one says nothing.
_USUAL_DETAIL = "auto"

READERS: dict[str, Callable[[Raw], Part | None]] = {
    "input_text": _read_text,
    "output_text": _read_text,
    "text": _read_text,
    "summary_text": _read_text,
    "refusal": _read_refusal,
    "input_image": _read_image,
    "input_file": _read_file,
    "input_audio": _read_audio,
}
"""What reads a type of content part."""


# ---------------------------------------------------------------------------------------------- writing
def write_content(parts: tuple[Part, ...], stored: Json, own: bool, kind: str = "input_text") -> Json:
    """Text where one text is all there is and text was stored, else a list of content parts. `kind`: the type of its texts."""
    if len(parts) == 1 and type(only := parts[0]) is Text and only.kind == "text" and only.raw is None and type(stored) is str:
        return only.text
    return [write_part(part, own, kind) for part in parts]


def write_part(part: Part, own: bool, kind: str = "input_text") -> Json:
    """The content part of a part. Raises CannotCarry."""
    raw = part.raw if own else None
    if raw is not None and part.intact:
        return raw
    if type(part) is Text:
        return _write_text(part, raw, kind)
    if type(part) is Media:
        return _write_media(part, raw or {})
    if type(part) is Opaque and part.format == NAME:
        return part.raw
    raise CannotCarry(f"{NAME} has no place for a part of kind {type(part).__name__} in a message; take it out first")


def _write_text(part: Text, stored: Raw | None, kind: str) -> Json:
    if part.kind == "refusal":
        return {"type": "refusal", **(stored or {}), "refusal": part.text}
    if stored is not None and "stdout" in stored:
        return {**stored, "stdout": part.text, "stderr": ""}
    if stored is not None and "text" in stored:
        return {**stored, "text": part.text}
    return {"type": kind, "text": part.text} if kind != "output_text" else {"type": kind, "text": part.text, "annotations": []}


def _write_media(part: Media, stored: Raw) -> Json:
    if part.data is None and part.url is None and (part.file_id is None or part.format != NAME):
        raise CannotCarry(f"{NAME} has no place for {part.kind} that another provider keeps; take it out first")
    writer = _WRITERS.get(part.kind)
    if writer is None:
        raise CannotCarry(f"{NAME} has no place for {part.kind}; take it out first")
    return writer(part, stored)


def _link(part: Media) -> str:
    """The URL, or the data as one."""
    return part.url or "" if part.data is None else f"data:{part.media_type or 'application/octet-stream'};base64,{part.data}"


def _write_image(part: Media, stored: Raw) -> Json:
    kept = {key: value for key, value in stored.items() if key not in ("image_url", "file_id")}
    where = {"file_id": part.file_id} if part.data is None and part.url is None else {"image_url": _link(part)}
    return {"type": "input_image", "detail": part.detail or _USUAL_DETAIL, **kept, **where}


def _write_file(part: Media, stored: Raw) -> Json:
    kept = {key: value for key, value in stored.items() if key not in ("file_data", "file_url", "file_id")}
    if part.data is not None:
        name = part.name or f"file.{DOCUMENTS.get(part.media_type or '', 'bin')}"
        return {"type": "input_file", **kept, "filename": name, "file_data": _link(part)}
    return {"type": "input_file", **kept, **({"file_url": part.url} if part.url is not None else {"file_id": part.file_id})}


def _write_audio(part: Media, stored: Raw) -> Json:
    media_type = part.media_type or ""
    kind = _AUDIO_FORMATS.get(media_type, media_type.partition("/")[2])
    return {"type": "input_audio", **stored, "input_audio": {"data": part.data, **({"format": kind} if kind else {})}}


_WRITERS: dict[str, Callable[[Media, Raw], Json]] = {"image": _write_image, "document": _write_file, "file": _write_file, "audio": _write_audio}
