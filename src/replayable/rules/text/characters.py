"""Characters that request bodies cannot hold: halves of surrogate pairs, and control characters."""

from __future__ import annotations

# The C0 control characters without tab, line feed and carriage return, which are text, and escape, which begins terminal
# colours and stands, accepted, in countless tool outputs.
CONTROLS = "".join(map(chr, (*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x1B), *range(0x1C, 0x20))))


def well_formed(text: str) -> str:
    """The text with U+FFFD for each half of a surrogate pair that stands alone; two halves side by side become their character.

    A text without such halves is returned itself."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def without(text: str, characters: str) -> str:
    """The text without any of the characters; the very same text where it has none."""
    if not _has_any(text, characters):
        return text
    return text.translate(dict.fromkeys(map(ord, characters)))


def is_sendable(text: str) -> bool:
    """Whether the text holds neither a half of a surrogate pair nor a control character."""
    return text.isprintable() or (well_formed(text) is text and not _has_any(text, CONTROLS))


def _has_any(text: str, characters: str) -> bool:
    if not characters.isascii():
        return not set(characters).isdisjoint(text)
    # Deleting bytes is the fastest search for many characters at once (about 1 µs a KB).
    data = text.encode("utf-8", "surrogatepass")
    return len(data) != len(data.translate(None, characters.encode()))
