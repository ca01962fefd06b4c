"""The labelled text that stands where a part had to go."""

from __future__ import annotations

from replayable.model.parts import Media, Opaque, Part, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.words import has_words


def omission_of(part: Part) -> Text | None:
    """A text in square brackets that names what is not sent, with the part's cache mark; None where the part said nothing."""
    what = _named(part)
    return None if what is None else Text(f"[{what}]", cache=part.cache)


def _named(part: Part) -> str | None:
    if type(part) is Media:
        return f"{part.kind} omitted: {_media(part)}"
    if type(part) is ToolCall:
        return f"tool call omitted: {part.name or part.id or 'unnamed'}"
    if type(part) is ToolResult:
        return f"tool result omitted: {part.name or part.call_id or 'unnamed'}"
    if type(part) is ServerCall:
        return f"provider's tool call omitted: {part.name or part.id or 'unnamed'}" if has_words(part.raw) else None
    if type(part) is ServerResult:
        return f"provider's tool result omitted: {part.call_id or 'unnamed'}" if has_words(part.raw) else None
    if type(part) is Opaque:
        return f"{part.kind} omitted: not known to this API" if has_words(part.raw) else None
    return None


def _media(part: Media) -> str:
    """What is known of a medium; a `data:` URL is the medium itself."""
    url = None if part.url is None or part.url.startswith("data:") else part.url
    return part.name or url or part.media_type or part.file_id or "of unknown type"
