"""What a judge is, and how it words what it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

Request = dict[str, Any]
Kinds = tuple[str, ...]  # what is refused of one request, each kind once; () for an accepted one

LONGEST_KIND = 220  # characters


class Judge(NamedTuple):
    """A name with its version, and what gives the kinds of refusals for each of some requests."""

    name: str
    judge: Callable[[Sequence[Request]], Iterator[Kinds]]


def kinds_of(faults: Iterator[str] | Sequence[str]) -> Kinds:
    """The faults without the positions in them, each once."""
    return tuple(dict.fromkeys(re.sub(r"/\d+(?=[/ :])", "/*", fault)[:LONGEST_KIND] for fault in faults))


def one_by_one(refusals: Callable[[Request], Iterator[str] | Sequence[str]]) -> Callable[[Sequence[Request]], Iterator[Kinds]]:
    """A judge that looks at each request by itself."""
    return lambda requests: (kinds_of(refusals(request)) for request in requests)
