"""An error text with its wrappers taken off: SDK exceptions, gateways and logs quote what a provider said, often several times over."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from replayable.on_demand import pattern

LONGEST = 200_000  # characters that are looked at: an answer that quotes more than this quotes the request

# A gateway quotes a provider's JSON in its own, and an SDK that in a Python string; nobody was seen to go deeper than four.
_DEEPEST = 6

_ESCAPE = pattern(r"\\(?:u([0-9a-fA-F]{4})|((?:x[0-9a-fA-F]{2})(?:\\x[0-9a-fA-F]{2})*)|([\"'\\/bfnrt`]))")
_CONTROLS = {"b": " ", "f": " ", "n": "\n", "r": "\n", "t": " "}
_TYPOGRAPHIC = str.maketrans("\u2018\u2019\u201c\u201d\u00b4\u00a0", "''\"\"' ")


def layers(error_text: str) -> tuple[str, ...]:
    """The text, then what it says once its escapes are read, and so on until there are none left."""
    return tuple(_peeled(error_text[:LONGEST].translate(_TYPOGRAPHIC)))


def _peeled(text: str) -> Iterator[str]:
    yield text
    for _ in range(_DEEPEST):
        inner = _unescaped(text)
        if inner == text:
            return
        yield inner
        text = inner


def _unescaped(text: str) -> str:
    if "&" in text:
        text = html.unescape(text)
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(found: re.Match[str]) -> str:
    """What an escape of JSON, or of the `repr` of text or bytes, stands for."""
    if found[1]:
        return chr(int(found[1], 16))
    if found[2]:
        return bytes.fromhex(found[2].replace("\\", "").replace("x", "")).decode("utf-8", "replace")
    return _CONTROLS.get(found[3], found[3])
