"""The fields that Gemini's generateContent takes in a content, in a part and in what a part holds. Constants only, for rules, formats and checks.

Source: `Content`, `Part`, `FunctionCall` and `FunctionResponse` of the Python SDK google-genai 3.6.1 (2026-11). Any other key is refused:
`Invalid JSON payload received. Unknown name "id" at 'contents[0].parts[0]': Cannot find field.` (wording of provider-contracts:
vertex-function-id, 2026-01). Each field has two spellings: lowerCamelCase in REST, snake_case in the SDK.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType


def _both(*keys: str) -> frozenset[str]:
    return frozenset(keys) | frozenset(re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), key) for key in keys)


MESSAGE_FIELDS = frozenset({"role", "parts"})
ROLES = frozenset({"user", "model"})
# Roles of responses that models up to Gemini 3.5 take besides (genkit#5780, live, 2026-07).
TOOL_ROLES = frozenset({"tool", "function"})

# A part holds exactly one of these ("required oneof field 'data' must have one initialized field").
DATA_FIELDS = _both(
    *("text", "functionCall", "functionResponse", "inlineData", "fileData", "executableCode", "codeExecutionResult", "toolCall", "toolResponse"),
)

PART_FIELDS = DATA_FIELDS | _both(
    *("thought", "thoughtSignature", "videoMetadata", "mediaResolution", "partMetadata", "audioTranscription", "mediaProcessing"),
    *("speechMetadata", "documentMetadata", "spreadsheetMetadata", "audioMetadata"),
)

_CALL = _both("id", "name", "args", "partialArgs", "willContinue")
_RESPONSE = _both("id", "name", "response", "parts", "willContinue", "scheduling")

INNER_FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"functionCall": _CALL, "function_call": _CALL, "functionResponse": _RESPONSE, "function_response": _RESPONSE}
)

# Of a function, in call, response and declaration: at most 64 characters (google-gemini/gemini-cli#2966, #7869; the SDK's docstring of
# 2026-11 says 128).
NAME = r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}"

# ai.google.dev, image understanding (2026); a GIF is read too, as far as is known (earendil-works/pi#120, 2025-12).
IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/jpg", "image/webp", "image/heic", "image/heif", "image/gif", "image/avif"})

# Keywords of a schema in the API's own form (`Schema`, google-genai 3.6.1, 2026-11; `$ref` and `$defs` are `ref` and `defs` there).
SCHEMA_FIELDS = _both(
    *("type", "format", "title", "description", "nullable", "default", "example", "enum", "pattern", "items", "properties", "required", "anyOf"),
    *("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties", "minimum", "maximum", "propertyOrdering"),
    *("additionalProperties", "defs", "ref", "$defs", "$ref"),
)
