"""How a format says what its reader takes up of the stored objects of a message."""

from __future__ import annotations


def fields(paths: str, becomes: str = "") -> dict[str, str]:
    """Fields that all become the same, from their paths with blanks between."""
    return dict.fromkeys(paths.split(), becomes)
