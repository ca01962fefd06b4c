"""Entries that the store makes itself: of messages, compactions and branches. Ids and times come from outside the rules."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from replayable.model.values import Json, Raw
from replayable.store.appending import Appender
from replayable.store.draft import as_entry, id_of
from replayable.store.rows import rows_between


def message_entry(appender: Appender, message: Json, now: int) -> Raw:
    """The entry of a message. `now` is in ms since 1970, here and below."""
    return _entry(appender, {"type": "message"}, {"message": message}, now)


def custom_message_entry(appender: Appender, fields: Raw, now: int) -> Raw:
    """The entry of a message that no user and no model wrote."""
    return _entry(appender, {"type": "custom_message"}, fields, now)


def compaction_entry(appender: Appender, fields: Raw, now: int) -> Raw:
    """The entry of a compaction: its `summary`, `firstKeptEntryId` and `tokensBefore`."""
    return _entry(appender, {"type": "compaction"}, fields, now)


def leaf_entry(appender: Appender, target: str | None, now: int) -> Raw:
    """The entry that chooses the end of the conversation: the entry of this id, None for the place before the first."""
    return _entry(appender, {"type": "leaf"}, {"targetId": target}, now)


def time_words(now: int) -> str:
    """The time as entries have it."""
    return datetime.fromtimestamp(now / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _entry(appender: Appender, kind: Raw, fields: Raw, now: int) -> Raw:
    made: dict[str, Json] = {**kind, "id": str(uuid.uuid4())}
    parent = _tip(appender)
    if parent is not _NAMELESS:
        made["parentId"] = parent
    return {**made, "timestamp": time_words(now), **fields}


_NAMELESS = object()


def _tip(appender: Appender) -> object:
    """The id that the next entry hangs on: None before the first, _NAMELESS for a row without one (it is hung there by its place)."""
    standing = appender.standing
    if standing.tip < 0:
        return None
    if standing.tip == standing.seq:
        own = standing.id if standing.node is not None else None
    else:
        own = id_of(as_entry(rows_between(appender.connection, standing, standing.tip, standing.tip)[0].value))
    return _NAMELESS if own is None else own
