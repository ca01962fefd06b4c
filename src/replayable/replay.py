"""A session that grows: hand over what is new, prepare as often as needed."""

from __future__ import annotations

from typing import Any

import msgspec

from replayable import formats, pipeline, policies, records
from replayable.errors import ReadError
from replayable.formats.format import Format
from replayable.growing import Growing
from replayable.model import Json, Message, Transcript
from replayable.options import Options, options_from
from replayable.report import Note
from replayable.targets import Target, parse_target

_HISTORY_KEYS = ("messages", "input", "contents")

# So many targets and sets of options are kept ready at a time.
_READY = 4

_Verdicts = tuple[bool | None, ...]


class Replay:
    """An agent loop's history for one target. `prepare()` equals `replayable.prepare` of everything so far.

    What was settled by earlier calls is not looked at again, as long as nothing that comes later reaches into it. Histories in
    formats whose entries hang together (`openclaw`, `openai-responses`) are prepared from scratch each time."""

    def __init__(self, target: str, *, options: Options | None = None, **names: Any) -> None:
        self._options = options_from(options, names)
        parse_target(target, self._options.api)
        self._target = target
        self._source: str | None = None
        self._entries: list[Json] = []
        self._request: dict[str, Json] | None = None
        self._key: str | None = None  # of the request's list
        self._notes: tuple[Note, ...] = ()
        self._verdicts: _Verdicts | None = None
        self._judged = 0
        self._forget()

    def _forget(self) -> None:
        self._format: Format | None = None  # that the entries were read in
        self._messages: list[Message] = []
        self._blank: Transcript | None = None
        self._read = 0
        self._ready: list[_Ready] = []

    def extend(self, history: Any, source: str | None = None) -> None:
        """Adds one or more messages, session entries, or (first only) a whole request. All must be in one format: what another API answered
        is handed over as `convert` writes it, else it is no message here, and left out with a change that says so.

        Raises ReadError for a request after the beginning, or for another `source` than before."""
        document = records.load(history)
        value = document.value
        if isinstance(value, dict) and records.is_record(value) and not any(isinstance(value.get(key), list) for key in _HISTORY_KEYS):
            value = [value]
        if source is not None and self._source is not None and source != self._source:
            raise ReadError(f"this replay holds {self._source} already; {source} cannot follow it")
        if isinstance(value, dict) and (self._entries or self._request is not None):
            raise ReadError("a whole request can only be the first of a replay; hand over the new messages")
        if isinstance(value, dict):
            self._request, self._key = value, next((key for key in _HISTORY_KEYS if isinstance(value.get(key), list)), None)
            value = value[self._key] if self._key is not None else []
        self._entries.extend(value)
        self._source = source or self._source
        if document.notes:
            self._notes += document.notes
            self._forget()

    def switch(self, target: str, *, options: Options | None = None, **names: Any) -> None:
        """Sends the session elsewhere from now on. Options that are given take the place of all that were.

        Raises UnknownTarget, InvalidOption."""
        made = options_from(options, names) if options is not None or names else self._options
        parse_target(target, made.api)
        self._target, self._options = target, made

    def branch(self, count: int) -> None:
        """Goes back to the first `count` messages or entries; what is handed over next follows them.

        Raises ReadError where there are not so many."""
        if not 0 <= count <= len(self._entries):
            raise ReadError(f"this replay holds {len(self._entries)} entries; it cannot go back to {count}")
        del self._entries[count:]
        self._verdicts = None
        if count < self._read:
            self._forget()

    def prepare(self, **names: Any) -> pipeline.Prepared:
        """The request for everything so far. Options that are given hold for this call."""
        options = options_from(self._options, names) if names else self._options
        wanted = self._recognised(policies.format_of(self._route(options).api))
        if wanted.entries == "together" or not self._entries or options.prefill:  # a prefill is written as no message before the last one
            return self._from_scratch(options)
        self._read_on(wanted)
        ready = self._growing(options)
        return ready.growing.prepare(self._messages, ready.blank)

    def __repr__(self) -> str:
        beginning = "a request, then " if self._request is not None else ""
        return f"<Replay for {self._target}: {beginning}{len(self._entries)} entries>"

    def _route(self, options: Options) -> Target:
        """Where it is sent. Raises UnknownTarget."""
        for ready in self._ready:
            if ready.target == self._target and ready.options == options:
                return ready.route
        route = parse_target(self._target, options.api)
        policies.choose(route, options)
        return route

    # ------------------------------------------------------------------ the history
    def _from_scratch(self, options: Options) -> pipeline.Prepared:
        prepared = pipeline.prepare(self._history(self._entries), self._target, source=self._source, options=options)
        return prepared.with_notes(self._notes) if self._notes else prepared

    def _history(self, entries: list[Json]) -> Json:
        """Everything so far, with these entries."""
        if self._request is None:
            return list(entries)
        if self._key is not None:
            return {**self._request, self._key: list(entries)}
        return self._request if not entries else {**self._request, **_listed(self._request, entries)}

    def _recognised(self, preferred: str) -> Format:
        """The format of everything so far, told by what came since it was asked last as long as that says nothing new."""
        if self._source is not None:
            return formats.named(self._source)
        entries, before = self._entries, self._verdicts
        if before is not None and self._judged < len(entries):
            now = formats.verdicts(self._history([*entries[:1], *entries[self._judged :]]))
            if any(new is not None and new is not old for old, new in zip(before, now, strict=True)):
                before = None
        if before is None:
            before = formats.verdicts(self._history(entries))
        self._verdicts, self._judged = before, len(entries)
        return formats.chosen(before, preferred)

    def _read_on(self, wanted: Format) -> None:
        """Reads what was not read yet."""
        if self._format is not wanted:
            self._forget()
        if self._blank is None:
            transcript = wanted.read(_document(self._history(self._entries)))
            self._format, self._blank = wanted, msgspec.structs.replace(transcript, messages=(), notes=self._notes)
            self._messages = list(transcript.messages)
        elif self._read < len(self._entries):
            following = wanted.read(_document(self._entries[self._read :])).messages
            for message in following:
                _move(message, self._read)
            self._messages += following
        self._read = len(self._entries)

    def _growing(self, options: Options) -> _Ready:
        """What is settled for this target with these options."""
        for each in self._ready:
            if each.target == self._target and each.options == options:
                return each
        assert self._blank is not None
        blank, route = self._blank, parse_target(self._target, options.api)
        policy = policies.choose(route, options, blank.settings, blank.format, blank.compacted_at, blank.routes)
        ready = _Ready(self._target, options, route, Growing(policy, route, options), pipeline.for_target(blank, policy, route))
        self._ready = [ready, *self._ready[: _READY - 1]]
        return ready


class _Ready(msgspec.Struct, frozen=True):
    """What is settled for one target with one set of options. `blank` is the transcript without its messages."""

    target: str
    options: Options
    route: Target
    growing: Growing
    blank: Transcript


def _document(value: Json) -> records.Document:
    """The document of what was decoded before; one look at its text is cheaper than one at each of its strings."""
    data = records.encode(value)
    return records.Document(value, None, (), "objects", None, records.is_suspect(data) or b"\\ud" in data)


def _move(message: Message, by: int) -> None:
    """Gives a message that was read just now, so that nobody else has it, its place in the whole history."""
    if message.origin is not None:
        msgspec.structs.force_setattr(message, "origin", message.origin + by)


def _listed(request: dict[str, Json], entries: list[Json]) -> dict[str, Json]:
    """The list of a request that had none: what it had instead is its first entry."""
    key = next((key for key in _HISTORY_KEYS if key in request), "messages")
    words = request.get(key)
    return {key: [*([{"role": "user", "content": words}] if isinstance(words, str) else []), *entries]}
