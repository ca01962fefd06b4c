"""A session that grows: hand over what is new, prepare as often as needed."""

from __future__ import annotations

from typing import Any

import msgspec

from replayable import pipeline, policies, records
from replayable.growing import Growing
from replayable.history import History
from replayable.model.transcript import Transcript
from replayable.options import Options, elsewhere, options_from
from replayable.targets import Target, parse_target

# So many targets and sets of options are kept ready at a time.
_READY = 4


class Replay:
    """An agent loop's history for one target. `prepare()` equals `replayable.prepare` of everything so far.

    What was settled by earlier calls is not looked at again, as long as nothing that comes later reaches into it."""

    def __init__(self, target: str, *, options: Options | None = None, **names: Any) -> None:
        self._options = options_from(options, names)
        parse_target(target, self._options.api)
        self._target = self._first = target
        self._history = History()
        self._ready: list[_Ready] = []

    def extend(self, history: Any, source: str | None = None) -> None:
        """Adds one or more messages, session entries, or (first only) a whole request. All must be in one format; what another API answered is
        handed over as `convert` writes it.

        Raises ReadError for a request after the beginning, for another `source` than before, and for what is seen to be in another format (unless
        `source` says that it is not, or nothing of it would be lost). Then nothing was added."""
        self._history.add(records.load(history), source)

    def switch(self, target: str, *, options: Options | None = None, **names: Any) -> None:
        """Sends the session elsewhere from now on; a request that names a model then names this one. Options that are given take the place of all
        that were; else those stay that do not speak of the provider or the model that was left (`options.elsewhere`).

        Raises UnknownTarget, InvalidOption."""
        made = options_from(options, names) if options is not None or names else elsewhere(self._options, self._target, target)
        parse_target(target, made.api)
        self._target, self._options = target, made

    def branch(self, count: int) -> None:
        """Goes back to the first `count` messages or entries; what is handed over next follows them.

        Raises ReadError where there are not so many."""
        self._history.cut(count)

    def prepare(self, **names: Any) -> pipeline.Prepared:
        """The request for everything so far. Options that are given hold for this call."""
        options = options_from(self._options, names) if names else self._options
        history = self._history
        wanted = history.recognised(self._route(options))
        if not history.entries:
            return self._from_scratch(options)
        history.read_on(wanted)
        ready = self._growing(options)
        return ready.growing.prepare(history.messages, ready.blank, history.seal())

    def __repr__(self) -> str:
        beginning = "a request, then " if self._history.request is not None else ""
        return f"<Replay for {self._target}: {beginning}{len(self._history.entries)} entries>"

    def _route(self, options: Options) -> Target:
        """Where it is sent. Raises UnknownTarget."""
        for ready in self._ready:
            if ready.target == self._target and ready.options == options:
                return ready.route
        route = parse_target(self._target, options.api)
        policies.choose(route, options)
        return route

    def _from_scratch(self, options: Options) -> pipeline.Prepared:
        history = self._history
        prepared = pipeline.prepare(history.whole(history.entries), self._target, source=history.source, options=options)
        return prepared.with_notes(history.notes) if history.notes else prepared

    def _growing(self, options: Options) -> _Ready:
        """What is settled for this target with these options."""
        readings = self._history.readings
        for each in self._ready:
            if each.target == self._target and each.options == options and each.reading == readings:
                return each
        blank, route = self._history.blank, parse_target(self._target, options.api)
        assert blank is not None
        if self._target != self._first:  # in the target's own format too: what the request names is what it was first sent to
            blank = pipeline.naming(blank, route)
        policy = policies.choose(route, options, blank.settings, blank.format, blank.compacted_at, blank.routes)
        ready = _Ready(self._target, options, readings, route, Growing(policy, route, options), pipeline.for_target(blank, policy, route))
        self._ready = [ready, *(each for each in self._ready if each.reading == readings)][:_READY]
        return ready


class _Ready(msgspec.Struct, frozen=True):
    """What is settled for one target with one set of options. `reading`: which reading of the history it was made of; `blank`: the transcript
    without its messages."""

    target: str
    options: Options
    reading: int
    route: Target
    growing: Growing
    blank: Transcript
