"""The two spellings of Gemini's fields: lowerCamelCase in REST, snake_case in the Python SDK. The API reads both.

A field is read in either spelling and written in the one that its object has already.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from replayable.model.values import Json, Raw

NAME = "gemini"

_CAMEL = (
    *("systemInstruction", "generationConfig", "toolConfig"),
    *("functionCall", "functionResponse", "inlineData", "fileData", "executableCode", "codeExecutionResult", "toolCall", "toolResponse"),
    *("thoughtSignature", "mimeType", "fileUri", "displayName", "partialArgs", "willContinue", "toolType"),
    *("functionDeclarations", "parametersJsonSchema", "functionCallingConfig", "allowedFunctionNames"),
    *("maxOutputTokens", "topP", "stopSequences", "thinkingConfig", "thinkingBudget", "thinkingLevel", "includeThoughts"),
    *("responseMimeType", "responseSchema", "responseJsonSchema"),
)


def snake(key: str) -> str:
    """The key as the Python SDK spells it."""
    return re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), key)


SNAKE: Mapping[str, str] = MappingProxyType({key: snake(key) for key in _CAMEL})


def get(holder: Raw, key: str) -> Json:
    """The value of a key in either spelling; the SDK dumps fields that are not set as None."""
    value = holder.get(key)
    return holder.get(SNAKE[key]) if value is None else value


def spelled(holder: Raw, key: str) -> str:
    """The key as the object has it; in camelCase where it has none."""
    other = SNAKE[key]
    return other if other in holder and holder.get(key) is None else key
