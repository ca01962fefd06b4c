"""Follows every value of a request to where it went: into the request for another API, or into a change that names it.

A value is *there* where the output holds the same value, or says it in the words of `PLAIN`: another spelling of the same thing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from replayable.report import Change

Json = Any
Path = tuple[str | int, ...]

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")

# Words for types in schemas, which some write in capitals.
TYPES = {"object", "string", "array", "number", "integer", "boolean"}

# Spellings of one thing, as (key, value) in lower case without underscores; "*" stands for any value. A value is told if one of its line is
# in the output; "default" says that leaving it out says it, too.
PLAIN: tuple[tuple[tuple[str, Json], ...], ...] = (
    (("paralleltoolcalls", False), ("disableparalleltooluse", True), ("parallel", False)),
    (("paralleltoolcalls", True), ("disableparalleltooluse", False), ("parallel", True), ("default", None)),
    (("display", "summarized"), ("summary", "auto"), ("includethoughts", True), ("exclude", False), ("shown", True)),
    (("display", "omitted"), ("includethoughts", False), ("exclude", True), ("shown", False), ("default", None)),
    (
        *(("type", "enabled"), ("type", "adaptive"), ("enabled", True), ("mode", "enabled"), ("mode", "adaptive")),
        *(("thinkingbudget", "*"), ("effort", "*"), ("reasoningeffort", "*"), ("thinkinglevel", "*")),
    ),
    (("type", "disabled"), ("thinkingbudget", 0), ("effort", "none"), ("reasoningeffort", "none"), ("enabled", False), ("mode", "disabled")),
    (("thinkingbudget", -1), ("type", "adaptive"), ("enabled", True), ("mode", "adaptive")),
    *((("effort", word), ("reasoningeffort", word), ("thinkinglevel", word), ("maxreasoningeffort", word)) for word in EFFORTS),
    (("mode", "any"), ("type", "any"), ("toolchoice", "required"), ("any", "*"), ("mode", "required")),
    (("mode", "none"), ("type", "none"), ("toolchoice", "none")),
    (("mode", "auto"), ("type", "auto"), ("toolchoice", "auto"), ("auto", "*"), ("default", None)),
    # A function is what every API declares; a free-text tool is one with a single argument.
    (("type", "function"), ("type", "custom"), ("functiondeclarations", "*"), ("toolspec", "*"), ("inputschema", "*"), ("tools", "*")),
    # A chosen tool.
    (("type", "tool"), ("type", "function"), ("tool", "*"), ("mode", "any"), ("mode", "named")),
    # A response format.
    (("type", "jsonschema"), ("responsejsonschema", "*"), ("responsemimetype", "application/json")),
    (("type", "jsonobject"), ("responsemimetype", "application/json")),
    (("responsemimetype", "application/json"), ("type", "jsonschema"), ("type", "jsonobject")),
    (("type", "text"), ("responsemimetype", "text/plain"), ("default", None)),
    # What is said of a response's schema always holds at these APIs.
    (("strict", True), ("responsejsonschema", "*"), ("outputconfig", "*")),
    (("type", "ephemeral"), ("cachepoint", "*"), ("cache", "*")),
    (("type", "default"), ("cachecontrol", "*"), ("cache", "*")),
)


def leaves(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every value that holds no other, with its path; an empty object or list is one."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path, value


def untold(given: Json, output: Json, changes: Sequence[Change], ignored: Collection[Path] = ()) -> list[tuple[Path, Json]]:
    """The leaves of what was given that neither the output nor a change tells of. Values that say nothing (None) tell nothing."""
    there, named = _pairs(output), _pairs([change.before for change in changes])
    return [(path, value) for path, value in _spread(given) if value is not None and path not in ignored and not _is_told(path, value, there, named)]


def _spread(given: Json) -> Iterator[tuple[Path, Json]]:
    """The leaves; a schema that is written as text has leaves of its own."""
    for path, value in leaves(given):
        if isinstance(value, str) and value[:1] == "{":
            yield from leaves(_parsed(value), path)
        else:
            yield path, value


def _is_told(path: Path, value: Json, there: set[str], named: set[str]) -> bool:
    key, is_word = _key(path), _is_word(value)
    if not is_word:
        return _value(value) in there or _value(value) in named
    told = named | there
    if _pair(key, value) in told:
        return True
    said = {_pair(key, value), f"{key}:*"}
    return any(not said.isdisjoint(line) and ("default:null" in line or not told.isdisjoint(line)) for line in _LINES)


def _is_word(value: Json) -> bool:
    """A value that is not the caller's own, so that finding it somewhere proves nothing: it counts with its key only."""
    return value in (True, False, -1, {}, []) or (isinstance(value, str) and value.lower().replace("_", "") in _WORDS)


def _key(path: Path) -> str:
    """The name of the field: the last key that is none of a list's indexes."""
    return next((_folded(part) for part in reversed(path) if isinstance(part, str)), "")


def _folded(text: str) -> str:
    return text.rpartition(".")[2].lower().replace("_", "")


def _pairs(value: Json) -> set[str]:
    """Each key with each value, each key with anything, and each value alone, as found anywhere in a value; JSON in texts counts, too."""
    found: set[str] = set()
    for path, item in leaves(value):
        found |= {_pair(_key(path), item), _value(item)}
        found |= {f"{_folded(part)}:*" for part in path if isinstance(part, str)}
        if isinstance(item, str) and (item[:1] == "{" or _key(path) == "schema"):  # one that is written as text
            found |= _pairs(_parsed(item))
    return found


def _parsed(text: str) -> Json:
    """The JSON value of a text, or the text where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _pair(key: str, value: Json) -> str:
    return f"{key}:{_value(value)}"


def _value(value: Json) -> str:
    if isinstance(value, str):
        return json.dumps(value.lower().replace("_", "") if value.lower().replace("_", "") in _WORDS else value)
    return json.dumps(float(value) if type(value) is int else value)


_WORDS = {value for line in PLAIN for _, value in line if isinstance(value, str) and value != "*"} | TYPES
_LINES = [{f"{key}:*" if value == "*" else _pair(key, value) for key, value in line} for line in PLAIN]
