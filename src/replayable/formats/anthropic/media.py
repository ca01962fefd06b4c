"""Images and documents of Anthropic's Messages API ↔ Media.

Sources: base64 (images and PDF), url, file (a provider's file id), and for documents also text and content (SDK 2.14.0, 2026-11).
"""

from __future__ import annotations

from base64 import b64decode, b64encode

from replayable.errors import CannotCarry
from replayable.formats.anthropic.fields import NAME
from replayable.model.parts import Media
from replayable.model.values import Json, Raw

PLAIN = "text/plain"


def read_media(block: Raw) -> Media | None:
    """The image or document of a block; None where its source is of no known kind."""
    source, kind = block.get("source"), block.get("type")
    if type(source) is not dict or kind not in ("image", "document"):
        return None
    found = _read_source(source)
    if found is None:
        return None
    media_type, data, url, file_id = found
    title = block.get("title")
    name = title if type(title) is str else None
    owner = None if file_id is None else NAME
    return Media("image" if kind == "image" else "document", block, True, media_type, data, url, file_id, name, block.get("cache_control"), owner)


_Source = tuple[str | None, str | None, str | None, str | None]


def _read_source(source: Raw) -> _Source | None:
    kind = source.get("type")
    media_type = source.get("media_type")
    media_type = media_type if type(media_type) is str else None
    if kind == "base64" and type(data := source.get("data")) is str:
        return media_type, data, None, None
    if kind == "url" and type(url := source.get("url")) is str:
        return media_type, None, url, None
    if kind == "file" and type(file_id := source.get("file_id")) is str:
        return media_type, None, None, file_id
    if kind == "text" and type(data := source.get("data")) is str:
        return PLAIN, _in_base64(data), None, None
    if kind == "content" and (text := _plain_text(source.get("content"))) is not None:
        return PLAIN, _in_base64(text), None, None
    return None


def _plain_text(content: Json) -> str | None:
    """The words of a document given as content, where it holds nothing but text."""
    if type(content) is str:
        return content
    if type(content) is not list:
        return None
    texts: list[str] = []
    for inner in content:
        if type(inner) is not dict or inner.get("type") != "text" or type(text := inner.get("text")) is not str:
            return None
        texts.append(text)
    return "\n\n".join(texts)


def write_media(part: Media, stored: Raw) -> dict[str, Json]:
    """The block of an image or a document, laid over a stored one. Raises CannotCarry for what has no place."""
    if part.kind not in ("image", "document"):
        raise CannotCarry(f"{NAME} has no place for {part.kind}; take it out first")
    block: dict[str, Json] = dict(stored) if stored else {"type": part.kind}
    before = read_media(stored) if stored else None
    if before is None or _content_of(before) != _content_of(part):
        block["source"] = _write_source(part)
    if part.name is not None and part.kind == "document":  # an image has no field for it
        block["title"] = part.name
    return block


def _content_of(part: Media) -> _Source:
    return part.media_type, part.data, part.url, part.file_id


def _write_source(part: Media) -> dict[str, Json]:
    if part.data is not None:
        if part.kind == "document" and (part.media_type or "").startswith("text/") and (text := _decoded(part.data)) is not None:
            return {"type": "text", "media_type": PLAIN, "data": text}
        typed = {} if part.media_type is None else {"media_type": part.media_type}
        return {"type": "base64", **typed, "data": part.data}
    if part.url is not None:
        return {"type": "url", "url": part.url}
    if part.file_id is not None and part.format == NAME:
        return {"type": "file", "file_id": part.file_id}
    raise CannotCarry(f"{NAME} has no place for {part.kind} that another provider keeps; take it out first")


def _in_base64(text: str) -> str:
    return b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")


def _decoded(data: str) -> str | None:
    try:
        return b64decode(data, validate=True).decode("utf-8", "surrogatepass")
    except ValueError:
        return None
