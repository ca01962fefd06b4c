"""Texts that were cut off, or whose provider has changed their ends: recognised by how far they go along with one of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator

from replayable.diagnosis.templates import NAME, TEMPLATES, Template
from replayable.on_demand import pattern

# So many characters of a provider's own are hardly said by anybody else.
_TELLING = 32
_BEFORE = 120  # characters in front of the words, where a position may stand

_UNSURE = pattern(r"[\s'\"`]+")


def fragments(layers: tuple[str, ...]) -> Iterator[tuple[Template, str, int]]:
    """Each text that is there in part, the words of the answer, and how many characters go along."""
    plain = [_plain(layer) for layer in layers]
    for template, run in _RUNS:
        for text in plain:
            start = text.find(run[:_TELLING])
            if start >= 0:
                length = _common(text[start : start + len(run)], run)
                yield template, text[max(0, start - _BEFORE) : start + length], length
                break


def _plain(text: str) -> str:
    return _UNSURE.sub(" ", text).lower().strip()


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((number for number, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


# The runs of own words of each text, without quotes, that are long enough.
_RUNS: tuple[tuple[Template, str], ...] = tuple(
    (template, plain) for template in TEMPLATES for run in NAME.split(template.text)[::2] if len(plain := _plain(run).lstrip(":.,; ")) >= _TELLING
)
