"""Sets and dicts that go on from others without copying or touching them: what is new lies in a layer of its own."""

from __future__ import annotations

from collections.abc import Iterable


class LayeredSet(set[str]):
    """A set over another one. Only what lies above it can be taken out again."""

    def __init__(self, below: set[str]) -> None:
        super().__init__()
        self._below = below

    def __contains__(self, item: object) -> bool:
        return set.__contains__(self, item) or item in self._below

    def isdisjoint(self, items: Iterable[object]) -> bool:
        """Whether none of the items is in either set."""
        return not any(item in self for item in items)


class LayeredCounts(dict[str, int]):
    """Counts over others."""

    def __init__(self, below: dict[str, int]) -> None:
        super().__init__()
        self._below = below

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or key in self._below

    def get(self, key: str, default: int = 0) -> int:  # type: ignore[override]
        """The count of a key."""
        return self[key] if dict.__contains__(self, key) else self._below.get(key, default)
