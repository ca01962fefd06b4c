"""What the target would refuse of a request that grows: turns in which nothing was found are not checked again.

A contract looks at messages, at what stands beside them, at the exchange that goes on, at how a request begins and ends, and at numbers of the whole.
So nothing is wrong with a request where nothing is wrong with a window of it (its beginning, the turn in which the user spoke last, the last turn that
was checked, and all that follows), nor can be with what only the whole tells: its size, its images and cache marks, and ids that come again. Wherever
that does not hold, and wherever the window shows a problem, the whole is checked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

import msgspec

from replayable import contracts, records
from replayable.formats.format import Format
from replayable.model.facts import ASSISTANT, CACHE_MARK, CALL, MEDIA, ODD_PLACE, OPAQUE, OTHER_ROLE, SERVER, USER
from replayable.model.parts import Reasoning
from replayable.model.settings import Settings
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json
from replayable.options import Options
from replayable.report import Problem
from replayable.rules.cache.marks import count
from replayable.targets import Target

# What is counted over the whole request, or hangs together over more than a turn.
_OF_THE_WHOLE = MEDIA | SERVER | OPAQUE | OTHER_ROLE | ODD_PLACE

# The most cache marks that every API takes.
_MARKS = 4


class Grown(msgspec.Struct, frozen=True):
    """A request that grew: the settled messages (so many of a list that goes on), the transcript of what follows, what stands before and behind the
    entries, the bytes of all, and what decodes them."""

    settled: list[Message]
    count: int
    following: Transcript
    head: tuple[bytes, bytes]
    size: int
    request: Callable[[], dict[str, Json]]


class Checked:
    """The settled part of one history, as far as nothing was found in it: `_clean` messages with their ids."""

    def __init__(self, format: Format, target: Target, options: Options) -> None:
        self._format = format
        self._middle = format.write_middle or format.write
        self._target = target
        self._options = options
        self._clean = 0
        self._ids: set[str] = set()
        self._head: tuple[bytes, bytes] | None = None
        self._seen = 0  # messages that were looked at for what follows
        self._said = 0  # where the assistant's last messages in a row begin
        self._turns: list[int] = []  # where messages of the assistant's begin of which one has calls
        self._spoken = 0  # the turn in which the user spoke last
        self._facts = self._parts = self._marks = self._bare = 0

    def problems(self, grown: Grown) -> tuple[Problem, ...]:
        """The very problems that a check of the whole finds."""
        if grown.count < self._seen:
            return self._of_the_whole(grown)
        self._look_at(grown.settled, grown.count)
        if self._may_show_all(grown) and self._is_clean(grown):
            return ()
        found = self._of_the_whole(grown)
        if not found:
            self._note(grown)
        return found

    def _of_the_whole(self, grown: Grown) -> tuple[Problem, ...]:
        return contracts.check(grown.request(), self._target, self._options)

    def _note(self, grown: Grown) -> None:
        """Nothing is wrong with what is settled, up to the last turn in it that is over."""
        following = grown.following.messages
        is_over = bool(following) and bool(following[0].facts & ASSISTANT)
        clean = max(self._clean, grown.count if is_over or not self._turns else self._turns[-1])
        self._ids.update(_ids(self._entries(self._middle, tuple(grown.settled[self._clean : clean]), grown.following)))
        self._clean, self._head = clean, grown.head

    # ------------------------------------------------------------------ what is known of the settled part
    def _look_at(self, settled: list[Message], end: int) -> None:
        for index in range(self._seen, end):
            each = settled[index]
            facts = each.facts
            if not facts & ASSISTANT:
                self._said = index + 1
            elif facts & CALL:
                if not self._turns or self._turns[-1] != self._said:
                    self._turns.append(self._said)
                self._bare += type(each.parts[0]) is not Reasoning
            if facts & USER:
                self._spoken = len(self._turns)
            self._facts |= facts
            self._parts += max(len(each.parts), 1)
            if facts & CACHE_MARK:
                self._marks += count(each)
        self._seen = end

    def _may_show_all(self, grown: Grown) -> bool:
        """Whether nothing that only the whole tells can be wrong with it."""
        following = grown.following
        parts = self._parts + sum(max(len(each.parts), 1) for each in following.messages)
        return (
            self._head == grown.head
            and not self._facts & _OF_THE_WHOLE
            and not (self._bare and _must_reason(following.settings))
            and self._marks + _marks(following) <= _MARKS
            and contracts.is_small(self._target, self._options, grown.size, parts)
            and bisect_left(self._turns, self._clean) > 1
        )

    # ------------------------------------------------------------------ the window
    def _is_clean(self, grown: Grown) -> bool:
        """Whether nothing is wrong with the window; then it was checked."""
        settled, following = grown.settled, grown.following
        request = self._written(self._middle, self._context(settled), following, following.settings)
        added = self._entries(self._middle, tuple(settled[self._clean : grown.count]), following)
        ending = self._entries(self._format.write, following.messages, following)
        if not self._ids.isdisjoint(_ids([*added, *ending])):
            return False
        request[self._key] = [*request[self._key], *added, *ending]
        if contracts.check(request, self._target, self._options):
            return False
        self._note(grown)
        return True

    def _context(self, settled: list[Message]) -> tuple[Message, ...]:
        """How the history begins, the turn in which the user spoke last, and the last turn that was checked."""
        turns = self._turns
        last = bisect_left(turns, self._clean) - 1
        spoken = range(*turns[self._spoken - 1 : self._spoken + 1]) if 0 < self._spoken <= last else ()
        return (*settled[: turns[0]], *(settled[index] for index in spoken), *settled[turns[last] : self._clean])

    @property
    def _key(self) -> str:
        return self._format.history_key or ""

    def _entries(self, write: Callable[[Transcript], Json], messages: tuple[Message, ...], like: Transcript) -> list[Json]:
        return self._written(write, messages, like, Settings())[self._key] if messages else []

    @staticmethod
    def _written(write: Callable[[Transcript], Json], messages: tuple[Message, ...], like: Transcript, settings: Settings) -> dict[str, Json]:
        """The request of some messages, as whoever gets its bytes decodes it."""
        written = write(msgspec.structs.replace(like, messages=messages, settings=settings))
        return records.decode(records.encode(written))  # type: ignore[no-any-return]


def _must_reason(settings: Settings) -> bool:
    """A tool loop may have to begin with reasoning, and may have begun long ago."""
    return settings.thinking is not None and settings.thinking.mode == "enabled"


def _marks(transcript: Transcript) -> int:
    """The cache marks of the messages and of the tools."""
    return sum(count(each) for each in transcript.messages if each.facts & CACHE_MARK) + sum(tool.cache is not None for tool in transcript.settings.tools or ())


# Where entries and their blocks keep ids, and the keys that lead to them; what tools are called with and give back may have any.
_ID_KEYS = ("id", "call_id", "tool_call_id", "tool_use_id", "toolUseId")
_WAYS = ("content", "tool_calls", "parts", "toolUse", "toolResult", "functionCall", "functionResponse")


def _ids(value: Json) -> Iterator[str]:
    """The ids in entries of a request."""
    if type(value) is list:
        for item in value:
            yield from _ids(item)
    elif type(value) is dict:
        yield from (found for key in _ID_KEYS if type(found := value.get(key)) is str)
        for key in _WAYS:
            if type(inner := value.get(key)) is list or type(inner) is dict:
                yield from _ids(inner)
