"""A session that grows: hand over what is new, prepare as often as needed."""

from __future__ import annotations

from typing import Any

from replayable import pipeline, records
from replayable.errors import ReadError
from replayable.options import Options, options_from
from replayable.report import Note
from replayable.targets import parse_target

_HISTORY_KEYS = ("messages", "input", "contents")


class Replay:
    """An agent loop's history for one target. `prepare()` equals `replayable.prepare` of everything so far.

    In this version each call works from scratch."""

    def __init__(self, target: str, *, options: Options | None = None, **names: Any) -> None:
        self._options = options_from(options, names)
        parse_target(target, self._options.api)
        self._target = target
        self._source: str | None = None
        self._entries: list[Any] = []
        self._request: dict[str, Any] | None = None
        self._notes: tuple[Note, ...] = ()

    def extend(self, history: Any, source: str | None = None) -> None:
        """Adds one or more messages, session entries, or (first only) a whole request. All must be in one format.

        Raises ReadError for a request after the beginning, or for another format than before."""
        document = records.load(history)
        value = document.value
        if isinstance(value, dict) and "role" in value and not any(isinstance(value.get(key), list) for key in _HISTORY_KEYS):
            value = [value]
        if source is not None and self._source is not None and source != self._source:
            raise ReadError(f"this replay holds {self._source} already; {source} cannot follow it")
        if isinstance(value, dict) and (self._entries or self._request is not None):
            raise ReadError("a whole request can only be the first of a replay; hand over the new messages")
        if isinstance(value, dict):
            self._request = value
        else:
            self._entries.extend(value)
        self._source = source or self._source
        self._notes += document.notes

    def prepare(self) -> pipeline.Prepared:
        """The request for everything so far."""
        prepared = pipeline.prepare(self._history(), self._target, source=self._source, options=self._options)
        return prepared.with_notes(self._notes) if self._notes else prepared

    def __repr__(self) -> str:
        beginning = "a request, then " if self._request is not None else ""
        return f"<Replay for {self._target}: {beginning}{len(self._entries)} entries>"

    def _history(self) -> Any:
        if self._request is None:
            return list(self._entries)
        key = next((key for key in _HISTORY_KEYS if isinstance(self._request.get(key), list)), "messages")
        return {**self._request, key: [*(self._request.get(key) or ()), *self._entries]}
