"""Failed attempts that wait for the end of their run, kept in the store, so that they outlive the process."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING

import sqlalchemy as sa

from replayable import records
from replayable.model.values import Json
from replayable.store.appending import Appender
from replayable.store.draft import Draft, draft_of
from replayable.store.making import message_entry
from replayable.store.rows import Row, standing_of
from replayable.store.schema import WAITING
from replayable.store.session import Session
from replayable.store.statement import Statement

if TYPE_CHECKING:
    from replayable.store.store import Store

_W = WAITING.c
_SESSION: sa.BindParameter[int] = sa.bindparam("in_session")
_RUN: sa.BindParameter[str] = sa.bindparam("of_run")
_PUT = Statement(sa.insert(WAITING).prefix_with("OR REPLACE").values({name: sa.bindparam(name) for name in ("session", "run", "owner", "created", "message")}))
_GET = Statement(sa.select(sa.cast(_W.message, sa.LargeBinary)).where(_W.session == _SESSION, _W.run == _RUN))
_DROP = Statement(sa.delete(WAITING).where(_W.session == _SESSION, _W.run == _RUN))
_OF_SESSION = Statement(sa.select(_W.run, _W.owner).where(_W.session == _SESSION).order_by(_W.created))


def put(appender: Appender, run: str, message: Mapping[str, Json], store: Store) -> None:
    """Lets a message wait, without secrets, in place of the one of the same run that waited before."""
    kept = draft_of(message_entry(appender, message, store.now()), store.redact).value["message"]
    _PUT.run(appender.connection, appender.standing.number, run, store.ownership.token(), store.now(), records.encode(kept).decode())


def get(connection: sqlite3.Connection, number: int, run: str) -> dict[str, Json] | None:
    """The message of a run that waits."""
    found = _GET.first(connection, number, run)
    return None if found is None else records.decode(found[0])


def drop(connection: sqlite3.Connection, number: int, run: str) -> None:
    """Lets the message of a run wait no longer."""
    _DROP.run(connection, number, run)


def fail(appender: Appender, run: str, now: int) -> Row | None:
    """The row of the message that waited for the end of a run, now that the run has failed; None where none did."""
    message = get(appender.connection, appender.standing.number, run)
    if message is None:
        return None
    drop(appender.connection, appender.standing.number, run)
    return appender.append(_terminal(appender, run, message, now))


def _terminal(appender: Appender, run: str, message: dict[str, Json], now: int) -> Draft:
    """The entry of the last failure of a run. Its key tells the run and what it says, so that it is stored once, whoever settles it."""
    says = {key: value for key, value in message.items() if key != "timestamp"}
    digest = hashlib.sha256(records.encode(_ordered(says))).hexdigest()[:12]
    own = message.get("__openclaw")
    stamped = {**message, "idempotencyKey": f"{run}:terminal-error:{digest}", "__openclaw": {**(own if isinstance(own, dict) else {}), "runId": run}}
    return draft_of(message_entry(appender, stamped, now))


def _ordered(value: Json) -> Json:
    """The value with its keys in order, so that equal values have one text."""
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(item) for item in value] if isinstance(value, list) else value


# ---------------------------------------------------------------------------------------------- whose process is gone
def settle_orphans(store: Store, session: str) -> None:
    """Stores what waits in a session for runs whose process is gone: nobody can say any more that they recovered."""
    with store.database.reading() as connection:
        orphans = _orphans(store, connection, session)
    if not orphans:
        return
    Session(store, session).write(lambda appender: _fail_all(store, appender, session))


def _fail_all(store: Store, appender: Appender, session: str) -> None:
    for run, _ in _orphans(store, appender.connection, session):
        fail(appender, run, store.now())


def _orphans(store: Store, connection: sqlite3.Connection, session: str) -> list[tuple[str, str]]:
    standing = standing_of(connection, session)
    if standing is None:
        return []
    return [(run, owner) for run, owner in _OF_SESSION.all(connection, standing.number) if not store.ownership.is_alive(owner)]
