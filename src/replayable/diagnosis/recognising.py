"""Which refusal of the catalogue an error text is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from replayable.contracts.refusal import Refusal
from replayable.diagnosis.fragments import fragments
from replayable.diagnosis.speakers import Speaker
from replayable.diagnosis.templates import TEMPLATES, Template
from replayable.targets import Api


class Match(msgspec.Struct, frozen=True):
    """A text of the catalogue that stands in an answer. `said`: the answer's own words; `filled`: what it has filled in, by name."""

    template: Template
    said: str
    filled: Mapping[str, str]

    @property
    def api(self) -> Api:
        return self.template.api

    @property
    def refusal(self) -> Refusal:
        return self.template.refusal


def matches(layers: tuple[str, ...], speakers: tuple[Speaker, ...]) -> tuple[Match, ...]:
    """Those texts of the catalogue that say most, all worded alike; the likeliest first: of the API and the provider that speak.

    Where one API passes on what another refused, and shows that in requests under an id of its own, that one comes last.
    `speakers`: who may have answered, those that are surest first. Empty where nothing is recognised."""
    found = list(_found(layers))
    if all(match.template.is_wrapper for match in found):
        found += _cut_off(layers)
    passed_on = [match for match in found if match.template.is_wrapper]
    plain = [match for match in found if not match.template.is_wrapper]
    best = sorted(_most_telling(plain or passed_on), key=lambda match: _distance(match, speakers))
    return (*best, *(match for match in passed_on if plain and match.refusal.visible == "yes"))


def _cut_off(layers: tuple[str, ...]) -> list[Match]:
    """The texts that the answer goes along with the farthest."""
    found = list(fragments(layers))
    farthest = max((length for _, _, length in found), default=0)
    return [Match(template, said, {}) for template, said, length in found if length == farthest]


def _most_telling(found: list[Match]) -> list[Match]:
    most = max((match.template.words for match in found), default=0)
    return [match for match in found if match.template.words == most]


def _found(layers: tuple[str, ...]) -> Iterator[Match]:
    """The innermost layer in which a text stands tells it best: outer ones have escapes in what is filled in."""
    lowered = [(layer, layer.lower()) for layer in reversed(layers)]
    for template in TEMPLATES:
        for layer, lower in lowered:
            match = template.pattern.search(layer) if template.anchor in lower else None
            if match is not None:
                yield Match(template, match[0], {name: value for name, value in match.groupdict().items() if value is not None})
                break


def _distance(match: Match, speakers: tuple[Speaker, ...]) -> tuple[int, int, int]:
    """How far a text is from those who speak, then whether its letters are the answer's."""
    rank = next((number for number, speaker in enumerate(speakers) if speaker.has(match.api, match.refusal)), len(speakers))
    is_meant = any(speaker.provider in match.refusal.providers for speaker in speakers)
    return rank, not is_meant and bool(match.refusal.providers), not _same_letters(match)


def _same_letters(match: Match) -> bool:
    return match.said[:1] == match.template.text[:1]
