"""On which lines of a JSON text the things stand that pointers name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from replayable.on_demand import pattern
from replayable.records import Document

_TOKEN = pattern(rb'"(?:[^"\\]|\\.)*"|[{}\[\],:]|\n|[^\s{}\[\],:"]+', re.DOTALL)

# A part of the tree of what is looked for: steps to parts, and under "" the pointers that end here.
_Wanted = dict[str, "_Wanted"]


def lines_of(document: Document, pointers: Iterable[str]) -> Mapping[str, int]:
    """The 1-based line of each pointer, or of the last thing on its way that is there. Empty where the text has no lines that say anything.

    A pointer into a bare list begins with the key of a request's history: a list of JSON lines has each message on a line of its own."""
    if document.data is None:
        return {}
    if document.records is not None:
        return {pointer: document.records[index].line for pointer in pointers if (index := _second(pointer)) is not None and index < len(document.records)}
    return _found_in(document.data, set(pointers), isinstance(document.value, list))


def _second(pointer: str) -> int | None:
    steps = pointer.split("/")
    return int(steps[2]) if len(steps) > 2 and steps[2].isdigit() else None


def _found_in(data: bytes, pointers: set[str], is_list: bool) -> Mapping[str, int]:
    wanted = {pointer: ("/" + pointer.split("/", 2)[2] if is_list and pointer.count("/") > 1 else pointer) for pointer in pointers}
    walk = _Walk(_tree(wanted.values()))
    walk.through(data)
    return {pointer: line for pointer, place in wanted.items() if (line := walk.nearest(place)) is not None}


def _tree(pointers: Iterable[str]) -> _Wanted:
    root: _Wanted = {}
    for pointer in pointers:
        node = root
        for step in pointer.split("/")[1:]:
            node = node.setdefault(step.replace("~1", "/").replace("~0", "~"), {})
    return root


class _Level(msgspec.Struct):
    """A list or an object that is open. `index` None: an object, whose present `key` it is."""

    wanted: _Wanted | None
    place: str
    index: int | None
    key: str = ""
    at_key: bool = False


class _Walk:
    """One way through a text, token by token; only the places that are looked for are noted."""

    def __init__(self, wanted: _Wanted) -> None:
        self._root = wanted
        self._lines: dict[str, int] = {}

    def nearest(self, place: str) -> int | None:
        """The line of the place, or of what it would stand in."""
        while place and place not in self._lines:
            place = place.rpartition("/")[0]
        return self._lines.get(place)

    def through(self, data: bytes) -> None:
        """Notes the line of each place that is looked for."""
        line, levels = 1, list[_Level]()
        for token in _TOKEN.finditer(data):
            text = token[0]
            if text == b"\n":
                line += 1
            elif text in (b"}", b"]"):
                if not levels:
                    return
                levels.pop()
            elif text == b",":
                self._next(levels)
            elif text != b":":
                self._value(text, line, levels)

    def _next(self, levels: list[_Level]) -> None:
        if levels and levels[-1].index is not None:
            levels[-1].index += 1
        elif levels:
            levels[-1].at_key = True

    def _value(self, text: bytes, line: int, levels: list[_Level]) -> None:
        """A key, a plain value, or the beginning of a list or an object."""
        level = levels[-1] if levels else None
        if level is not None and level.at_key:
            level.key, level.at_key = _key(text) if level.wanted else "", False
            return
        wanted, place = self._entered(level)
        if wanted is not None:
            self._lines.setdefault(place, line)
        if text == b"[":
            levels.append(_Level(wanted, place, 0))
        elif text == b"{":
            levels.append(_Level(wanted, place, None, "", True))

    def _entered(self, level: _Level | None) -> tuple[_Wanted | None, str]:
        if level is None:
            return self._root, ""
        if not level.wanted:
            return None, ""
        step = level.key if level.index is None else str(level.index)
        return level.wanted.get(step), f"{level.place}/{step.replace('~', '~0').replace('/', '~1')}"


def _key(text: bytes) -> str:
    try:
        return str(msgspec.json.decode(text))
    except msgspec.MsgspecError:
        return ""
