"""Which fields of a message and a block the reader of Anthropic's Messages API takes up (SDK 2.14.0, 2026-11)."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.formats.reads import fields
from replayable.reads import Reads

_MEDIUM = fields("type source.type source.media_type source.data source.url source.file_id cache_control")

# Blocks by type. Citations, a document's context, who called a tool and the like are known to this API alone.
BLOCKS: Mapping[str, Mapping[str, str]] = {
    "text": fields("type text cache_control"),
    "image": _MEDIUM | fields("title", "media.name"),
    "document": _MEDIUM | fields("source.content source.content.type source.content.text") | fields("title", "media.name"),
    "thinking": fields("type thinking cache_control") | fields("signature", "reasoning.signature"),
    "redacted_thinking": fields("type cache_control") | fields("data", "reasoning.redacted"),
    "tool_use": fields("type id name input cache_control"),
    "tool_result": fields("type tool_use_id content is_error cache_control"),
}

READS = Reads(
    messages={"": fields("type role content") | fields("id model stop_reason usage", "record")},
    blocks=BLOCKS,
)
