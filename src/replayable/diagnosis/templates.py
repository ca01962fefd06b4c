"""The texts of the catalogue as patterns: what is filled in may be anything, and what a wrapper loses need not be there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec

from replayable.contracts.catalogue import every_refusal, texts
from replayable.contracts.refusal import Refusal
from replayable.model.values import Json
from replayable.on_demand import pattern
from replayable.targets import Api

# What the catalogue tells beside a text (fields of the error object), and what a client or a server puts before the first of several.
_REMARK = pattern(r"  \((?:param|code|type) .*\)$| \(\d{4}\)$")
_HEAD = pattern(r"^(?:request_too_large: |Parameter validation failed: |\d validation error detected: |<400> [\w.]+: |\* |.*; metadata\.raw: )")

NAME = pattern(r"\{([a-z_]+)\}")
_WORD = pattern(r"`([^`{}\s]+)`")
_NUMBERS = frozenset({"n", "max", "most", "limit", "i", "j", "k", "column", "char", "first", "line", "position"})
_WORDS = frozenset({"block_type", "field", "role", "before", "kind", "call_type"})
_QUOTE = "['\"`]"
_LOOSE = {"'": _QUOTE, '"': _QUOTE, "`": f"{_QUOTE}?"}
_PLACE = r"(?:[A-Za-z_$*]|\{\w+\})(?:[\w.$*\[\]/-]|\{\w+\}){0,400}"  # in a text that was never filled in, with the names of its parts
_BEGINNING = r"(?<![\w.\[\]$/-])"  # a place is read from where it begins

_WRAPPERS = frozenset({"Provider returned error", "The model returned the following errors: {text}"})

# Below this, a pattern of which words may be missing would say too little (characters).
_TELLING = 30


class Template(msgspec.Struct, frozen=True):
    """A text of a refusal. `words`: how many characters of it are its own; `anchor`: the longest run of them, in lower case."""

    api: Api
    refusal: Refusal
    text: str
    pattern: re.Pattern[str]
    words: int
    anchor: str

    @property
    def is_wrapper(self) -> bool:
        """Whether it only says that somebody else refused something."""
        return self.text in _WRAPPERS


def bare(text: str) -> str:
    """A text of the catalogue, without what it tells beside the provider's words."""
    text = _HEAD.sub("", _REMARK.sub("", _message_in(text)))
    return text.strip()


def _template(api: Api, refusal: Refusal, text: str) -> Template | None:
    words = bare(text)
    if words.startswith("(") and words.endswith(")"):  # a remark of the list: no text is known
        return None
    runs = [run for run in NAME.split(words)[::2] if run]
    own = _own_words(words)
    return Template(api, refusal, words, pattern("".join(_pieces(words)), re.IGNORECASE | re.DOTALL), own, _anchor(runs))


def _message_in(text: str) -> str:
    """The longest string of a text that is a whole JSON body."""
    if not text.startswith("{"):
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return max(_strings(value), key=len, default=text)


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)


def _own_words(words: str) -> int:
    return sum(len(run) for run in NAME.split(words)[::2])


def _anchor(runs: list[str]) -> str:
    """The longest piece that stands in every answer as it is: without blanks that may be line ends, quotes and quoted words."""
    pieces = [piece for run in runs for piece in re.split(r"[\s'\"`]+", _WORD.sub(" ", run))]
    return max(pieces, key=len, default="").rstrip(".").lower()


def _pieces(words: str) -> Iterator[str]:
    """The regular expression, piece by piece; each name in braces is a group."""
    may_lose = len(_WORD.sub("", words)) >= _TELLING
    seen = set[str]()
    split = NAME.split(words.rstrip("."))
    if not split[0]:
        yield _BEGINNING
    for number, piece in enumerate(split):
        if number % 2 == 0:
            yield _literal(piece, may_lose)
            continue
        is_last = number == len(split) - 2 and not split[-1]
        yield f"(?P<{piece}>{_filled(piece, is_last)})" if piece not in seen else f"(?:{_filled(piece, is_last)})"
        seen.add(piece)


def _filled(name: str, is_last: bool) -> str:
    """What may stand for a name; a text that was never filled in has the name itself."""
    if name in _NUMBERS:
        known = r"\d[\d,_]*"
    elif name == "at":
        known = _PLACE
    elif name in _WORDS:
        known = r"[A-Za-z_][\w-]*|\.\.\."
    elif is_last:
        known = r"[^\n\"'{}\\]{1,2000}|\S"
    else:
        known = r".{0,2000}?"
    return rf"\{{[\w ]+\}}|{known}"


def _literal(piece: str, may_lose: bool) -> str:
    """Words as a pattern. Shells and Markdown take backticks away, shells even what stands between them."""
    split = _WORD.split(piece)
    made = ""
    for number, each in enumerate(split):
        if number % 2 == 0:
            made += _plain(each)
        elif may_lose:
            made = made.removesuffix(r"\s+")
            made += rf"\s*(?:`?{_plain(each)}`?)?\s*"
        else:
            made += f"`?{_plain(each)}`?"
    return made.replace(r"\s*\s+", r"\s*")


def _plain(words: str) -> str:
    return "".join(_LOOSE.get(piece) or (r"\s+" if piece.isspace() else re.escape(piece)) for piece in re.split(r"(\s+|['\"`])", words))


# All texts of the catalogue, in its order.
TEMPLATES: tuple[Template, ...] = tuple(made for api, refusal in every_refusal() for text in texts(refusal) if (made := _template(api, refusal, text)))
