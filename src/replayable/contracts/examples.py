"""The pages of refusals, read: what is refused, what is taken, and the words around them are one text.

A page stands beside a module of refusals, with the same stem. Its `json target` block before the first `##` says for whom its examples
are, as {"target": "provider/model"} and options of `check`. Each `## id` is a kind of refusal, `## Taken` holds what nobody refuses.
Below, each `### sentence` is followed by fenced blocks: perhaps a `json target` of its own, whose fields are put over the page's, and
either `json valid`, or `json refused "/messages/2"` with the request, its pointer in the label, and `text` with the provider's answer;
where a page shows what to send instead, `json cured` follows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from types import ModuleType

import msgspec

from replayable.model.values import Json
from replayable.on_demand import pattern
from replayable.pages import pieces

TAKEN = "Taken"

_REFUSED = pattern(r'json refused "(?P<pointer>[^"]*)"')


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """One request of a page. `refusal` is the id under which it stands, "" under `## Taken`; `options` are those of `check`.

    A refused request has `pointer` and `error`, a valid one neither. `cured` is what to send instead, where the page shows it.
    """

    refusal: str
    title: str
    target: str
    options: Mapping[str, Json]
    request: Json
    pointer: str | None = None
    error: str | None = None
    cured: Json = None


class Section(msgspec.Struct, frozen=True):
    """One `##` of a page: its heading, its paragraphs and its examples."""

    heading: str
    words: tuple[str, ...]
    examples: tuple[Example, ...]


class Page(msgspec.Struct, frozen=True):
    """A page: its whole text, its `#` title, the paragraphs before the first `##`, and its sections in order."""

    text: str
    title: str
    words: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples of all sections."""
        return tuple(example for section in self.sections for example in section.examples)


def page_of(module: ModuleType) -> Page:
    """The page beside a module of refusals. Raises FileNotFoundError without one, ValueError where it cannot be read."""
    package, _, stem = module.__name__.rpartition(".")
    return parse_page(resources.files(package).joinpath(f"{stem}.md").read_text(encoding="utf-8"))


def parse_page(text: str) -> Page:
    """The page that a text is. Raises ValueError where an example cannot be read."""
    reader = _Reader()
    for mark, words, body in pieces(text):
        reader.take(mark, words, body)
    reader.end_section()
    return Page(text, reader.title, reader.page_words, tuple(reader.sections))


class _Reader:
    """What is gathered while a page is read from top to bottom."""

    def __init__(self) -> None:
        self.title = ""
        self.page_words: tuple[str, ...] = ()
        self.sections: list[Section] = []
        self._target: dict[str, Json] = {}
        self._heading: str | None = None
        self._words: list[str] = []
        self._examples: list[Example] = []
        self._blocks: dict[str, str] | None = None

    def take(self, mark: str, words: str, body: str) -> None:
        """One piece of the page."""
        if mark == "#":
            self.title = words
        elif mark == "##":
            self.end_section()
            self._heading = words
        elif mark == "###":
            self._end_example()
            self._blocks = {"title": words}
        elif mark == "```":
            self._put(words, body)
        elif self._blocks is None:
            self._words.append(words)

    def _put(self, label: str, body: str) -> None:
        if self._blocks is not None:
            if label in self._blocks:
                raise ValueError(f"example {self._blocks['title']!r} has two blocks {label!r}")
            self._blocks[label] = body
        elif label == "json target" and self._heading is None:
            self._target = json.loads(body)

    def end_section(self) -> None:
        """What stood since the last `##` is a section, or the head of the page."""
        self._end_example()
        if self._heading is None:
            self.page_words = tuple(self._words)
        else:
            self.sections.append(Section(self._heading, tuple(self._words), tuple(self._examples)))
        self._words, self._examples = [], []

    def _end_example(self) -> None:
        if self._blocks is not None and self._heading is not None:
            self._examples.append(_example(self._blocks, "" if self._heading == TAKEN else self._heading, self._target))
        self._blocks = None


def _example(blocks: dict[str, str], refusal: str, of_page: Mapping[str, Json]) -> Example:
    refused = [(label, found["pointer"]) for label in blocks if (found := _REFUSED.fullmatch(label))]
    if len(refused) + ("json valid" in blocks) != 1 or (len(refused) == 1) != ("text" in blocks):
        raise ValueError(f"example {blocks['title']!r} needs either a valid request, or one that is refused, with its answer as text")
    options = {**of_page, **json.loads(blocks.get("json target", "{}"))}
    label, pointer = refused[0] if refused else ("json valid", None)
    return Example(
        refusal=refusal,
        title=blocks["title"],
        target=options.pop("target"),
        options=options,
        request=json.loads(blocks[label]),
        pointer=pointer,
        error=" ".join(blocks["text"].split("\n")) if refused else None,
        cured=json.loads(blocks["json cured"]) if "json cured" in blocks else None,
    )
