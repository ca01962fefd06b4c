"""What somebody probably meant: names that are known and look like the one that was typed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_ALIKE = 0.66  # of the letters of both; `bogus` and `out` share half


def meant(name: str, known: Iterable[str], alike: float = _ALIKE) -> str:
    """`did you mean '--from'?`, or nothing where no name is like it. Dashes in front do not make two names alike."""
    bare = {each.lstrip("-"): each for each in known}
    close = difflib.get_close_matches(name.lstrip("-").lower(), bare, n=1, cutoff=alike)
    return f"did you mean {bare[close[0]]!r}?" if close else ""
