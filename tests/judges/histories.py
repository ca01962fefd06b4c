"""What is judged: prepared requests of damaged histories, generated the same in every run, and of real sessions."""

from __future__ import annotations

import functools
import json
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import replayable
import strategies
from judges import fields, mutations
from judges.verdict import Request
from laws import target_format

SESSIONS = Path(__file__).parent.parent / "handed" / "sessions"
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
Drawn = TypeVar("Drawn")

# A block of a kind that nobody knows may be newer than this version: in the target's own format it is left where it is.
UNKNOWN = b'{"type":"hologram"'


class History(NamedTuple):
    """A history and its format: a bare list, a request with settings, or the path of a session."""

    source: str
    held: Any


def prepared(target: str, count: int, options: Mapping[str, Any]) -> Iterator[Request]:
    """The requests for a target, of generated histories and of the sessions, but for those that no turn is left of."""
    own = target_format(target, options)
    for history in (*generated(count), *sessions()):
        made = replayable.prepare(history.held, target, source=history.source, **options)
        told = options.get("prefill") and made.problems  # a prefill is wanted, though nothing stands before it
        if not told and not (history.source == own and UNKNOWN in made.body) and has_turns(request := json.loads(made.body)):
            yield request


def has_turns(request: Request) -> bool:
    """There is something to answer in a request."""
    turns = next((request[key] for key in ("messages", "contents", "input") if key in request), ())
    return any(turn.get("role") not in ("system", "developer") for turn in turns)


@functools.cache
def sessions() -> tuple[History, ...]:
    """The real sessions, as they were stored."""
    return tuple(History("openclaw", path) for path in sorted(SESSIONS.glob("pi-*.jsonl")))


@functools.cache
def generated(count: int) -> tuple[History, ...]:
    """So many damaged histories; every third is a whole request with settings."""
    return _drawn(_histories(), count)


def requests_of_all_kinds(target: str, count: int, options: Mapping[str, Any]) -> tuple[Request, ...]:
    """Requests in a target's format: a half that nobody prepared, a quarter that were prepared, and a quarter of these with a wrong value."""
    source = target_format(target, options)
    made = [request for request in prepared(target, count // 4, options) if len(request[fields.TURNS[source]]) < REAL]
    return (*unprepared(source, count // 2), *made, *_mutated(made, count - count // 2 - len(made)))


REAL = 200  # turns; a generated history has fewer


@functools.cache
def unprepared(source: str, count: int) -> tuple[Request, ...]:
    """Requests of one format as they might be stored: right ones, little damaged ones and damaged ones."""
    conversations = strategies.conversations() | strategies.damaged(2) | strategies.damaged()
    found = _drawn(st.tuples(conversations, fields.of(source)).map(functools.partial(_whole, source)), count)
    return tuple(history.held for history in found)


def _mutated(requests: list[Request], count: int) -> tuple[Request, ...]:
    return _drawn(st.sampled_from(requests).flatmap(mutations.mutated), count)


def _histories() -> st.SearchStrategy[History]:
    def written(source: str) -> st.SearchStrategy[History]:
        bare = strategies.damaged().map(lambda lines: History(source, strategies.WRITERS[source](lines)))
        return st.one_of(bare, bare, st.tuples(strategies.damaged(), fields.of(source)).map(functools.partial(_whole, source)))

    return st.sampled_from(tuple(strategies.WRITERS)).flatmap(written)


def _whole(source: str, drawn: tuple[strategies.Conversation, Mapping[str, Any]]) -> History:
    lines, settings_of_request = drawn
    return History(source, fields.request(source, strategies.WRITERS[source](lines), settings_of_request))


def _drawn(histories: st.SearchStrategy[Drawn], count: int) -> tuple[Drawn, ...]:
    found: list[Drawn] = []

    @seed(3)
    @settings(max_examples=count, database=None, phases=[Phase.generate], suppress_health_check=SLOW, deadline=None)
    @given(histories)
    def collect(history: Drawn) -> None:
        found.append(history)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run: Callable[[], None] = collect
        run()
    return tuple(found)
