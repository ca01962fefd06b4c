"""Reads a session of openclaw that grows: rows that go on from the end of the conversation add to it, and all others change the whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from replayable.formats.following import Added, Seal, as_document, unsealed
from replayable.formats.openclaw.fields import facts_of_fields
from replayable.formats.openclaw.messages import READERS_OF_ROWS, read_message
from replayable.formats.openclaw.others import DOUBTFUL
from replayable.formats.openclaw.read import is_session, read
from replayable.formats.openclaw.sniff import sniff
from replayable.formats.openclaw.spellings import BOUNDARIES, HEADER, NAME, ROUTE
from replayable.formats.openclaw.tree import Walk, speaks, take, walked
from replayable.model.facts import SUSPECT_TEXT
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json, Raw


class SessionFollower:
    """A list of messages, or the rows of a session with the walk over them. The lists only get longer, so that what is sealed needs no copy."""

    def __init__(self) -> None:
        self._envelope: Any = None  # of what was read first; None where nothing can follow it

    def begin(self, value: Json) -> Transcript:
        """The transcript of the rows so far."""
        transcript = read(as_document(value))
        self._messages, self._envelope = list(transcript.messages), None
        envelope = transcript.envelope
        if type(value) is not list or transcript.format != NAME or not _are_familiar(self._messages):
            return transcript
        self._value, self._rows = list(value), list(envelope.rows)
        self._active, self._unsent = list(envelope.active), list(envelope.unsent)
        self._walk: Walk | None = walked(self._rows) if is_session(value) else None
        self._wanted = _dangling(self._walk) if self._walk is not None else frozenset[str]()
        self._envelope = envelope if self._walk is not None or any(type(row) is dict and type(row.get("role")) is str for row in value) else None
        return transcript

    def go_on(self, entries: list[Json]) -> Added | None:
        """The messages of the next rows; None where they are more than that."""
        if self._envelope is None:
            return None
        kept, scan = len(self._messages), SUSPECT_TEXT if as_document(entries).suspect else 0
        for entry in entries:
            if not self._take(entry, scan):
                self._envelope = None
                return None
        self._value += entries
        added = self._messages[kept:]
        return Added(kept, added) if _are_familiar(added) else None

    def _take(self, entry: Json, scan: int) -> bool:
        """Whether the row only adds to the conversation, or says nothing in it."""
        index, walk = len(self._rows), self._walk
        if walk is None:
            self._rows.append(entry)
            self._keep(index, read_message(entry, index, scan))
        elif not self._is_plain(entry, walk):
            return False
        else:
            leaf, remarks = walk.leaf, len(walk.remarks)
            self._rows.append(entry)
            walk.parents.append(-2)  # type: ignore[attr-defined]
            take(walk, index, entry)
            if len(walk.remarks) > remarks or (walk.leaf != leaf if walk.leaf != index else walk.parents[index] != leaf):
                return False
            if walk.leaf == index:
                self._keep(index, _message_of(entry, index, scan))
            elif speaks(entry):
                return False
        return not self._messages or self._messages[-1].kind != "compaction"

    def _keep(self, index: int, message: Message | None) -> None:
        self._active.append(index)
        if message is None:
            self._unsent.append(index)
        else:
            self._messages.append(message)

    def _is_plain(self, entry: Json, walk: Walk) -> bool:
        """It neither begins the conversation anew, nor says where it goes, nor is what an earlier row was looking for, or looks for a later one."""
        if type(entry) is not dict or type(kind := entry.get("type")) is not str or kind == HEADER or kind in BOUNDARIES:
            return False
        if kind == "custom" and entry.get("customType") == ROUTE:
            return False
        own, named = entry.get("id"), entry.get("parentId")
        return not (type(own) is str and own in self._wanted) and (type(named) is not str or walk.ids.get(named) is not None)

    def seal(self) -> Seal:
        """Gives a transcript the envelope of the rows so far."""
        first = self._envelope
        if first is None:
            return unsealed
        value, rows, active, unsent, messages = self._value, self._rows, self._active, self._unsent, self._messages
        counts = tuple(map(len, (value, rows, active, unsent, messages)))

        def sealed(transcript: Transcript) -> Transcript:
            envelope = msgspec.structs.replace(
                first,
                value=value[: counts[0]],
                rows=rows[: counts[1]],
                active=tuple(active[: counts[2]]),
                unsent=tuple(unsent[: counts[3]]),
                messages=tuple(messages[: counts[4]]),
            )
            return msgspec.structs.replace(transcript, envelope=envelope)

        return sealed


def _message_of(row: Raw, index: int, scan: int) -> Message | None:
    if row["type"] == "message":
        return read_message(row["message"], index, scan, row.get("timestamp"))
    reader = READERS_OF_ROWS.get(row["type"])
    return None if reader is None or row.get("excludeFromContext") is True else reader(row, index, scan | facts_of_fields(row, ""), None)


def _are_familiar(messages: Iterable[Message]) -> bool:
    """None of the messages may be one of another format."""
    return all(not each.facts & DOUBTFUL or each.kind != "message" or sniff([each.raw]) is True for each in messages)


def _dangling(walk: Walk) -> frozenset[str]:
    """The ids that rows name and no row has so far."""
    named = (row.get(key) for row in walk.rows if type(row) is dict for key in ("parentId", "targetId", "appendParentId"))
    return frozenset(name for name in named if type(name) is str and walk.ids.get(name) is None)
