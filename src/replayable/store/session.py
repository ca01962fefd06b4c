"""One session of a store: appending to it, reading it, and replacing it."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from replayable import records
from replayable.errors import HistoryRewritten, StoreError, UnknownSession
from replayable.formats.openclaw.spellings import HEADER, VERSION
from replayable.model.transcript import Transcript
from replayable.model.values import Json, Raw
from replayable.store import removal
from replayable.store.appending import Appender
from replayable.store.arguments import count_of, key_of, maybe_count_of, several, text_of, words_of
from replayable.store.draft import Draft, as_entry, draft_of, one_entry, one_message
from replayable.store.making import compaction_entry, leaf_entry, message_entry, time_words
from replayable.store.onward import goes_on, store_next
from replayable.store.rows import Memory, Row, Standing, named, place_of, rows_between, runs_to, standing_of, texts_between
from replayable.store.transcripts import as_line, holds_entries, transcript_of

if TYPE_CHECKING:
    from replayable.store.store import Store

T = TypeVar("T")

# So many rows are read at a time where all of them are wanted one after the other.
_CHUNK = 512


class Session:
    """A session by its id. It is made in the store with its first entry.

    Every method is one transaction, or one snapshot; several threads and processes may use a session at once."""

    def __init__(self, store: Store, id: str) -> None:
        self.store = store
        self.id = id

    # ------------------------------------------------------------------------------------------ appending
    def append(self, entry: Any, *, key: str | None = None) -> Row:
        """The row of an entry that is stored durably when this returns.

        An entry is a dict, or JSON text of which every byte is kept. One that is stored already, by its id or by the idempotency
        `key` (else its message's `idempotencyKey`), gives the row that it has; raises EntryConflict where that says something else.
        A bare message is stored as it is and goes on from the end of the conversation."""
        draft = one_entry(draft_of(entry, self.store.redact, key_of(key)))
        memory = self.store.database.memory.get(self.id)
        if memory is not None and goes_on(memory, draft) and (row := self._append_onward(memory, draft)) is not None:
            return row
        return self.write(lambda appender: appender.append(draft))

    def _append_onward(self, memory: Memory, draft: Draft) -> Row | None:
        """The row of an entry that goes straight on; None where the session is not as it is remembered."""
        database, now = self.store.database, self.store.now()

        def store(connection: sqlite3.Connection) -> Row | None:
            after = store_next(connection, memory, draft, now)
            if after is not None:
                database.memory[self.id] = after
                return Row(after.standing.seq, after.standing.id, draft.data)
            if database.memory.get(self.id) is memory:  # else another thread knows better by now
                del database.memory[self.id]
            return None

        return database.write_alone(store)

    def extend(self, entries: Iterable[Any]) -> tuple[Row, ...]:
        """The rows of entries, all stored together or none."""
        drafts = [draft_of(entry, self.store.redact) for entry in several(entries)]
        return self.write(lambda appender: tuple([appender.append(draft) for draft in drafts])) if drafts else ()

    def append_message(self, message: Any, *, key: str | None = None) -> Row:
        """The row of a message; its entry (id, parent, time) is made here, at the place where the session stands just then."""
        return self._append_made(message_entry, one_message(message), key_of(key))

    def compact(self, summary: str, *, first_kept: str, tokens_before: int, **fields: Json) -> Row:
        """The row of a compaction: from now on the model is shown the summary, then what follows from the entry `first_kept` on."""
        said = {"summary": words_of(summary, "summary"), "firstKeptEntryId": text_of(first_kept, "first_kept")}
        made = {**said, "tokensBefore": count_of(tokens_before, "tokens_before"), **fields}
        return self._append_made(compaction_entry, made, None, first_kept)

    def branch(self, entry: str | None) -> Row:
        """The row that lets the conversation go on from the entry of this id; None: from before the first."""
        named_entry = None if entry is None else text_of(entry, "the entry's id")
        return self._append_made(leaf_entry, named_entry, None, named_entry)

    def rewrite(self, entries: Iterable[Any]) -> tuple[Row, ...]:
        """The rows of entries that take the place of all there were. Readers notice by the generation."""
        drafts = [draft_of(entry, self.store.redact) for entry in several(entries)]
        return self.write(lambda appender: self._replaced(appender, drafts))

    def delete(self) -> None:
        """Removes the session with everything in it. Raises UnknownSession."""
        self.store.delete(self.id)

    def write(self, work: Callable[[Appender], T]) -> T:
        """What the work does with an appender inside one transaction: several things that belong together."""
        store = self.store
        return store.database.write(lambda connection: work(Appender(connection, self.id, store.now(), store.database.memory)))

    def _replaced(self, appender: Appender, drafts: list[Draft]) -> tuple[Row, ...]:
        removal.clear(appender.connection, appender.standing.number, uuid.uuid4().hex)
        self.store.database.memory.clear()
        afresh = Appender(appender.connection, self.id, self.store.now(), self.store.database.memory)
        return tuple([afresh.append(draft) for draft in drafts])

    def _append_made(self, make: Callable[[Appender, Any, int], Raw], said: Any, key: str | None, names: str | None = None) -> Row:
        """The row of an entry that is made of what is said, where the session has the entry that it names."""

        def append(appender: Appender) -> Row:
            if names is not None and not named(appender.connection, appender.standing, names):
                raise StoreError(f"session {self.id!r}: has no entry {names!r}")
            entry = make(appender, said, self.store.now())
            return appender.append(draft_of(entry, self.store.redact, key))

        return self.write(append)

    # ------------------------------------------------------------------------------------------ reading
    def entries(self, *, since: int | None = None, tail: int | None = None, generation: str | None = None) -> list[Json]:
        """The entries as they were given, decoded; see `rows`."""
        return [row.value for row in self.rows(since=since, tail=tail, generation=generation)]

    def rows(self, *, since: int | None = None, tail: int | None = None, generation: str | None = None) -> list[Row]:
        """All rows in order; those after the seq `since`; the last `tail` of them. A session that is not there has none.

        A reader that goes on from an earlier seq hands over the generation it has; raises HistoryRewritten where rows were replaced since."""
        since, tail = maybe_count_of(since, "since"), maybe_count_of(tail, "tail")
        known = None if generation is None else words_of(generation, "generation")
        with self.store.database.reading() as connection:
            standing = self._standing(connection, known)
            if standing is None or (since is not None and since >= standing.seq):
                return []
            first = 0 if since is None else since + 1
            if tail is not None:
                first = max(first, standing.seq + 1 - max(tail, 0))
            return rows_between(connection, standing, first, standing.seq)

    def active(self, *, tail: int | None = None) -> list[Row]:
        """The rows of the conversation as it goes on now, from the first on; or only the last `tail` of them."""
        tail = maybe_count_of(tail, "tail")
        with self.store.database.reading() as connection:
            standing = self._standing(connection)
            if standing is None:
                return []
            if tail is not None:
                return _last_of(connection, standing, max(tail, 0))
            runs = runs_to(connection, standing, standing.leaf)
            return [row for first, last in runs for row in rows_between(connection, standing, first, last)]

    def transcript(self) -> Transcript:
        """What the model is shown: the active branch from its newest compaction or reset on; messages of another format as they stand.

        Raises UnknownSession, and UnknownFormat for messages of no known format."""
        with self.store.database.reading() as connection:
            return transcript_of(connection, self._known(connection))

    def display(self) -> list[Raw]:
        """What people are shown: messages without what only runtimes and models are to see. Raises UnknownSession."""
        from replayable import projection

        with self.store.database.reading() as connection:
            standing = self._known(connection)
            return projection.display([as_entry(value) for value in records.decode_all(texts_between(connection, standing, 0, standing.seq))])

    def lines(self) -> Iterator[bytes]:
        """The entries as the lines of a session file, each with its line break. A header is made where none was stored, and bare messages
        among entries become entries; messages of another format stay as they are.

        Read a part at a time, so what is appended meanwhile comes too. Raises UnknownSession, and HistoryRewritten where rows were
        replaced on the way."""
        with self.store.database.reading() as connection:
            standing = self._known(connection)
            has_entries = holds_entries(connection, standing)
        if has_entries and standing.header is None:
            yield self._made_header(standing)
        after = -1
        while True:
            rows = self._chunk(after, standing.generation)
            if not rows:
                return
            for row in rows:
                yield (as_line(row) if has_entries else row.data) + b"\n"
            after = rows[-1].seq

    def export(self) -> bytes:
        """The session as a session file. Raises UnknownSession."""
        return b"".join(self.lines())

    @property
    def generation(self) -> str | None:
        """A token that changes only when rows are replaced; None for a session that is not there."""
        with self.store.database.reading() as connection:
            standing = self._standing(connection)
            return None if standing is None else standing.generation

    # ------------------------------------------------------------------------------------------ how it stands
    def _standing(self, connection: sqlite3.Connection, generation: str | None = None) -> Standing | None:
        standing = standing_of(connection, self.id)
        if generation is not None and (standing is None or standing.generation != generation):
            raise HistoryRewritten(f"session {self.id!r}: its rows were replaced since; read it from the beginning")
        return standing

    def _known(self, connection: sqlite3.Connection) -> Standing:
        standing = self._standing(connection)
        if standing is None:
            raise UnknownSession(f"{self.store.path}: has no session {self.id!r}")
        return standing

    def _chunk(self, after: int, generation: str) -> list[Row]:
        with self.store.database.reading() as connection:
            standing = self._standing(connection, generation)
            return [] if standing is None else rows_between(connection, standing, after + 1, min(after + _CHUNK, standing.seq))

    def _made_header(self, standing: Standing) -> bytes:
        header = {"type": HEADER, "version": VERSION, "id": self.id, "timestamp": time_words(standing.created), "cwd": ""}
        return records.encode(header) + b"\n"

    def __repr__(self) -> str:
        return f"<Session {self.id!r} of {self.store.path}>"


def _last_of(connection: sqlite3.Connection, standing: Standing, count: int) -> list[Row]:
    """The last rows on the way to the end."""
    found: list[Row] = []
    last = standing.leaf
    while last >= 0 and len(found) < count:
        _, first, _ = place_of(connection, standing, last)
        from_here = max(first, last + 1 - (count - len(found)))
        found = rows_between(connection, standing, from_here, last) + found
        last = place_of(connection, standing, first)[0]
    return found
