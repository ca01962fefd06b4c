"""Which fields of a message, a content part and a call the reader of Chat Completions takes up (SDK 3.57.0, 2026-11)."""

from __future__ import annotations

from replayable.answers import Place
from replayable.formats.anthropic.reads import BLOCKS
from replayable.formats.openai_chat.reasoning import FIELDS
from replayable.formats.reads import fields
from replayable.reads import Reads

_TEXT = fields("type text cache_control")
_SIGNED = fields("signature", "reasoning.signature")
_CALL = fields("id type function.name function.arguments cache_control") | fields("extra_content.google.thought_signature", "call.signature")

# A participant's name, annotations and the like are known to this API alone; so are a recording's id and data beside its words.
READS = Reads(
    messages={
        "": fields("role content cache_control"),
        "assistant": fields("role content tool_calls function_call refusal audio cache_control") | fields(" ".join(FIELDS)),
        "tool": fields("role content tool_call_id name cache_control"),
        "function": fields("role content tool_call_id name cache_control"),
    },
    blocks={
        **BLOCKS,
        "text": _TEXT,
        "input_text": _TEXT,
        "output_text": _TEXT,
        "thinking": fields("type thinking thinking.type thinking.text cache_control") | _SIGNED,
        "reasoning.text": fields("type text") | _SIGNED,
        "reasoning.summary": fields("type summary") | _SIGNED,
        "reasoning.encrypted": fields("type") | fields("data", "reasoning.redacted"),
        "image_url": fields("type image_url image_url.url cache_control") | fields("image_url.detail", "image.detail"),
        "input_audio": fields("type input_audio.data input_audio.format cache_control"),
        "file": fields("type file.file_data file.file_id cache_control") | fields("file.filename", "media.name"),
        **{kind: fields(f"type {kind} {kind}.url cache_control") for kind in ("audio_url", "video_url", "document_url")},
        "function": _CALL,
        "custom": fields("id type custom.name custom.input cache_control"),
        "refusal": fields("type refusal"),
        "audio": fields("audio.transcript"),
        "": fields("id type name arguments cache_control"),
    },
    usual={"detail": frozenset({"auto"})},
    answers=(Place("choices.0.message"), Place("0.message"), Place("message", "finish_reason")),
)
