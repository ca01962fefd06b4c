"""The fields of a Converse request beside its history, and what each may hold. Constants only.

Source: the service model bedrock-runtime 2023-09-30 of botocore 1.44.8 (2026-11), by which the SDK refuses any other before it sends anything.
"""

from __future__ import annotations

from replayable.facts.shape import ANY, BOOLEAN, INTEGER, NUMBER, OBJECT, STRING, Shape, list_of, one_of, record, words

_POINT = record({"type": STRING, "ttl": STRING}, "type")
_SPEC = record({"name": STRING, "description": STRING, "inputSchema": one_of({"json": ANY}), "strict": BOOLEAN}, "name", "inputSchema")
_TOOL = one_of({"toolSpec": _SPEC, "systemTool": record({"name": STRING}, "name"), "cachePoint": _POINT})
_CHOICE = one_of({"auto": record({}), "any": record({}), "tool": record({"name": STRING}, "name")})
_FORMAT = record({"type": STRING, "structure": OBJECT}, "type", "structure")

MESSAGE_FIELDS = frozenset({"role", "content"})

_TEXTS = list_of(record({"text": STRING}))
_SOURCE = one_of({"bytes": ANY, "s3Location": record({"uri": STRING, "bucketOwner": STRING}, "uri"), "text": STRING, "content": _TEXTS})
_CITATIONS = record({"enabled": BOOLEAN}, "enabled")
_FOUND = record({"title": STRING, "source": STRING, "sourceContent": _TEXTS, "location": ANY})
_GUARDED_TEXT = record({"text": STRING, "qualifiers": list_of(STRING)}, "text")

# What a block of a result may be.
RESULT_KINDS = ("json", "text", "image", "document", "video", "searchResult")

# The blocks of a message by kind, but for texts.
BLOCKS: dict[str, Shape] = {
    "image": record({"format": STRING, "source": _SOURCE, "error": ANY}, "format", "source"),
    "document": record({"format": STRING, "name": STRING, "source": _SOURCE, "context": STRING, "citations": _CITATIONS}, "name", "source"),
    "video": record({"format": STRING, "source": _SOURCE}, "format", "source"),
    "audio": record({"format": STRING, "source": _SOURCE, "error": ANY}, "format", "source"),
    "toolUse": record({"toolUseId": STRING, "name": STRING, "input": ANY, "type": STRING}, "toolUseId", "name"),
    "toolResult": record({"toolUseId": STRING, "content": list_of(OBJECT), "status": words("success", "error"), "type": STRING}, "toolUseId", "content"),
    "guardContent": one_of({"text": _GUARDED_TEXT, "image": record({"format": STRING, "source": _SOURCE}, "format", "source")}),
    "cachePoint": _POINT,
    "reasoningContent": one_of({"reasoningText": record({"text": STRING, "signature": STRING}, "text"), "redactedContent": ANY}),
    "citationsContent": record({"content": _TEXTS, "citations": list_of(_FOUND)}),
    "searchResult": record({"source": STRING, "title": STRING, "content": _TEXTS, "citations": _CITATIONS}, "source", "title", "content"),
    "toolAddition": record({"tool": ANY}, "tool"),
    "toolRemoval": record({"tool": ANY}, "tool"),
}

REQUEST = record(
    {
        "modelId": STRING,
        "messages": ANY,  # looked at by itself
        "system": list_of(one_of({"text": STRING, "guardContent": OBJECT, "cachePoint": _POINT})),
        "inferenceConfig": record({"maxTokens": INTEGER, "temperature": NUMBER, "topP": NUMBER, "stopSequences": list_of(STRING)}),
        "toolConfig": record({"tools": list_of(_TOOL), "toolChoice": _CHOICE}, "tools"),
        "guardrailConfig": record({"guardrailIdentifier": STRING, "guardrailVersion": STRING, "trace": STRING, "streamProcessingMode": STRING}),
        "projectIdentifier": STRING,
        "additionalModelRequestFields": ANY,
        "promptVariables": OBJECT,
        "additionalModelResponseFieldPaths": list_of(STRING),
        "requestMetadata": OBJECT,
        "performanceConfig": record({"latency": STRING}),
        "serviceTier": record({"type": STRING}, "type"),
        "outputConfig": record({"textFormat": _FORMAT, "effort": STRING}),
    }
)
