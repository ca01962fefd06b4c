"""The store for programs with an event loop: the same methods, awaited. What they do runs in threads and never holds up the loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from replayable.model.transcript import Transcript
from replayable.model.values import Json, Raw
from replayable.store import store as blocking
from replayable.store.loading import Loaded
from replayable.store.recorder import Outcome, Recorder
from replayable.store.rows import Row
from replayable.store.searching import Hit
from replayable.store.session import Session
from replayable.store.store import Store, Summary

P = ParamSpec("P")
T = TypeVar("T")

# Threads for one store: one writes while the others read.
_THREADS = 4
_PART = 256  # lines that are read in one go


async def open(path: str | os.PathLike[str], **settings: Any) -> AsyncStore:
    """The store in a file; settings as for `replayable.store.open`. Raises StoreError."""
    threads = ThreadPoolExecutor(_THREADS, "replayable-store")
    try:
        return AsyncStore(await _in(threads, blocking.open, path, **settings), threads)
    except BaseException:
        threads.shutdown(wait=False)
        raise


async def _in(threads: ThreadPoolExecutor, do: Callable[P, T], /, *arguments: P.args, **names: P.kwargs) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, lambda: do(*arguments, **names))


class AsyncStore:
    """`Store`, awaited. An append that has begun is finished even if the one who waits for it is cancelled."""

    def __init__(self, store: Store, threads: ThreadPoolExecutor) -> None:
        self.blocking = store
        self._threads = threads

    async def run(self, do: Callable[P, T], /, *arguments: P.args, **names: P.kwargs) -> T:
        """What a call gives that runs in a thread of this store."""
        return await _in(self._threads, do, *arguments, **names)

    async def session(self, id: str) -> AsyncSession:
        """The session of this id; see `Store.session`."""
        return AsyncSession(self, await self.run(self.blocking.session, id))

    async def sessions(self) -> list[Summary]:
        """All sessions, in the order in which they were made."""
        return await self.run(self.blocking.sessions)

    async def delete(self, session: str) -> None:
        """Removes a session. Raises UnknownSession."""
        await self.run(self.blocking.delete, session)

    async def load(self, path: str | os.PathLike[str], *, session: str | None = None) -> Loaded:
        """What came of loading a session file; see `Store.load`."""
        return await self.run(self.blocking.load, path, session=session)

    async def search(self, words: str, *, session: str | None = None, most: int = 20) -> list[Hit]:
        """The entries in which all these words stand."""
        return await self.run(self.blocking.search, words, session=session, most=most)

    async def damage(self) -> tuple[str, ...]:
        """What is broken in the file; empty where it is intact."""
        return await self.run(self.blocking.damage)

    async def close(self) -> None:
        """Closes the file when what runs is done."""
        await self.run(self.blocking.close)
        self._threads.shutdown(wait=False)

    async def __aenter__(self) -> AsyncStore:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()


class AsyncSession:
    """`Session`, awaited."""

    def __init__(self, store: AsyncStore, session: Session) -> None:
        self.blocking = session
        self.id = session.id
        self._run = store.run

    async def append(self, entry: Any, *, key: str | None = None) -> Row:
        """The row of an entry, stored durably; see `Session.append`."""
        return await self._run(self.blocking.append, entry, key=key)

    async def extend(self, entries: Iterable[Any]) -> tuple[Row, ...]:
        """The rows of entries, all stored together or none."""
        return await self._run(self.blocking.extend, entries)

    async def append_message(self, message: Any, *, key: str | None = None) -> Row:
        """The row of a message, of which the entry is made here."""
        return await self._run(self.blocking.append_message, message, key=key)

    async def compact(self, summary: str, *, first_kept: str, tokens_before: int, **fields: Json) -> Row:
        """The row of a compaction; see `Session.compact`."""
        return await self._run(self.blocking.compact, summary, first_kept=first_kept, tokens_before=tokens_before, **fields)

    async def branch(self, entry: str | None) -> Row:
        """The row that lets the conversation go on from an entry."""
        return await self._run(self.blocking.branch, entry)

    async def rewrite(self, entries: Iterable[Any]) -> tuple[Row, ...]:
        """The rows of entries that take the place of all there were."""
        return await self._run(self.blocking.rewrite, entries)

    async def entries(self, *, since: int | None = None, tail: int | None = None, generation: str | None = None) -> list[Json]:
        """The entries as they were given; see `Session.rows`."""
        return await self._run(self.blocking.entries, since=since, tail=tail, generation=generation)

    async def rows(self, *, since: int | None = None, tail: int | None = None, generation: str | None = None) -> list[Row]:
        """The rows; see `Session.rows`."""
        return await self._run(self.blocking.rows, since=since, tail=tail, generation=generation)

    async def active(self, *, tail: int | None = None) -> list[Row]:
        """The rows of the conversation as it goes on now."""
        return await self._run(self.blocking.active, tail=tail)

    async def transcript(self) -> Transcript:
        """What the model is shown. Raises UnknownSession."""
        return await self._run(self.blocking.transcript)

    async def display(self) -> list[Raw]:
        """What people are shown. Raises UnknownSession."""
        return await self._run(self.blocking.display)

    async def export(self) -> bytes:
        """The session as a session file. Raises UnknownSession."""
        return await self._run(self.blocking.export)

    async def lines(self) -> AsyncIterator[bytes]:
        """The lines of a session file, read a part at a time."""
        lines = self.blocking.lines()
        while part := await self._run(_some, lines):
            for line in part:
                yield line

    async def generation(self) -> str | None:
        """A token that changes only when rows are replaced."""
        return await self._run(lambda: self.blocking.generation)


def _some(lines: Iterator[bytes]) -> list[bytes]:
    return list(islice(lines, _PART))


class AsyncRecorder:
    """`Recorder`, awaited."""

    def __init__(self, session: AsyncSession, run: str | None = None) -> None:
        self.blocking = Recorder(session.blocking, run)
        self._run = session._run

    async def record(self, message: Any) -> tuple[Row, ...]:
        """The rows that a message gives at once; see `Recorder.record`."""
        return await self._run(self.blocking.record, message)

    async def prompt(self, effective: str, visible: str | None = None, **said: Any) -> tuple[Row, ...]:
        """The rows of a user's turn; see `Recorder.prompt`."""
        return await self._run(self.blocking.prompt, effective, visible, **said)

    async def settle(self, outcome: Outcome) -> Row | None:
        """The row of the last failure, where the run has failed and one waits."""
        return await self._run(self.blocking.settle, outcome)

    async def __aenter__(self) -> AsyncRecorder:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._run(self.blocking.__exit__, kind, error, trace)
