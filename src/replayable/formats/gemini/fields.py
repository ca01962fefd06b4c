"""The fields that generateContent takes in a content, in a part and in what a part holds. Constants only, but for one question.

Source: `Content`, `Part`, `FunctionCall` and `FunctionResponse` of the Python SDK google-genai 3.6.1 (2026-11). Any other key is refused:
`Invalid JSON payload received. Unknown name "id" at 'contents[0].parts[0]': Cannot find field.` (wording of provider-contracts:
vertex-function-id, 2026-01).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from replayable.formats.gemini.spelling import snake
from replayable.model import Json


def _both(*keys: str) -> frozenset[str]:
    return frozenset(keys) | frozenset(map(snake, keys))


MESSAGE_FIELDS = frozenset({"role", "parts"})
ROLES = frozenset({"user", "model"})

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


def is_odd(entry: Mapping[str, Json]) -> bool:
    """A content that the API does not take as it is: another role or key, a part with two kinds of data, a response that is no object."""
    if not MESSAGE_FIELDS.issuperset(entry) or (entry.get("role") or "user") not in ROLES:
        return True
    parts = entry.get("parts")
    if type(parts) is not list:
        return parts is not None
    for part in parts:  # noqa: SIM110 (a generator costs more than the loop)
        if type(part) is not dict or _is_odd_part(part):
            return True
    return False


def _is_odd_part(part: Mapping[str, Json]) -> bool:
    held = 0
    for key, value in part.items():
        if key not in PART_FIELDS:
            return True
        if value is None or key not in DATA_FIELDS:
            continue
        held += 1
        known = INNER_FIELDS.get(key)
        if known is not None and (type(value) is not dict or not known.issuperset(value) or (known is _RESPONSE and _is_odd_response(value))):
            return True
    return held > 1


def _is_odd_response(value: Mapping[str, Json]) -> bool:
    return type(value.get("response")) is not dict
