"""Sentences out of the pages of rules."""

from __future__ import annotations

import re

from replayable.on_demand import pattern
from replayable.pages import Page

_TELLING = 60  # characters; a shorter sentence ("It is not refused: it misleads.") takes the next one with it

_REASON = pattern(r"^## Why it is refused\n+(?:- )?(.+?)(?:\n\n|\n- |\n#+ |\Z)", re.MULTILINE | re.DOTALL)
_OPTIONS = pattern(r"^## Options\n(.+?)(?:\n## |\Z)", re.MULTILINE | re.DOTALL)
_OPTION = pattern(r"^- ((?:`\w+`(?:, | and )?)+):\s(.+?)(?=\n- |\n\n|\Z)", re.MULTILINE | re.DOTALL)

# Code spans hold the words of providers, brackets their sources: no sentence ends within. Quoted words may hold backticks of their
# own, in pairs.
_PIECE = pattern(r"``.*?``|`[^`]*`|\([^()]*\)|[^`(]|[`(]")


def reason_of(page: Page) -> str:
    """The first words of why the damage is refused, as many sentences as say something."""
    found = _REASON.search(page.text)
    sentences = sentences_of(" ".join(found[1].split())) if found else []
    words = sentences[0] if sentences else ""
    return " ".join(sentences[:2]) if len(words) < _TELLING else words


def meanings_of(page: Page) -> dict[str, str]:
    """What each option means, without what its default is."""
    options = _OPTIONS.search(page.text)
    found: dict[str, str] = {}
    for names, text in _OPTION.findall(options[1]) if options else ():
        meaning = " ".join(text.split()).partition(" Default")[0].rstrip(".;")
        found.update(dict.fromkeys(re.findall(r"\w+", names), meaning))
    return found


def sentences_of(text: str) -> list[str]:
    """The sentences of a text. One may end within a code span that comes before a new sentence."""
    pieces = [found[0] for found in _PIECE.finditer(text)]
    sentences, start = list[str](), 0
    for end, piece in enumerate(pieces, 1):
        behind = "".join(pieces[end : end + 2])
        if _ends_sentence(piece) and (not behind or re.match(r" [^a-z(]", behind)):
            sentences.append("".join(pieces[start:end]).strip())
            start = end
    rest = "".join(pieces[start:]).strip()
    return [*sentences, rest] if rest else sentences


def _ends_sentence(piece: str) -> bool:
    return piece.rstrip("`")[-1:] in (".", "!", "?") and (len(piece) == 1 or piece.startswith("`"))
