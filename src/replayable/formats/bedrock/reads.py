"""Which fields of a message and a block the reader of Bedrock's Converse takes up (botocore 1.44.8, 2026-11)."""

from __future__ import annotations

from replayable.answers import Place
from replayable.formats.reads import fields
from replayable.reads import Reads


def _medium(kind: str) -> dict[str, str]:
    return fields(f"{kind}.format {kind}.source.bytes {kind}.source.s3Location.uri") | fields(f"{kind}.name", "media.name")


_REASONING = fields("reasoningContent.reasoningText.signature", "reasoning.signature") | fields("reasoningContent.redactedContent", "reasoning.redacted")

# Citations, a document's context and what a guardrail shall look at are known to this API alone.
READS = Reads(
    messages={"": fields("role content")},
    blocks={
        "text": fields("text"),
        "image": _medium("image"),
        "document": _medium("document") | fields("document.source.text document.source.content document.source.content.text"),
        "video": _medium("video"),
        "audio": _medium("audio"),
        "toolUse": fields("toolUse.toolUseId toolUse.name toolUse.input"),
        "toolResult": fields("toolResult.toolUseId toolResult.content toolResult.status"),
        "json": fields("json"),
        "reasoningContent": fields("reasoningContent.reasoningText.text") | _REASONING,
        "guardContent": fields("guardContent.text.text guardContent.image.format guardContent.image.source.bytes"),
        "citationsContent": fields("citationsContent.content.text"),
    },
    answers=(Place("output.message"),),
)
