"""Which fields of a message and a block the reader of openclaw takes up (openclaw 2026.9.6, storage specification; pi sessions of 2025).

What a session notes beside the conversation (when, by whom, at what cost, what the tool told the interface) is its record: it stays there
and is no part of what is sent, so that it counts as taken up.
"""

from __future__ import annotations

from replayable.formats.openclaw.spellings import (
    CALL_IDS,
    CALL_SIGNATURES,
    CALL_TYPES,
    MEDIA_TYPES,
    MEDIA_URLS,
    REASONING_SIGNATURES,
    RESULT_IDS,
    RESULT_ROLES,
    RESULT_TYPES,
    WIRE_FIELDS,
)
from replayable.formats.reads import fields
from replayable.reads import Reads

_RECORD = fields(
    "api provider model usage stopReason timestamp responseId turnId errorMessage errorCode errorType errorBody diagnostics providerReplay provenance "
    "details display customType excludeFromContext fromId fromHook tokensBefore id parentId appendMode firstKeptEntryId firstKeptEntryIndex "
    "idempotencyKey senderLabel runtimeContextCarrier __openclaw openclawDelivery openclawDeliveryMirror openclawMessageToolMirror mediaImagePruned "
    "MediaPath MediaPaths MediaType MediaTypes MediaUrl MediaUrls MediaDir"
)
_MESSAGE = fields("role content type") | _RECORD
_SUMMARY = _MESSAGE | fields("summary")
_RESULT = _MESSAGE | fields(" ".join(RESULT_IDS)) | fields("toolName isError")
_COMMAND = _MESSAGE | fields("command output exitCode cancelled truncated fullOutputPath")

_TEXT = fields("type text") | fields("textSignature", "text.mark")
_SIGNED = fields(" ".join(REASONING_SIGNATURES), "reasoning.mark")
_CALL = (
    fields("type name arguments")
    | fields("input", "else:arguments")
    | fields(" ".join(CALL_IDS))
    | fields(" ".join(CALL_SIGNATURES), "call.signature")
    | fields("partialJson", "call.partial")
    | fields("async", "call.deferred")
)
_EMBEDDED = fields("type id content output toolName name isError is_error details") | fields(" ".join(RESULT_IDS))
_MEDIUM = fields("type data fileId") | fields(" ".join((*MEDIA_TYPES, *MEDIA_URLS))) | fields("name fileName", "media.name")

READS = Reads(
    messages={
        "": _SUMMARY,  # rows of a session file that are messages themselves have no role
        **dict.fromkeys(("branchSummary", "compactionSummary"), _SUMMARY),
        **dict.fromkeys(("user", "assistant", "system", "developer", "custom", "hookMessage"), _MESSAGE),
        **dict.fromkeys(RESULT_ROLES, _RESULT),
        "bashExecution": _COMMAND,
    },
    blocks={
        **dict.fromkeys(("text", "input_text", "output_text"), _TEXT),
        "thinking": fields("type thinking redacted") | _SIGNED,
        "redacted_thinking": fields("type") | fields("data", "reasoning.redacted") | _SIGNED,
        **dict.fromkeys(CALL_TYPES, _CALL),
        **dict.fromkeys(RESULT_TYPES, _EMBEDDED),
        **dict.fromkeys(("image", "audio", "video", "document", "file", "attachment"), _MEDIUM),
    },
    usual=dict.fromkeys(REASONING_SIGNATURES, WIRE_FIELDS),
)
