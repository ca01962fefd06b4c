"""A rule's page, read: documentation, cases and what `replayable rules RULE` shows are one text.

A page stands beside its rule, with the same stem. Under `## Cases` each `### sentence` is followed by fenced blocks in the
notation of `notation`: `json options`, `json settings before`, `json settings after`, and either `jsonl before` with
`jsonl after` or one `jsonl unchanged`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

import msgspec

from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.notation import message_from_json

HEADINGS = ("Why it is refused", "What it does", "Loses", "Options", "Cases")
OPTIONAL_HEADINGS = frozenset({"Options"})

_FENCE = re.compile(r"^(`{3,})(.*)$")
_LABELS = frozenset({"json options", "json settings before", "json settings after", "jsonl before", "jsonl after", "jsonl unchanged"})


class Case(msgspec.Struct, frozen=True):
    """One example of a page. `after` None: the very same messages come back. `settings_after` None: so do the settings.

    `options` are constructor fields of the rule, for this case alone."""

    title: str
    options: Mapping[str, Json]
    before: tuple[Message, ...]
    after: tuple[Message, ...] | None
    settings_before: Settings
    settings_after: Settings | None


class Page(msgspec.Struct, frozen=True):
    """The page of one rule: its whole text, its first sentence, its `##` headings and its cases, in order."""

    title: str
    text: str
    summary: str
    headings: tuple[str, ...]
    cases: tuple[Case, ...]


def page_of(rule_class: type) -> Page:
    """The page beside the module of a rule. Raises FileNotFoundError without one, ValueError where it cannot be read."""
    package, _, stem = rule_class.__module__.rpartition(".")
    return parse_page(resources.files(package).joinpath(f"{stem}.md").read_text(encoding="utf-8"))


def parse_page(text: str) -> Page:
    """The page that a text is. Raises ValueError where a case cannot be read."""
    title, summary, headings = "", "", list[str]()
    cases = list[Case]()
    blocks: dict[str, str] | None = None
    for mark, words, body in pieces(text):
        if mark == "###":
            _finish(cases, blocks)
            blocks = {"title": words}
        elif mark == "```" and blocks is not None and words in _LABELS:
            _put(blocks, words, body)
        elif mark == "##":
            headings.append(words)
        elif mark == "#":
            title = words
        elif mark == "" and not summary:
            summary = words
    _finish(cases, blocks)
    return Page(title, text, summary, tuple(headings), tuple(cases))


def pieces(text: str) -> Iterator[tuple[str, str, str]]:
    """Headings as (mark, words, ""), fenced blocks as ("```", label, body), paragraphs as ("", words, "")."""
    lines = iter([*text.splitlines(), ""])
    paragraph: list[str] = []
    for line in lines:
        fence, mark = _FENCE.match(line), line.partition(" ")[0]
        is_heading = mark in ("#", "##", "###")
        if (fence or is_heading or not line.strip()) and paragraph:
            yield "", " ".join(paragraph), ""
            paragraph = []
        if fence:
            yield "```", fence[2].strip(), _body(lines, fence[1])
        elif is_heading:
            yield mark, line[len(mark) :].strip(), ""
        elif line.strip():
            paragraph.append(line.strip())


def _body(lines: Iterator[str], fence: str) -> str:
    body: list[str] = []
    for line in lines:
        if line.rstrip() == fence:
            return "\n".join(body)
        body.append(line)
    raise ValueError("a fenced block of the page is not closed")


def _put(blocks: dict[str, str], label: str, body: str) -> None:
    if label in blocks:
        raise ValueError(f"case {blocks['title']!r} has two blocks {label!r}")
    blocks[label] = body


def _finish(cases: list[Case], blocks: dict[str, str] | None) -> None:
    if blocks is not None:
        cases.append(_case(blocks))


def _case(blocks: Mapping[str, str]) -> Case:
    changing = "jsonl before" in blocks and "jsonl after" in blocks
    if changing == ("jsonl unchanged" in blocks):
        raise ValueError(f"case {blocks['title']!r} needs either before and after, or unchanged")
    return Case(
        blocks["title"],
        _object(blocks.get("json options")) or {},
        _messages(blocks["jsonl before" if changing else "jsonl unchanged"]),
        _messages(blocks["jsonl after"]) if changing else None,
        _settings(blocks.get("json settings before")) or Settings(),
        _settings(blocks.get("json settings after")),
    )


def _messages(body: str) -> tuple[Message, ...]:
    lines = [line for line in body.splitlines() if line.strip()]
    return tuple(message_from_json(_decoded(line), origin) for origin, line in enumerate(lines))


def _settings(body: str | None) -> Settings | None:
    return None if body is None else msgspec.convert(_object(body), Settings)


def _object(body: str | None) -> dict[str, Any] | None:
    return None if body is None else _decoded(body)


def _decoded(body: str) -> dict[str, Any]:
    """The JSON object of a block; by `json`, because pages show lone surrogates, which msgspec refuses."""
    value = json.loads(body)
    if type(value) is not dict:
        raise ValueError(f"a block of the page is no JSON object: {body[:60]!r}")
    return value
