"""The problems of one conversation, each with its line of the file, its message and what repairs it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from replayable import formats, policies, records
from replayable.cli.line_numbers import lines_of
from replayable.cli.source import HISTORY_KEYS
from replayable.contracts.catalogue import every_refusal
from replayable.errors import ReplayableError
from replayable.foreign import format_of_other_api
from replayable.inspection import entry_at, inspect
from replayable.options import Options
from replayable.pipeline import check_text, check_value, prepare
from replayable.records import Document, Handed
from replayable.report import Change, Problem
from replayable.targets import Target


class Finding(msgspec.Struct, frozen=True):
    """A problem, found. `line`: 1-based, of the file; `message`: 0-based, in the history. None where it is of no one line or message.

    `repaired_by`: the rules of `prepare` that repair it; empty where none does."""

    problem: Problem
    line: int | None = None
    message: int | None = None
    repaired_by: tuple[str, ...] = ()


class Task(msgspec.Struct, frozen=True):
    """For whom a conversation is checked. `source`: its format; recognised where None."""

    target: Target
    options: Options
    source: str | None = None


class Checked(msgspec.Struct, frozen=True):
    """What was found in one conversation. `stored_as`: its format, where it is a history that was checked as it would be sent."""

    findings: tuple[Finding, ...]
    stored_as: str | None = None


def problems_of(data: bytes, task: Task) -> tuple[Problem, ...]:
    """The problems of one conversation of many. Raises ReadError, UnknownFormat."""
    if task.source is not None:
        return inspect(data, str(task.target), source=task.source, options=_with_api(task)).problems
    return check_text(Handed(data, "the line", "bytes"), task.target, task.options)


def check_one(data: bytes, task: Task) -> Checked:
    """All that can be told of the problems of one conversation. Raises ReadError, UnknownFormat."""
    document = records.load(data)
    if _is_request_of_the_api(document, task):
        problems = check_value(document.value, task.target, task.options)
        inspected = None
    else:
        inspected = inspect(data, str(task.target), source=task.source, options=_with_api(task))
        problems = inspected.problems
    origins = [entry_at(problem.pointer) if inspected is None else inspected.origin_of(problem.pointer) for problem in problems]
    is_stored = inspected is not None and not inspected.is_as_stored
    lines = _lines(document, problems, origins if is_stored else None)
    repair = _repair(data, task) if problems else _Repair()
    findings = (Finding(problem, line, origin, repair.rules_for(problem, origin)) for problem, line, origin in zip(problems, lines, origins, strict=True))
    return Checked(tuple(findings), inspected.format if inspected is not None and is_stored else None)


def _cures() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for _, refusal in every_refusal():
        found.setdefault(refusal.id, {}).update(dict.fromkeys(refusal.cured_by))
    return {rule: tuple(names) for rule, names in found.items()}


# The rules of `prepare` that are known to repair a kind of problem.
CURES: Mapping[str, tuple[str, ...]] = MappingProxyType(_cures())


def _is_request_of_the_api(document: Document, task: Task) -> bool:
    """Whether it is checked as it is: the API's own, a whole request of another one, or nothing that is known."""
    if task.source is not None:
        return task.source == policies.format_of(task.target.api)
    other = format_of_other_api(document.value, task.target.api)
    return other is None or (isinstance(document.value, dict) and formats.named(other).history_key is not None)


def _with_api(task: Task) -> Options:
    return msgspec.structs.replace(task.options, api=task.target.api)


def _lines(document: Document, problems: tuple[Problem, ...], origins: list[int | None] | None) -> list[int | None]:
    """The lines of the things pointed at; of a stored history those of the messages that they come from."""
    if origins is None:
        found = lines_of(document, [problem.pointer for problem in problems])
        return [found.get(problem.pointer) for problem in problems]
    of_messages = lines_of_messages(document, {origin for origin in origins if origin is not None})
    return [None if origin is None else of_messages.get(origin) for origin in origins]


def lines_of_messages(document: Document, indexes: Iterable[int]) -> Mapping[int, int]:
    """The 1-based line on which each message of a stored history begins, as far as they can be told."""
    key, shift = _history_key(document), _rows_before(document)
    pointers = {index: f"/{key}/{index + shift}" for index in indexes}
    found = lines_of(document, pointers.values())
    return {index: found[pointer] for index, pointer in pointers.items() if pointer in found}


def _history_key(document: Document) -> str:
    return next((key for key in HISTORY_KEYS if isinstance(document.value, dict) and key in document.value), HISTORY_KEYS[0])


def _rows_before(document: Document) -> int:
    """How many rows of a session file stand before the first that is counted: its header."""
    first = document.value[0] if isinstance(document.value, list) and document.value else None
    return 1 if isinstance(first, dict) and first.get("type") == "session" else 0


class _Repair:
    """What `prepare` does: the rules that change something, and the ids of what it leaves."""

    def __init__(self, changes: tuple[Change, ...] = (), left: frozenset[str] = frozenset()) -> None:
        self._left = left
        self._rules = frozenset(change.rule for change in changes)
        self._by_message: dict[int, dict[str, None]] = {}
        for change in changes:
            if change.origin is not None:
                self._by_message.setdefault(change.origin, {})[change.rule] = None

    def rules_for(self, problem: Problem, origin: int | None) -> tuple[str, ...]:
        """Of the rules that are known to repair it those that have something to do here; else those that change its message, where it is gone.

        What is of no one message is told of no rule but the known: what was made up or set belongs to no message either."""
        known = tuple(name for name in CURES.get(problem.rule, ()) if name in self._rules)
        if known or origin is None or problem.rule in self._left:
            return known
        return tuple(self._by_message.get(origin, ()))


def _repair(data: bytes, task: Task) -> _Repair:
    try:
        prepared = prepare(data, str(task.target), source=task.source, options=_with_api(task))
    except ReplayableError:
        return _Repair()
    return _Repair(prepared.changes, frozenset(problem.rule for problem in prepared.problems))


def as_fields(finding: Finding) -> dict[str, Any]:
    """A finding as JSON: the fields of its problem, and its own."""
    return {
        **msgspec.structs.asdict(finding.problem),
        "line": finding.line,
        "message": finding.message,
        "repaired_by": finding.repaired_by,
    }
