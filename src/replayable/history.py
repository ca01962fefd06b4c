"""The history of a session that grows: its entries, the format that they are told to be in, and what was read of them."""

from __future__ import annotations

import msgspec

from replayable import formats, policies, records
from replayable.errors import ReadError
from replayable.formats.following import Follower, Seal, as_document
from replayable.formats.format import Format
from replayable.model.facts import OPAQUE, OTHER_ROLE, REASONING, SERVER
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json
from replayable.report import Note
from replayable.targets import Target

_HISTORY_KEYS = ("messages", "input", "contents")

# What one format holds for another that it does not understand, or cannot prove.
_STRANGE = OPAQUE | OTHER_ROLE | REASONING | SERVER

_Verdicts = tuple[bool | None, ...]


class History:
    """Entries in the order in which they came, behind those of a request if one began the history.

    `messages` and `blank`, the transcript without them, are there once `read_on` was called; `readings` counts how often all was read anew."""

    def __init__(self) -> None:
        self.notes: tuple[Note, ...] = ()
        self.entries: list[Json] = []
        self.source: str | None = None
        self._said: Format | None = None  # the format of that name
        self.request: dict[str, Json] | None = None
        self._key: str | None = None  # of the request's list
        self._verdicts: _Verdicts | None = None
        self._judged = 0
        self.readings = 0
        self._forget()

    def _forget(self) -> None:
        self.readings += 1
        self._format: Format | None = None  # that the entries were read in
        self._follower: Follower | None = None
        self._read = 0
        self.messages: list[Message] = []
        self.blank: Transcript | None = None

    def add(self, document: records.Document, source: str | None) -> None:
        """Takes what was handed over; nothing of it where it is refused. Raises ReadError, UnknownFormat."""
        said = self._said if source is None or source == self.source else formats.named(source)
        value = document.value
        if isinstance(value, dict) and records.is_record(value) and not any(isinstance(value.get(key), list) for key in _HISTORY_KEYS):
            value = [value]
        if formats.is_an_answer(value):
            value = [value]
        if isinstance(value, dict) and self._has_begun():
            raise ReadError("a whole request can only be the first of a replay; hand over the new messages")
        if self._has_begun():
            self._refuse_another_format(value, source, said)
        if isinstance(value, dict):
            self.request, self._key = value, next((key for key in _HISTORY_KEYS if isinstance(value.get(key), list)), None)
            value = value[self._key] if self._key is not None else []
        self.entries.extend(value)
        self.source, self._said = source or self.source, said
        if document.notes:
            self.notes += document.notes
            self._forget()

    def cut(self, count: int) -> None:
        """Goes back to so many entries. Raises ReadError where there are not so many."""
        if not isinstance(count, int) or isinstance(count, bool):
            raise ReadError(f"a replay goes back to a number of entries, got {type(count).__name__}")
        if not 0 <= count <= len(self.entries):
            raise ReadError(f"this replay holds {len(self.entries)} entries; it cannot go back to {count}")
        del self.entries[count:]
        self._verdicts = None
        if count < self._read:
            self._forget()

    def _has_begun(self) -> bool:
        return bool(self.entries) or self.request is not None

    # ------------------------------------------------------------------ the format
    def _refuse_another_format(self, value: Json, source: str | None, said: Format | None) -> None:
        """Raises ReadError for entries of another format than those before them."""
        if source is not None and said is self._said:
            return
        if source is not None and said is not None:
            told = dict(zip(map(str, formats.NAMES), self._told(), strict=True))
            if self._said is not None or told[said.name] is False:
                raise _another((self._said or formats.chosen(self._told())).name, said.name)
        elif (held := self._held()) is not None and (seen := _foreign(value, held)) is not None:
            raise _another(held.name, seen)

    def _held(self) -> Format | None:
        """The format of everything so far, where that is sure."""
        if self._said is not None:
            return self._said
        sure = [name for name, verdict in zip(formats.NAMES, self._told(), strict=True) if verdict is True]
        return formats.named(sure[0]) if len(sure) == 1 else None

    def recognised(self, target: Target) -> Format:
        """The format of everything so far; where several fit, that of the target. Raises UnknownFormat."""
        return self._said if self._said is not None else formats.chosen(self._told(), policies.format_of(target.api))

    def _told(self) -> _Verdicts:
        """What each format says of everything so far, told by what came since it was asked last as long as that says nothing new."""
        entries, before = self.entries, self._verdicts
        if before is not None and self._judged < len(entries):
            now = formats.verdicts(self.whole([*entries[:1], *entries[self._judged :]]))
            if any(new is not None and new is not old for old, new in zip(before, now, strict=True)):
                before = None
        if before is None:
            before = formats.verdicts(self.whole(entries))
        self._verdicts, self._judged = before, len(entries)
        return before

    # ------------------------------------------------------------------ reading
    def whole(self, entries: list[Json]) -> Json:
        """Everything so far, with these entries."""
        if self.request is None:
            return list(entries)
        if self._key is not None:
            return {**self.request, self._key: list(entries)}
        return self.request if not entries else {**self.request, **_listed(self.request, entries)}

    def read_on(self, wanted: Format) -> None:
        """Reads what was not read yet."""
        if self._format is not wanted:
            self._forget()
        if self._follower is not None and self._read < len(self.entries):
            added = self._follower.go_on(self.entries[self._read :])
            if added is None:
                self._forget()
            else:
                del self.messages[added.kept :]
                self.messages += added.messages
        if self._follower is None:
            self._begin(wanted)
        self._read = len(self.entries)

    def _begin(self, wanted: Format) -> None:
        self._format, self._follower = wanted, wanted.follower()
        transcript = self._follower.begin(self.whole(self.entries))
        self.blank = msgspec.structs.replace(transcript, messages=(), notes=self.notes + transcript.notes)
        self.messages = list(transcript.messages)

    def seal(self) -> Seal:
        """What completes a transcript of all that was read."""
        assert self._follower is not None
        return self._follower.seal()


def _foreign(value: list[Json], held: Format) -> str | None:
    """The format that entries are surely in, where they cannot be in the one that is held, or would lose something if they were read as that.
    What stands in a session is read as whatever it is."""
    if held.history_key is None:
        return None
    said: dict[str, bool | None] = dict(zip(map(str, formats.NAMES), formats.verdicts(value), strict=True))
    seen = next((name for name, verdict in said.items() if verdict is True and name != held.name), None)
    if seen is None or said[held.name] is True:
        return None
    return seen if said[held.name] is False or any(each.facts & _STRANGE for each in held.read(as_document(value)).messages) else None


def _another(held: str, seen: str) -> ReadError:
    return ReadError(f"this replay holds {held}, and what follows is {seen}; hand over replayable.convert(messages, {held!r}, source={seen!r}).payload")


def _listed(request: dict[str, Json], entries: list[Json]) -> dict[str, Json]:
    """The list of a request that had none: what it had instead is its first entry."""
    key = next((key for key in _HISTORY_KEYS if key in request), "messages")
    words = request.get(key)
    return {key: [*([{"role": "user", "content": words}] if isinstance(words, str) else []), *entries]}
