"""Scripts that put no spaces between words. The index breaks a text into words where it is no letter or digit, so that a whole sentence of
Japanese were one word. Here each character of such a script becomes a word of its own, and what is searched for a phrase of them."""

from __future__ import annotations

import unicodedata

from replayable.on_demand import pattern
from replayable.store.schema import SIGNS

# Stands between the characters in the index only: no letter, one byte, and shown by nobody.
_BREAK = "\x1f"
# Thai, Lao; Myanmar; Hangul; Khmer; kana, Bopomofo and Hangul letters; Han; the rest of each.
_SPACELESS = (
    "\u0e01-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u302a-\u31ff\u3400-\u9fff\ua960-\ua97f\ua9e0-\ua9ff\uaa60-\uaa7f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
_RUN = pattern(f"[{_SPACELESS}]+")
# What the index takes for a word, or for a part of one: accents written apart, and vowel signs.
_WORD = pattern(rf"[\w\u0300-\u036f{SIGNS}]+")
_LETTER = pattern(rf"[^\W_]|[{SIGNS}]")


def apart(text: str) -> str:
    """The text as it goes into the index."""
    text = text.replace(_BREAK, " ")
    return text if text.isascii() else _RUN.sub(lambda run: f"{_BREAK}{_BREAK.join(run[0])}{_BREAK}", text)


def together(text: str) -> str:
    """The text as it was, of what the index holds."""
    return text.replace(_BREAK, "")


def asked(words: str) -> str:
    """The words as a query of the index: each of them, whichever way its accents are written. Empty where there are none."""
    spelled = [_spellings(word) for word in _WORD.findall(words) if _LETTER.search(word)]
    # Side by side: so the index passes over a phrase in which it knows no letter. It does not take what is in parentheses so.
    plain = " ".join(spellings[0] for spellings in spelled if len(spellings) == 1)
    either = [f"({' OR '.join(spellings)})" for spellings in spelled if len(spellings) > 1]
    return " AND ".join([plain, *either] if plain else either)


def _spellings(word: str) -> list[str]:
    """A word (or what has no spaces in it) as phrases, of which one has to stand in the text."""
    spellings = dict.fromkeys((word, unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)))
    return [f'"{apart(each)}"' for each in spellings]
