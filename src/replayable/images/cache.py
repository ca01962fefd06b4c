"""What was made of images before, so that each is worked on once. The one global state of this package: it changes no result."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")

_SAMPLE = 64  # characters


def known_by(text: str) -> tuple[int, int, str]:
    """What a text is known again by: its hash, its length and a sample. Python makes the hash once for each text (64 bits, under a secret of
    the process), three times as fast as a digest; the sample is there for the case that two of them are alike."""
    return hash(text), len(text), text[:: len(text) // _SAMPLE + 1]


class BoundedCache(Generic[Value]):
    """The values that were asked for last, up to a sum of their sizes. Safe between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._sum = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """The value of a key, if it is still here."""
        with self._lock:
            found = self._held.get(key)
            if found is None:
                return None
            self._held.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """Keeps a value of a size; those that were not asked for the longest go. One that is larger than all room is not kept."""
        with self._lock:
            if key in self._held:
                self._sum -= self._held.pop(key)[1]
            if size > self._most:
                return
            self._held[key] = (value, size)
            self._sum += size
            while self._sum > self._most:
                self._sum -= self._held.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._held.clear()
            self._sum = 0
