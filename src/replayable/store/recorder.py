"""Records a logical run of an agent: its prompt, and its attempts until one succeeds or all have failed."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, get_args

from replayable.errors import StoreError
from replayable.model.values import Json
from replayable.plain import plain
from replayable.store import waiting
from replayable.store.appending import Appender
from replayable.store.arguments import several, words_of
from replayable.store.attempts import attempt_of, is_failed
from replayable.store.draft import draft_of, one_message
from replayable.store.making import custom_message_entry, message_entry
from replayable.store.prompts import Wordless, carrier, provenance_of, split_prompt
from replayable.store.rows import Row, storable
from replayable.store.session import Session

Outcome = Literal["recovered", "failed"]


class Recorder:
    """Records one run. A failed attempt waits until the run is settled: the words of one that was made good are nobody's history.

    As a context manager it settles itself: the run has failed where something is raised, or where its last attempt did.
    What waits is in the store. If the process dies, the next one that opens the session stores it as failed."""

    def __init__(self, session: Session, run: str | None = None) -> None:
        self.session = session
        if not isinstance(session, Session):
            raise StoreError("a recorder needs the session that it records in: Recorder(store.session(id))")
        self.run = uuid.uuid4().hex if run is None or run == "" else storable(words_of(run, "the run"))
        self._number: int | None = None
        self._is_waiting = False
        self._is_settled = False
        self._has_failed = False

    # ------------------------------------------------------------------------------------------ recording
    def record(self, message: Any) -> tuple[Row, ...]:
        """The rows that a message gives at once: itself, or of a failed attempt what has happened all the same, or nothing."""
        said = one_message(message)
        record = self._record_failure if is_failed(said) else self._record_as_is
        return self._write(lambda appender: record(appender, said))

    def prompt(
        self,
        effective: str,
        visible: str | None = None,
        *,
        model: str | None = None,
        wordless: Wordless = "runtime-turn",
        attachments: Sequence[Json] = (),
        provenance: Json = None,
    ) -> tuple[Row, ...]:
        """The rows of a user's turn: what the user said, and behind it what the runtime put beside that, kept from people.

        The texts as in `split_prompt`. `attachments` are further blocks of the turn. `provenance` says where an input comes from that
        no user of this session wrote, e.g. `{"kind": "inter_session", "sourceSessionKey": …}`."""
        blocks = [plain(each) for each in several(attachments)]
        prompt = split_prompt(effective, visible, model, wordless)
        message = self._user(prompt.stored, blocks, provenance)
        return self._write(lambda appender: self._record_as_is(appender, message) + self._record_context(appender, prompt.hidden))

    def settle(self, outcome: Outcome) -> Row | None:
        """The row of the last failure, where the run has failed and one waits; a second time nothing.

        Raises StoreError where what waited is gone: the session was deleted, or somebody else has settled the run."""
        if not isinstance(outcome, str) or outcome not in get_args(Outcome):
            raise StoreError(f"run {self.run!r}: outcome {outcome!r} is not known; choose {' or '.join(map(repr, get_args(Outcome)))}")
        if self._is_settled:
            return None
        self._is_settled = True
        if not self._is_waiting:
            return None
        return self.session.write(lambda appender: self._settle(appender, outcome))

    @property
    def waits(self) -> dict[str, Json] | None:
        """The failed attempt that waits, as it would be stored; None where none does."""
        if not self._is_waiting or self._number is None:
            return None
        with self.session.store.database.reading() as connection:
            return waiting.get(connection, self._number, self.run)

    # ------------------------------------------------------------------------------------------ how
    def _record_as_is(self, appender: Appender, said: Json) -> tuple[Row, ...]:
        self._has_failed = self._has_failed and not (isinstance(said, Mapping) and said.get("role") == "assistant")
        return (self._append(appender, said),)

    def _record_failure(self, appender: Appender, said: Mapping[str, Json]) -> tuple[Row, ...]:
        store = self.session.store
        attempt = attempt_of(said)
        rows = () if attempt.fact is None else (self._append(appender, attempt.fact),)
        waiting.put(appender, self.run, attempt.waiting, store)
        self._is_waiting = self._has_failed = True
        return rows

    def _append(self, appender: Appender, message: Json) -> Row:
        entry = message_entry(appender, message, self.session.store.now())
        return appender.append(draft_of(entry, self.session.store.redact))

    def _user(self, text: str, attachments: Sequence[Json], provenance: Json) -> dict[str, Json]:
        message: dict[str, Json] = {"role": "user", "content": [{"type": "text", "text": text}, *attachments], "timestamp": self.session.store.now()}
        source = provenance_of(provenance)
        return message if source is None else {**message, "provenance": source}

    def _record_context(self, appender: Appender, hidden: str | None) -> tuple[Row, ...]:
        if hidden is None:
            return ()
        entry = custom_message_entry(appender, carrier(hidden), self.session.store.now())
        return (appender.append(draft_of(entry, self.session.store.redact)),)

    def _write(self, work: Callable[[Appender], tuple[Row, ...]]) -> tuple[Row, ...]:
        """What the work appends to the session that the run began in."""
        if self._is_settled:
            raise StoreError(f"run {self.run!r} is settled; what comes later belongs to another run")

        def bound(appender: Appender) -> tuple[int, tuple[Row, ...]]:
            number = appender.standing.number
            if self._number not in (None, number):
                raise StoreError(f"session {self.session.id!r} was deleted during run {self.run!r}, and another one begun; nothing was stored")
            return number, work(appender)

        self._number, rows = self.session.write(bound)
        return rows

    def _settle(self, appender: Appender, outcome: Outcome) -> Row | None:
        """The row of the failure that waits, while it is still there."""
        number = appender.standing.number
        if number != self._number or waiting.get(appender.connection, number, self.run) is None:
            words = f"run {self.run!r}: failed to store its last error: session {self.session.id!r} was rebound"
            raise StoreError(f"{words} (deleted, or settled by somebody else meanwhile); nothing was stored")
        if outcome == "failed":
            return waiting.fail(appender, self.run, self.session.store.now())
        waiting.drop(appender.connection, number, self.run)
        return None

    # ------------------------------------------------------------------------------------------ as a context manager
    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.settle("failed" if error is not None or self._has_failed else "recovered")

    def __repr__(self) -> str:
        return f"<Recorder of run {self.run!r} in {self.session!r}>"
