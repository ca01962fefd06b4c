"""The fields of a generateContent request beside its contents, and what each may hold, in both spellings. Constants only.

Source: the types of the Python SDK google-genai 3.6.1 (2026-11). The API refuses any other: "Invalid JSON payload received. Unknown name".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from replayable.facts.shape import ANY, BOOLEAN, INTEGER, NUMBER, OBJECT, STRING, Shape, list_of, or_null, record


def _both(fields: Mapping[str, Shape]) -> dict[str, Shape]:
    """Each field in the spelling of REST and in that of the SDK; null is absence in protobuf's JSON."""
    nullable = {key: or_null(shape) for key, shape in fields.items()}
    return nullable | {re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), key): shape for key, shape in nullable.items()}


_FUNCTION = record(
    _both(
        {
            "name": STRING,
            "description": STRING,
            "behavior": STRING,
            **dict.fromkeys(("parameters", "parametersJsonSchema", "response", "responseJsonSchema"), ANY),
        }
    )
)
_TOOL = record(
    _both(
        {
            "functionDeclarations": list_of(_FUNCTION),
            **dict.fromkeys(("retrieval", "computerUse", "fileSearch", "googleSearch", "googleMaps", "codeExecution", "enterpriseWebSearch"), OBJECT),
            **dict.fromkeys(("googleSearchRetrieval", "parallelAiSearch", "urlContext", "exaAiSearch"), OBJECT),
            "mcpServers": ANY,
        }
    )
)
_CALLING = record(_both({"allowedFunctionNames": list_of(STRING), "mode": STRING, "streamFunctionCallArguments": BOOLEAN}))
_TOOL_CONFIG = record(_both({"functionCallingConfig": _CALLING, "retrievalConfig": OBJECT, "includeServerSideToolInvocations": BOOLEAN}))
_GENERATION = record(
    _both(
        {
            **dict.fromkeys(("candidateCount", "maxOutputTokens", "logprobs", "seed"), INTEGER),
            **dict.fromkeys(("temperature", "topP", "topK", "presencePenalty", "frequencyPenalty"), NUMBER),
            **dict.fromkeys(("responseLogprobs", "audioTimestamp", "enableAffectiveDialog", "enableEnhancedCivicAnswers"), BOOLEAN),
            "stopSequences": list_of(STRING),
            "responseMimeType": STRING,
            "responseModalities": list_of(STRING),
            "mediaResolution": STRING,
            "thinkingConfig": record(_both({"includeThoughts": BOOLEAN, "thinkingBudget": INTEGER, "thinkingLevel": STRING})),
            **dict.fromkeys(("responseSchema", "responseJsonSchema", "responseFormat", "modelSelectionConfig", "routingConfig", "speechConfig"), ANY),
            **dict.fromkeys(("imageConfig", "translationConfig", "audioTranscriptionConfig"), ANY),
        }
    )
)

REQUEST = record(
    _both(
        {
            "model": STRING,
            "contents": ANY,  # looked at by itself
            "systemInstruction": ANY,  # likewise
            "tools": list_of(_TOOL),
            "toolConfig": _TOOL_CONFIG,
            "safetySettings": list_of(record(_both({"category": STRING, "threshold": STRING, "method": STRING}))),
            "generationConfig": _GENERATION,
            "cachedContent": STRING,
            "labels": OBJECT,
            **dict.fromkeys(("modelArmorConfig", "serviceTier", "store"), ANY),
        }
    )
)
