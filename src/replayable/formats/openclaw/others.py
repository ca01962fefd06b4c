"""Messages of other formats among openclaw's, each read by the reader of its format: a store keeps what it is given as it is.

Where all messages are of one other format, the transcript is one of that format, kept in a file of openclaw's: it is prepared as the bare list
of the messages is. Where they are of several, each message says its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

import msgspec

from replayable import formats
from replayable.formats.openclaw.sniff import sniff
from replayable.formats.openclaw.spellings import NAME
from replayable.model.building import edited
from replayable.model.facts import OPAQUE, OTHER_ROLE, OWN_FIELD, REASONING, SUSPECT_TEXT
from replayable.model.parts import Opaque, Part, ToolResult
from replayable.model.transcript import Message, Meta, Transcript
from replayable.model.values import Json
from replayable.records import Document, Record

# A message without any of these was understood as one of openclaw's, whoever wrote it.
UNFAMILIAR = OWN_FIELD | OPAQUE | OTHER_ROLE
DOUBTFUL = UNFAMILIAR | REASONING

# What a store writes beside the words of a message: no field of any API.
_OF_THE_RUNTIME = frozenset({"timestamp", "provenance", "runtimeContextCarrier"})


def with_others(transcript: Transcript) -> Transcript:
    """The transcript with the messages of other formats read as those do; the very same one where there are none."""
    if all(sniff([each.raw]) is True for each in _doubtful(transcript.messages)):
        return transcript  # the other formats are imported only when they are asked
    told = _told_apart(transcript)
    if not any(told.spoken):
        return transcript
    read = list(_read_again(transcript, told))
    made = tuple([message for message, _ in read])
    joined = {rows[0]: rows[1:] for _, rows in read if len(rows) > 1}
    kept = msgspec.structs.replace(transcript.envelope, messages=made, joined=joined)
    whole = msgspec.structs.replace(transcript, messages=made, envelope=kept)
    return whole if told.only is None else msgspec.structs.replace(whole, format=told.only, kept_in=NAME)


def _doubtful(messages: tuple[Message, ...]) -> Iterator[Message]:
    """The messages that may be another format's. Reasoning is spelled alike in some, but a session is of one spelling from its beginning."""
    first = next((each for each in messages if each.facts & REASONING), None)
    return (each for each in messages if (each.facts & UNFAMILIAR or each is first) and each.kind == "message")


# ---------------------------------------------------------------------------------------------- which format
class _Verdict(msgspec.Struct, frozen=True, gc=False):
    """What the formats say of a message: openclaw's, the others, and which of those alone has what it has."""

    own: bool | None
    others: Mapping[str, bool | None]
    sure: str | None


class _Told(msgspec.Struct, frozen=True, gc=False):
    """The format of each message, None for openclaw's. `only`: the one of all, but for such of openclaw's as every format can tell."""

    spoken: tuple[str | None, ...]
    only: str | None


def _told_apart(transcript: Transcript) -> _Told:
    """Which messages are of which format. What openclaw's can be, too, is that in a list, and where another message surely is.

    One that many formats have is of that of the message before it, where it fits there."""
    messages, is_session = transcript.messages, transcript.shape == "session"
    judged = [_judged(each) for each in messages]
    is_apart = is_session and not any(verdict.own for verdict in judged)
    sure = [verdict.sure if is_apart or verdict.own is False else None for verdict in judged]
    spoken, last = list[str | None](), next(filter(None, sure), None)
    for message, verdict, name in zip(messages, judged, sure, strict=True):
        last = name or last
        spoken.append(name or (last if last is not None and _may_be(last, verdict, message.raw) else None))
    return _Told(tuple(spoken), _only(spoken, messages) if is_apart else None)


def _judged(message: Message) -> _Verdict:
    """What the formats say of a message. A row that is a message itself is none of theirs."""
    if message.kind != "message":
        return _Verdict(None, {}, None)
    said = dict(zip(formats.FORMATS, formats.verdicts([message.raw]), strict=True))
    own = said.pop(NAME)
    return _Verdict(own, said, None if own else next((name for name, verdict in said.items() if verdict), None))


def _may_be(name: str, verdict: _Verdict, stored: Json) -> bool:
    """The message fits the format, and neither a store nor openclaw wrote it."""
    fits = not verdict.own and verdict.others.get(name, False) is not False
    return fits and type(stored) is dict and _OF_THE_RUNTIME.isdisjoint(stored)


def _only(spoken: list[str | None], messages: tuple[Message, ...]) -> str | None:
    names = set(filter(None, spoken))
    is_plain = not any(each.facts & UNFAMILIAR for each, name in zip(messages, spoken, strict=True) if name is None)
    return names.pop() if len(names) == 1 and is_plain else None


# ---------------------------------------------------------------------------------------------- reading
def _read_again(transcript: Transcript, told: _Told) -> Iterator[tuple[Message, tuple[int, ...]]]:
    """Each message, with the rows that it was read from."""
    is_mixed = told.only is None
    is_timed = is_mixed or transcript.compacted_at is not None
    for name, pairs in groupby(zip(transcript.messages, told.spoken, strict=True), key=lambda pair: pair[1]):
        run = [message for message, _ in pairs]
        if name is None:
            yield from ((each if is_mixed else _plain(each), (_row(each),)) for each in run)
            continue
        for message, held in _read_run(run, name):
            yield _placed(message, held[0], name if is_mixed else None, _time(held[0]) if is_timed else None), tuple(map(_row, held))


def _read_run(run: list[Message], name: str) -> Iterator[tuple[Message, list[Message]]]:
    """What the reader of a format makes of messages that follow each other, each with those that it was made of."""
    records = tuple([Record(each.raw, 1, 0, bool(each.facts & SUSPECT_TEXT)) for each in run])
    suspect = any(record.suspect for record in records)
    read = formats.named(name).read(Document([each.raw for each in run], records, (), "objects", None, suspect)).messages
    starts = [each.origin or 0 for each in read]
    for message, start, end in zip(read, starts, [*starts[1:], len(run)], strict=True):
        yield message, run[start:end]


def _placed(message: Message, stored: Message, format: str | None, time: float | None) -> Message:
    """The message in its place; with its format where not all are of one, and the time of its entry."""
    if format is None and time is None:
        return msgspec.structs.replace(message, origin=stored.origin)
    meta = message.meta or Meta()
    own = meta.timestamp if meta.timestamp is not None else time
    return msgspec.structs.replace(message, origin=stored.origin, meta=msgspec.structs.replace(meta, format=format, timestamp=own))


def _time(stored: Message) -> float | None:
    return None if stored.meta is None else stored.meta.timestamp


def _row(message: Message) -> int:
    return -1 if message.origin is None else message.origin


# ---------------------------------------------------------------------------------------------- openclaw's among others
def _plain(message: Message) -> Message:
    """A message of openclaw's without what it was read from, which the other format could not write."""
    return msgspec.structs.replace(message, raw=None, intact=False, parts=tuple(map(_plain_part, message.parts)))


def _plain_part(part: Part) -> Part:
    if type(part) is Opaque:
        return part
    if type(part) is ToolResult:
        return msgspec.structs.replace(part, raw=None, intact=False, parts=tuple(map(_plain_part, part.parts)))
    return edited(part, raw=None)
