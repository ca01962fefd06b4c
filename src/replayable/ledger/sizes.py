"""How many tokens a value is, roughly: nobody but the provider can count them, but what is sent anew has to be weighed."""

from __future__ import annotations

from replayable.model.values import Json

# JSON of English text and of code is about four bytes a token with every tokenizer of these providers (platform.openai.com, "What are tokens",
# 2025; platform.claude.com, glossary, 2026).
BYTES = 4

# An image as large as is sent at all costs about so many (platform.claude.com, "Vision": width × height / 750, at most about 1,600; 2026).
IMAGE = 1_600

# Base64 of a file: a string without a blank that is longer than any word.
_LONGEST_WORD = 2_000


def tokens_of(value: Json, size: int) -> int:
    """The estimated tokens of a value whose JSON has so many bytes."""
    files = _files(value) if size > _LONGEST_WORD else []
    return -(-(size - sum(files)) // BYTES) + len(files) * IMAGE


def _files(value: Json) -> list[int]:
    """The characters of each file in a value."""
    if isinstance(value, str):
        return [len(value)] if len(value) > _LONGEST_WORD and " " not in value and "\n" not in value else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [size for item in inner for size in _files(item)]
