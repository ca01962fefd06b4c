"""Makes an object of arguments that are none: a small parser for what models and clients write instead of JSON.

Everything is linear in the text. Nothing is guessed: where more than one object could be meant, the value is kept whole.
"""

from __future__ import annotations

import json
import math
import re
from typing import Final, Literal

import msgspec

from replayable.model.parts import RAW_ARGUMENTS
from replayable.model.values import Json, trimmed
from replayable.on_demand import pattern
from replayable.rules.text.characters import CONTROLS, well_formed, without
from replayable.rules.text.strings import mended

How = Literal["object", "empty", "text", "nested", "mended", "glued", "cut", "wrapped"]

# JSON text inside JSON text inside …: three layers have been seen; a limit because each costs a pass.
_LAYERS = 8

# Brackets inside brackets. Python's own parser stops at a depth that hangs on the caller's stack; this one does not.
_DEPTH = 200

_DIGITS = 400

# What some clients write for "no arguments".
_NOTHINGS = frozenset({"", "null", "None", "undefined", "[]"})

# What may be left over behind an object without meaning anything.
_LEFT_OVER = " \t\r\n,;)]}\"'`"

_TOKEN = pattern(r'"[^"\\]*+(?:\\.[^"\\]*+)*+("?)|[\[\]{},]', re.DOTALL)
_PIECE = pattern(
    r"""\s*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:\s*+)?+"""  # a key and its colon, where it is a member
    r"""(?:"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"\s*+|\\?)|[-0-9.eE+]++|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)?""",
    re.DOTALL,
)
_CLOSING = {"[": "]", "{": "}"}
_LOOSE = pattern(
    r"""("[^"\\]*+(?:\\.[^"\\]*+)*+"?)|'([^'\\]*+(?:\\.[^'\\]*+)*+)('?)|\b(True|False|None)\b|,(?=\s*+[}\]])""",
    re.DOTALL,
)
_WORDS = {"True": "true", "False": "false", "None": "null"}
_FENCE = pattern(r"```[\w-]*[ \t]*\n(.*)```", re.DOTALL)
_GAP = pattern(r"[\s,;]*+")
_QUOTE = pattern(r"\\.|\"", re.DOTALL)
_ESCAPE = pattern(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\.|[\x00-\x1f]", re.DOTALL)


class Repaired(msgspec.Struct, frozen=True, gc=False):
    """An object of arguments, and what had to be done to get it. `whole`: all that was there is in it."""

    value: dict[str, Json]
    how: How
    whole: bool = True


def object_of(value: Json) -> Repaired:
    """The object that is meant by arguments of any kind. Never raises."""
    if isinstance(value, dict):
        return Repaired(value, "object")
    if value is None or value == []:
        return Repaired({}, "empty")
    if type(value) is str:
        return _without_odd_escapes(value, _object_of_text(value))
    return Repaired({RAW_ARGUMENTS: value}, "wrapped")


def _object_of_text(text: str) -> Repaired:
    layer = _unfenced(trimmed(well_formed(text)))
    for depth in range(_LAYERS):
        if layer in _NOTHINGS:
            return Repaired({}, "empty")
        if _is_too_deep(layer):
            break
        value = _decoded(layer)
        if type(value) is dict:
            return Repaired(value, "nested" if depth else "text")
        if value == []:
            return Repaired({}, "empty")
        if type(value) is not str:
            return _object_of_broken(layer) or Repaired({RAW_ARGUMENTS: text}, "wrapped")
        layer = _unfenced(trimmed(value))
    return Repaired({RAW_ARGUMENTS: text}, "wrapped")


def _object_of_broken(text: str) -> Repaired | None:
    """The object in a text that begins like one: whole objects in front, then perhaps one that is nearly JSON or cut off."""
    if not text.startswith("{"):
        return None
    objects, rest = _leading_objects(text)
    how: How = "mended" if len(objects) == 1 else "glued"
    whole = True
    if not objects or rest.strip(_LEFT_OVER):
        last = _nearly_json(rest) or _cut_off(rest)
        if last is None:
            return None
        how = "glued" if objects else last.how
        whole = last.whole
        objects.append(last.value)
    merged = _merged(objects)
    return None if merged is None else Repaired(merged, how, whole)


def _leading_objects(text: str) -> tuple[list[dict[str, Json]], str]:
    """The whole objects that a text begins with, and what follows the last."""
    objects: list[dict[str, Json]] = []
    position = 0
    while text.startswith("{", position):
        try:
            value, position = _DECODER.raw_decode(text, position)
        except ValueError:
            break
        objects.append(value)
        position = _end_of_gap(text, position)
    return objects, text[position:]


def _end_of_gap(text: str, position: int) -> int:
    found = _GAP.match(text, position)
    return position if found is None else found.end()


def _merged(objects: list[dict[str, Json]]) -> dict[str, Json] | None:
    """One object that says what all of them say; None where two contradict each other."""
    merged: dict[str, Json] = {}
    for each in objects:
        for key, value in each.items():
            # By their spelling, because 1 and true are equal in Python.
            if key in merged and repr(merged[key]) != repr(value):
                return None
            merged[key] = value
    return merged


def _nearly_json(text: str) -> Repaired | None:
    """The object of a text with single quotes, Python's words or commas before a closing bracket."""
    value = _decoded(_strict(text))
    return Repaired(value, "mended") if type(value) is dict else None


def _strict(text: str) -> str:
    return _LOOSE.sub(_strict_token, text)


def _strict_token(found: re.Match[str]) -> str:
    double, single, end, word = found.groups()
    if double is not None:
        return double
    if single is not None:
        return '"' + _QUOTE.sub(_other_quote, single) + '"' if end else found[0]
    return _WORDS[word] if word is not None else ""


def _other_quote(found: re.Match[str]) -> str:
    return {'"': '\\"', "\\'": "'"}.get(found[0], found[0])


def _cut_off(text: str) -> Repaired | None:
    """The object of a text that ends too early. Where closing what is open is not enough, the last piece goes."""
    end = _end_of(text)
    if end is None:
        return None
    head = text if end.quote else _without_comma(text)
    for candidate in (head, _strict(head)):
        value = _decoded(candidate + end.quote + end.closing)
        if type(value) is dict:
            return Repaired(value, "cut")
    return _without_last_piece(text, end)


def _without_last_piece(text: str, end: _End) -> Repaired | None:
    """The object up to its last piece, with as much of that as makes sense. All before it must be JSON, the piece must begin like it."""
    before = _decoded(_without_comma(text[: end.piece]) + end.closing)
    if type(before) is not dict or _PIECE.fullmatch(text, end.piece) is None:
        return None
    value = _decoded_as_far_as_possible(text)
    return Repaired(value if type(value) is dict else before, "cut", False)


def _without_comma(text: str) -> str:
    return text.rstrip().removesuffix(",")


class _End(msgspec.Struct, frozen=True, gc=False):
    """How a text ends too early: what would close its open string and its open brackets, and where its last piece begins."""

    quote: str
    closing: str
    piece: int


def _end_of(text: str) -> _End | None:
    """None where nothing is open at the end, or brackets do not match."""
    opened: list[str] = []
    quote, piece = "", 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token in _CLOSING:
            opened.append(_CLOSING[token])
            piece = found.end()
        elif token == ",":
            piece = found.end()
        elif token in "]}":
            if not opened or opened.pop() != token:
                return None
        elif not found[1]:
            quote = '"'
    return _End(quote, "".join(reversed(opened)), piece) if opened else None


def _decoded_as_far_as_possible(text: str) -> Json:
    """What a streaming parser makes of a text; only for one that is known to end too early, because it passes over much that is wrong."""
    import jiter

    # It refuses raw control characters and halves of characters, escaped ones too.
    tame = _TOKEN.sub(lambda found: _ESCAPE.sub(_tame_escape, found[0]) if found[0].startswith('"') else found[0], text)
    try:
        value = jiter.from_json(tame.encode(), allow_inf_nan=False, partial_mode="trailing-strings")
    except ValueError:
        return None
    return _decoded(json.dumps(value))  # numbers beyond a float's range as everywhere here


def _tame_escape(found: re.Match[str]) -> str:
    token = found[0]
    if len(token) == 1:
        return f"\\u{ord(token):04x}"
    return "\\ufffd" if len(token) == 6 else token


def _decoded(text: str) -> Json:
    """The JSON value of a text; `_NOT_JSON` where it is none."""
    try:
        return _DECODER.decode(text)
    except ValueError:
        return _NOT_JSON


def _is_too_deep(text: str) -> bool:
    if text.count("{") + text.count("[") <= _DEPTH:
        return False
    depth = 0
    for found in _TOKEN.finditer(text):
        depth += (found[0] in _CLOSING) - (found[0] in "]}")
        if depth > _DEPTH:
            return True
    return False


def _unfenced(text: str) -> str:
    """The text inside a Markdown code fence."""
    found = _FENCE.fullmatch(text) if text.startswith("```") else None
    return text if found is None else trimmed(found[1])


def _without_odd_escapes(text: str, repaired: Repaired) -> Repaired:
    """The same without characters that no request can hold: in the text they were escapes, which the text rules pass over."""
    if "\\u" not in text or repaired.how == "wrapped":
        return repaired
    value = mended(mended(repaired.value, well_formed), lambda each: without(each, CONTROLS))
    return Repaired(value, repaired.how, repaired.whole)


def _finite(text: str) -> float | str:
    """A number, or its digits where it is beyond a float's range: JSON has no infinity."""
    value = float(text)
    return value if math.isfinite(value) else text


def _integer(text: str) -> int | str:
    """An integer, or its digits where there are more than any sane one has (Python refuses to read them from 4,300 on)."""
    return int(text) if len(text) <= _DIGITS else text


_NOT_JSON: Final = object()
_DECODER = json.JSONDecoder(strict=False, parse_float=_finite, parse_int=_integer, parse_constant=str)
