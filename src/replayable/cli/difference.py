"""What a cured request says otherwise than the one that was refused, as a unified diff of its JSON, a line a message."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from itertools import pairwise, takewhile

from replayable.cli.reports import as_json
from replayable.cli.source import HISTORY_KEYS
from replayable.model.values import Json

_LONGEST = 400  # characters of a line that are shown; the message is more often an image than words beyond
_AROUND = 80  # characters before the first that differs
_MOST = 2000  # messages that differ, in the middle of the history: comparing takes the square of it


def difference(before: Json, after: Json) -> list[str]:
    """The lines of the diff, each with its sign: ` ` for what stays around, `-` and `+`. Empty where both are equal."""
    old, new = list(_lines(before)), list(_lines(after))
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    old, new = old[max(0, same - 1) :], new[max(0, same - 1) :]
    ending = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(reversed(old), reversed(new), strict=False)))
    old, new = old[: len(old) - max(0, ending - 1)], new[: len(new) - max(0, ending - 1)]
    if len(old) + len(new) > _MOST:
        return [f"  … {len(old):,} lines become {len(new):,}"]
    return list(map(_short, _without_beginnings(list(difflib.unified_diff(old, new, n=1, lineterm=""))[3:])))


def _without_beginnings(lines: list[str]) -> list[str]:
    """The lines; of one that takes the place of another, what both have in common for long is left out, so that the difference is seen."""
    made = list(lines)
    for number, (line, following) in enumerate(pairwise(lines)):
        if line[:1] == "-" and following[:1] == "+":
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(line[1:], following[1:], strict=False)))
            if same > 2 * _AROUND:
                made[number], made[number + 1] = f"-…{line[1 + same - _AROUND :]}", f"+…{following[1 + same - _AROUND :]}"
    return made


def _lines(request: Json) -> Iterator[str]:
    """The fields of a request and the messages of its history, one a line."""
    if not isinstance(request, dict):
        yield as_json(request)
        return
    for key, value in request.items():
        if key in HISTORY_KEYS and isinstance(value, list):
            yield from map(as_json, value)
        else:
            yield f"{as_json(key)}: {as_json(value)}"


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
