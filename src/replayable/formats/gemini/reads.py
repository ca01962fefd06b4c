"""Which fields of a content and a part the reader of Gemini's generateContent takes up, in both spellings (google-genai 3.6.1, 2026-11)."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.answers import Place
from replayable.formats.gemini.spelling import snake
from replayable.formats.reads import fields
from replayable.reads import Reads


def _both(held: Mapping[str, str]) -> Mapping[str, str]:
    return {**held, **{snake(path): becomes for path, becomes in held.items()}}


_BLOCKS: Mapping[str, Mapping[str, str]] = {
    "functionCall": fields("functionCall.id functionCall.name functionCall.args")
    | fields("functionCall.partialArgs functionCall.willContinue", "call.partial")
    | fields("thoughtSignature", "call.signature"),
    "functionResponse": fields("functionResponse.id functionResponse.name functionResponse.response functionResponse.parts"),
    "inlineData": fields("inlineData.mimeType inlineData.data") | fields("inlineData.displayName", "media.name"),
    "fileData": fields("fileData.fileUri") | fields("fileData.mimeType", "media.type") | fields("fileData.displayName", "media.name"),
    "thought": fields("text thought") | fields("thoughtSignature", "reasoning.signature"),
    "text": fields("text thought") | fields("thoughtSignature", "text.signature"),
}

READS = Reads(
    messages={"": fields("role parts")},
    blocks={spelling: _both(held) for key, held in _BLOCKS.items() for spelling in dict.fromkeys((key, snake(key)))},
    answers=(Place("candidates.0.content"), Place("0.content"), Place("content", "finishReason"), Place("content", "finish_reason")),
)
