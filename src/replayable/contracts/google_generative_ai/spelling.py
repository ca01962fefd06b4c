"""The API takes each field in two spellings: lowerCamelCase, as in REST, and snake_case, as in the SDK."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from replayable.model.values import Json

_CAMEL = (
    *("systemInstruction", "generationConfig", "toolConfig", "cachedContent", "tools"),
    *("functionCall", "functionResponse", "functionDeclarations", "thoughtSignature", "mimeType"),
    *("stopSequences", "thinkingConfig", "thinkingBudget", "thinkingLevel", "responseMimeType", "responseSchema"),
)
_SNAKE: Mapping[str, str] = MappingProxyType({field: re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), field) for field in _CAMEL})


def held(holder: Mapping[str, Json], field: str) -> tuple[str, Json]:
    """The key under which the field stands there and its value; its first spelling and None where it does not."""
    value = holder.get(field)
    if value is not None:
        return field, value
    snake = _SNAKE[field]
    value = holder.get(snake)
    return (field, None) if value is None else (snake, value)
