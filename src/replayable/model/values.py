"""What all of it is made of: JSON values as they were stored, and the white space of texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = Any  # a JSON value: dict, list, str, int, float, bool or None
Raw = Mapping[str, Any]

_BLANKS = " \t\n\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def is_blank(text: str) -> bool:
    """Nothing but white space, as JavaScript and Python see it together."""
    return not text or (not " " < text[0] < "\x7f" and not text.strip(_BLANKS).strip())


def trimmed(text: str) -> str:
    """The text without white space at its ends, by JavaScript's rules: ids were written by such clients."""
    return text.strip(_BLANKS)
