"""How many tokens a value is, roughly: nobody but the provider can count them, but what is sent anew has to be weighed."""

from __future__ import annotations

from replayable.model import Json

# English text and code are about four characters a token with every tokenizer of these providers (platform.openai.com, "What are tokens", 2025;
# platform.claude.com, glossary, 2026).
CHARACTERS = 4

# An image as large as is sent at all costs about so many (platform.claude.com, "Vision": width × height / 750, at most about 1,600; 2026).
IMAGE = 1_600

# Base64 of a file: a string without a blank that is longer than any word.
_LONGEST_WORD = 2_000


def tokens_of(value: Json) -> int:
    """The estimated tokens of a value."""
    characters, images = _weighed(value)
    return -(-characters // CHARACTERS) + images * IMAGE


def _weighed(value: Json) -> tuple[int, int]:
    """The characters of all texts and names, and the number of files."""
    if isinstance(value, str):
        return (0, 1) if len(value) > _LONGEST_WORD and " " not in value and "\n" not in value else (len(value), 0)
    if isinstance(value, dict):
        inner = [_weighed(item) for item in value.values()]
        return sum(map(len, value)) + sum(count for count, _ in inner), sum(images for _, images in inner)
    if isinstance(value, list):
        inner = [_weighed(item) for item in value]
        return sum(count for count, _ in inner), sum(images for _, images in inner)
    return (0, 0) if value is None else (CHARACTERS, 0)
