"""Knows a silent reply: the text by which an assistant says that it says nothing (`NO_REPLY`).

The rules are those of openclaw 2026.9.6 ("silent text" of its replay rules, as its answers to 74 texts show them).
"""

from __future__ import annotations

import json
import re
import unicodedata

from replayable.model.values import trimmed
from replayable.on_demand import pattern

TOKEN = "NO_REPLY"

_BLANK = r"[\s\ufeff]"
_REPEATED = pattern(rf"{TOKEN}(?:{_BLANK}+{TOKEN})*", re.IGNORECASE)
# Tags and headings under which some models write their reasoning into the text.
_CLOSED_TAGS = pattern(r"(?:\s*<(think|thinking|thought)>.*?</\1>)+", re.IGNORECASE | re.DOTALL)
_OPEN_TAG = pattern(r"<(?:think|thinking|thought)>", re.IGNORECASE)
_HEADING = pattern(r"(?:think|thinking|thought|analysis|reasoning):?[ \t]*\n", re.IGNORECASE)
_STAYS_QUIET = pattern(r"I(?: will|['\u2019]ll) (?:stay|remain|keep|be) (?:quiet|silent)[.!]?\s+", re.IGNORECASE)


def is_silent(text: str) -> bool:
    """The text is a silent reply and nothing else."""
    if TOKEN not in text.upper():
        return False
    text = trimmed(text)
    return _is_token(text) or _is_action(text) or _is_token_behind_reasoning(text)


def _is_token(text: str) -> bool:
    """The token, once or repeated, with punctuation around it."""
    start, end = 0, len(text)
    while start < end and _is_edge(text[start]):
        start += 1
    while end > start and _is_edge(text[end - 1]):
        end -= 1
    return _REPEATED.fullmatch(text, start, end) is not None


def _is_edge(character: str) -> bool:
    """Punctuation as Unicode has it (a back-tick is a symbol), or white space."""
    return unicodedata.category(character)[0] == "P" or character.isspace()


def _is_action(text: str) -> bool:
    """A JSON object that holds the token as its only action, in capitals."""
    if not text.startswith("{"):
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return type(value) is dict and list(value) == ["action"] and type(value["action"]) is str and trimmed(value["action"]) == TOKEN


def _is_token_behind_reasoning(text: str) -> bool:
    """Reasoning in tags or under a heading, perhaps a promise to stay quiet, then the token alone."""
    if found := _CLOSED_TAGS.match(text) or _HEADING.match(text):
        rest = text[found.end() :].lstrip()
        return _is_bare(_STAYS_QUIET.sub("", rest, count=1) if _STAYS_QUIET.match(rest) else rest)
    if found := _OPEN_TAG.match(text):
        rest = text[found.end() :].lstrip()
        promise = _STAYS_QUIET.match(rest)
        return promise is not None and _is_bare(rest[promise.end() :])
    return False


def _is_bare(text: str) -> bool:
    return text.upper() == TOKEN
