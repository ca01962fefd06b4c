"""Texts that were cut off, or whose provider has changed their ends: recognised by how far they go along with one of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from replayable.diagnosis.templates import NAME, Template, templates
from replayable.on_demand import pattern

# So many characters of a provider's own are hardly said by anybody else.
_TELLING = 32
_BEFORE = 120  # characters in front of the words, where a position may stand

_UNSURE = pattern(r"[\s'\"`]+")


def fragments(layers: tuple[str, ...]) -> Iterator[tuple[Template, str, int]]:
    """Each text that is there in part, the words of the answer, and how many characters go along."""
    plain = [_plain(layer) for layer in layers]
    for template, run in _runs():
        for text in plain:
            start = text.find(run[:_TELLING])
            if start >= 0:
                length = _common(text[start : start + len(run)], run)
                yield template, text[max(0, start - _BEFORE) : start + length], length
                break


@cache
def _runs() -> tuple[tuple[Template, str], ...]:
    """The runs of own words of each text, without quotes, that are long enough."""
    runs = ((template, _plain(run).lstrip(":.,; ")) for template in templates() for run in NAME.split(template.text)[::2])
    return tuple((template, run) for template, run in runs if len(run) >= _TELLING)


def _plain(text: str) -> str:
    return _UNSURE.sub(" ", text).lower().strip()


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((number for number, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))
