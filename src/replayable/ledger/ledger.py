"""The ledger: each request of a session is held against the one before."""

from __future__ import annotations

import os
import warnings
from collections import OrderedDict
from hashlib import blake2b
from threading import Lock
from typing import Any

import msgspec

from replayable.errors import UnknownTarget
from replayable.ledger.blame import Told, blamed, told
from replayable.ledger.comparing import difference
from replayable.ledger.judging import judged
from replayable.ledger.outline import Outline, without_end
from replayable.ledger.taking import Request, request_of, taken
from replayable.ledger.verdict import Break, PrefixBroken, PrefixWarning, Verdict
from replayable.pipeline import Prepared
from replayable.rules import CATALOG
from replayable.targets import parse_target

# So many sessions are remembered, and so many series of each; the one that was not used for longest goes.
SESSIONS = 512
SERIES = 32

_SWITCH = "REPLAYABLE_PREFIX_ASSERT"

# What tells one series of a session from another: target, API, and what names a cache.
_Key = tuple[str, ...]
_CACHE_FIELDS = ("prompt_cache_key", "prompt_cache_retention")


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a session so far. `declared`: how many rewrites were announced. `bytes`, `tokens`: what was sent anew in all."""

    requests: int = 0
    extensions: int = 0
    rewrites: int = 0
    broken: int = 0
    declared: int = 0
    bytes: int = 0
    tokens: int = 0


class _Series:
    """The last request of one cache, and what was announced since. Of the request it keeps fingerprints, and what `prepare` shares with it."""

    def __init__(self) -> None:
        self.outline: Outline | None = None
        self.told: Told | None = None
        self.reasons: tuple[str, ...] = ()


class _Session:
    def __init__(self) -> None:
        self.series: OrderedDict[_Key, _Series] = OrderedDict()
        self.tally = Tally()

    def of(self, key: _Key) -> _Series:
        series = self.series.setdefault(key, _Series())
        self.series.move_to_end(key)
        if len(self.series) > SERIES:
            self.series.popitem(last=False)
        return series

    def record(self, verdict: Verdict) -> bool:
        """Counts a verdict; true for the first break."""
        self.tally = _counted(self.tally, verdict)
        return verdict.status == "broken" and self.tally.broken == 1


class Ledger:
    """Tells of each request of a session whether it is an extension of the last, and if not, where, why, and what that costs.

    A request that is none, and that nobody declared, is warned of once a session (`PrefixWarning`); with `strict`, or with
    REPLAYABLE_PREFIX_ASSERT=1 in the environment, `observe` raises PrefixBroken each time, after recording it. What was sent is kept as
    fingerprints only. May be used from several threads."""

    def __init__(self, *, strict: bool = False, most: int = SESSIONS) -> None:
        self._strict = strict
        self._most = most
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._lock = Lock()

    def observe(self, session: str, request: Any, target: str | None = None, *, api: str | None = None, cache_key: str | None = None) -> Verdict:
        """What a request is that is about to be sent. It is a body of any API (dict, text, bytes, path, an SDK's object) or what `prepare` gave,
        which knows its target itself. `cache_key`: which of several caches it uses, where it does not say so itself.

        Raises ReadError for what is no request, UnknownTarget, and PrefixBroken."""
        given = request if isinstance(request, Prepared) else request_of(request)
        key = _key(given, target, api, cache_key)
        with self._lock:
            before = self._session(session).of(key).outline
        outline = taken(given, before)
        with self._lock:
            known = self._session(session)
            verdict = _recorded(known.of(key), outline, given)
            is_first_break = known.record(verdict)
        if verdict.status == "broken":
            self._tell(session, verdict, is_first_break)
        return verdict

    def declare(self, session: str, reason: str) -> None:
        """Announces that the history is rewritten: by compaction, pruning, runtime context, image clean-up, or what else the reason says. It holds for
        the next request of each cache that the session used so far, and counts once."""
        with self._lock:
            known = self._sessions.get(session)
            if known is None:
                return
            known.tally = msgspec.structs.replace(known.tally, declared=known.tally.declared + 1)
            for series in known.series.values():
                series.reasons = (*series.reasons, *((reason,) if reason not in series.reasons else ()))

    def tally(self, session: str) -> Tally:
        """What became of the session's requests; all zero for one that is not known (any more)."""
        with self._lock:
            known = self._sessions.get(session)
            return Tally() if known is None else known.tally

    def forget(self, session: str) -> None:
        """Ends a session: what is sent next under its name is a first request."""
        with self._lock:
            self._sessions.pop(session, None)

    def __repr__(self) -> str:
        return f"<Ledger: {len(self._sessions)} sessions>"

    def _session(self, name: str) -> _Session:
        found = self._sessions.setdefault(name, _Session())
        self._sessions.move_to_end(name)
        if len(self._sessions) > self._most:
            self._sessions.popitem(last=False)
        return found

    def _tell(self, session: str, verdict: Verdict, is_first: bool) -> None:
        words = f"session {_shown(session)}: a request is no extension of the one before it; {verdict.difference}"
        if self._strict or os.environ.get(_SWITCH) == "1":
            raise PrefixBroken(words, session, verdict)
        if is_first:
            warnings.warn(PrefixWarning(words, session, verdict), stacklevel=3)


def _key(request: Request, target: str | None, api: str | None, cache_key: str | None) -> _Key:
    if target is None:
        if not isinstance(request, Prepared):
            raise UnknownTarget("a request does not say where it is sent; name its target, provider/model")
        route = request.target
    else:
        route = parse_target(target, api)
    return (str(route), route.api, cache_key or "", *_cache_fields(request))


def _cache_fields(request: Request) -> tuple[str, ...]:
    """What the request itself says of its cache."""
    settings = request.transcript.settings.extra if isinstance(request, Prepared) else request
    return tuple(str(settings.get(name, "")) for name in _CACHE_FIELDS)


def _recorded(series: _Series, outline: Outline, request: Request) -> Verdict:
    """What the request is; from now on it is the last of its series."""
    verdict = _verdict(series, outline, request)
    series.outline, series.told, series.reasons = outline, told(request) if isinstance(request, Prepared) else None, ()
    return verdict


def _verdict(series: _Series, outline: Outline, request: Request) -> Verdict:
    before, known = series.outline, series.told

    def blame(found: Break) -> Break:
        if before is None or known is None or not isinstance(request, Prepared):
            return found
        if known.ender is not None and difference(without_end(before), outline) is None:
            return msgspec.structs.replace(found, rule=known.ender)
        return blamed(found, known, request)

    verdict = judged(before, outline, series.reasons, blame)
    rules = _declared_by(verdict.difference) if verdict.status == "broken" else ()
    return msgspec.structs.replace(verdict, status="declared", declared=rules) if rules else verdict


def _declared_by(found: Break | None) -> tuple[str, ...]:
    """The rule that did it, where it says of itself that it has to."""
    return tuple(rule.name for rule in CATALOG if found is not None and rule.name == found.rule and rule.rewrites)


def _counted(tally: Tally, verdict: Verdict) -> Tally:
    cost = verdict.difference
    return msgspec.structs.replace(
        tally,
        requests=tally.requests + 1,
        extensions=tally.extensions + (verdict.status == "extension"),
        rewrites=tally.rewrites + (verdict.status == "declared"),
        broken=tally.broken + (verdict.status == "broken"),
        bytes=tally.bytes + (cost.bytes if cost else 0),
        tokens=tally.tokens + (cost.tokens if cost else 0),
    )


def _shown(session: str) -> str:
    """A session's name for texts that go into logs: names may hold addresses and numbers of people."""
    return blake2b(session.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
