"""What a target would refuse of a stored history, were it sent as it is: problems with the messages that they come from.

`check` looks at requests. A history in another format is written as the target's request first, with nothing repaired but what has no place
there, and what is found in it is traced back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

import msgspec

from replayable import contracts, formats, policies, records
from replayable.errors import UnknownFormat
from replayable.formats.format import Format
from replayable.model.settings import NO_SETTINGS
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json
from replayable.options import Options, options_from
from replayable.pipeline import read_document, unrepaired
from replayable.policies.policy import Policy
from replayable.report import Note, Problem
from replayable.targets import Target, parse_target

_HISTORY_KEYS = ("messages", "input", "contents")


class Inspection:
    """A history as the target would get it, and what it would refuse there.

    `request` is what was checked; `problems` point into it. `format`: of the history."""

    def __init__(self, request: Json, problems: tuple[Problem, ...], format: str, stored: _Stored | None, notes: tuple[Note, ...]) -> None:
        self.request = request
        self.problems = problems
        self.format = format
        self.notes = notes
        self._stored = stored

    @property
    def is_as_stored(self) -> bool:
        """Whether the history was checked as it was given, so that pointers hold for it too."""
        return self._stored is None

    def origin_of(self, pointer: str | None) -> int | None:
        """The 0-based index of the message in the history from which the thing pointed at comes; None for what is of no one message."""
        index = entry_at(pointer)
        if index is None or self._stored is None:
            return index
        return self._stored.origin_of(index)


class _Stored:
    """Which message of a history each entry of a request comes from."""

    def __init__(self, transcript: Transcript, policy: Policy, entries: Sequence[Json]) -> None:
        self._transcript = transcript
        self._policy = policy
        self._entries = entries

    def origin_of(self, index: int) -> int | None:
        """The index in the history of the message behind an entry; of the first one where several became one."""
        return self._origins[index] if index < len(self._origins) else None

    @cached_property
    def _origins(self) -> tuple[int | None, ...]:
        """Entries and messages hold the same blocks in the same order, so the block that an entry begins with tells its message."""
        alone = [self._blocks_of(message) for message in self._transcript.messages]
        whole = [_size(entry) for entry in self._entries]
        if sum(alone) != sum(whole):
            return tuple(None for _ in whole)
        owners = [message.origin for message, count in zip(self._transcript.messages, alone, strict=True) for _ in range(count)]
        return tuple(owners[start] for start in accumulate(whole[:-1], initial=0)) if whole else ()

    def _blocks_of(self, message: Message) -> int:
        key = self._policy.format.history_key or ""
        request = self._policy.format.written(_of_one(self._transcript, message))
        return sum(map(_size, request[key]))


def inspect(history: Any, target: str, *, source: str | None = None, options: Options | None = None, **names: Any) -> Inspection:
    """What the target would refuse of a history. Raises as `prepare` does."""
    made = options_from(options, names)
    route = parse_target(target, made.api)
    wanted = formats.named(policies.format_of(route.api))
    document = records.load(history)
    found = formats.named(source) if source is not None else _recognised(document.value, wanted)
    if found.name == wanted.name:
        request = as_request(document.value, wanted)
        return Inspection(request, contracts.check(request, route, made), found.name, None, document.notes)
    return _inspected(read_document(document, found.name), route, made)


def as_request(value: Json, wanted: Format) -> Json:
    """A bare list as the history of a request without further fields."""
    return {wanted.history_key: value} if isinstance(value, list) else value


def _recognised(value: Json, wanted: Format) -> Format:
    try:
        return formats.recognised(value, wanted.name)
    except UnknownFormat:
        return wanted


def _inspected(transcript: Transcript, route: Target, options: Options) -> Inspection:
    policy = policies.choose(route, options, transcript.settings, transcript.format, transcript.compacted_at, transcript.routes)
    kept, request = unrepaired(transcript, policy, route)
    entries = request[policy.format.history_key or ""]
    problems = contracts.check(request, route, options)
    return Inspection(request, problems, transcript.format, _Stored(kept, policy, entries), transcript.notes)


def _of_one(transcript: Transcript, message: Message) -> Transcript:
    return msgspec.structs.replace(transcript, messages=(message,), settings=NO_SETTINGS)


def _size(entry: Json) -> int:
    """How many blocks an entry holds; one that holds no list of them counts as one."""
    blocks = next((entry[key] for key in ("content", "parts") if isinstance(entry.get(key), list)), None) if isinstance(entry, dict) else None
    return max(1, len(blocks)) if blocks is not None else 1


def entry_at(pointer: str | None) -> int | None:
    """The index of the entry of a request's history that a pointer leads into; None for what stands beside the history."""
    steps = (pointer or "").split("/")
    return int(steps[2]) if len(steps) > 2 and steps[1] in _HISTORY_KEYS and steps[2].isdigit() else None
