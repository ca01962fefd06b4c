"""Transcript → a session file of openclaw (its header and entries) or a list of messages.

What nobody changed is written as it was read, other branches included. A changed one becomes one linear branch: kept entries
keep their ids, new ones get ids that are hashes of what they hold.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import msgspec

from replayable import records
from replayable.formats.openclaw.blocks import block_of, details_of, result_content
from replayable.formats.openclaw.envelope import Envelope
from replayable.formats.openclaw.rendering import summary_in
from replayable.formats.openclaw.spellings import NAME, RESULT_IDS, RESULT_ROLES, VERSION
from replayable.model.parts import Part, Text, ToolResult
from replayable.model.transcript import Message, Meta, Transcript
from replayable.model.values import Json, Raw

_Fields = dict[str, Json]


def write(transcript: Transcript) -> Json:
    """The entries of the session, or the list of messages, that the transcript tells."""
    is_kept = NAME in (transcript.format, transcript.kept_in)
    envelope = transcript.envelope if is_kept and type(transcript.envelope) is Envelope else None
    if envelope is None:
        return [stored for message in transcript.messages for stored in _stored(message, transcript.format == NAME)]
    if _is_unchanged(transcript.messages, envelope.messages):
        return envelope.value
    if transcript.shape == "session":
        return _session(transcript, envelope)
    return _list(transcript, envelope)


def _list(transcript: Transcript, envelope: Envelope) -> list[Json]:
    as_read = _as_read(envelope)
    out: list[Json] = []
    for row, message in _in_order(transcript, envelope):
        if message is None or as_read.get(row) is message:
            out.extend(envelope.rows[each] for each in _rows(row, envelope))
        else:
            out.extend(_stored(message, _is_own(message, transcript)))
    return out


def _as_read(envelope: Envelope) -> dict[int | None, Message]:
    """The messages as they were read, by their rows."""
    return {message.origin: message for message in envelope.messages}


def _rows(row: int, envelope: Envelope) -> tuple[int, ...]:
    """The rows that were read as one message, by the first of them."""
    return (row, *envelope.joined.get(row, ()))


def _is_own(message: Message, transcript: Transcript) -> bool:
    """The message was stored as one of openclaw's."""
    return transcript.format == NAME and (message.meta is None or message.meta.format is None)


def _is_unchanged(now: tuple[Message, ...], read: tuple[Message, ...]) -> bool:
    return now is read or (len(now) == len(read) and all(one is other for one, other in zip(now, read, strict=True)))


def _in_order(transcript: Transcript, envelope: Envelope) -> Iterator[tuple[int, Message | None]]:
    """The messages, and before each the rows without a message that stood before it (with None)."""
    places = {row: place for place, row in enumerate(envelope.active)}
    waiting = list(envelope.unsent)[::-1]
    stored = max((index for index, message in enumerate(transcript.messages) if message.origin is not None), default=-1)
    for index, message in enumerate(transcript.messages):
        place = places.get(message.origin, 0) if message.origin is not None else 0 if index < stored else len(places)
        while waiting and places[waiting[-1]] < place:
            yield waiting.pop(), None
        yield (-1 if message.origin is None else message.origin), message
    while waiting:
        yield waiting.pop(), None


# ---------------------------------------------------------------------------------------------- messages
def _stored(message: Message, is_own: bool) -> list[Json]:
    """The stored messages that a message is. Results that stood in no openclaw message become messages of their own, and what was a
    message of its own before it was put together with others is one again."""
    if is_own and message.intact and message.origin is not None:
        return [message.raw]
    out: list[Json] = []
    held: list[Json] = []
    for part in message.parts:
        if type(part) is ToolResult and not (is_own and _is_embedded(part)):
            if held:
                out.append(_holder(message, held, is_own))
                held = []
            out.append(_result(part, message, is_own))
        elif is_own and (whole := _whole(part)) is not None:
            if held:
                out.append(_holder(message, held, is_own))
                held = []
            out.append(whole)
        else:
            held.append(block_of(part, is_own and not _is_whole(part)))
    return out if out and not held else [*out, _holder(message, held, is_own)]


def _is_whole(part: Part) -> bool:
    """A summary, a command or an instruction: its text was made of the whole message, not of a block."""
    return type(part) is Text and type(part.raw) is dict and "role" in part.raw


def _whole(part: Part) -> Json:
    """The message that a part was made of, with the summary as it is now; None where it was made of none, or cannot be one any more. An
    instruction that is sent as the user's text, between marks, is one still."""
    if type(part) is not Text or part.raw is None or not _is_whole(part):
        return None
    content = part.raw.get("content")
    if part.intact or (type(content) is str and content in part.text):
        return part.raw
    summary = summary_in(part.text) if type(part.raw.get("summary")) is str else None
    return None if summary is None else {**part.raw, "summary": summary}


def _is_embedded(part: Part) -> bool:
    """A result that was a block of a user turn, not a message."""
    return type(part.raw) is dict and "role" not in part.raw


def _holder(message: Message, blocks: list[Json], is_own: bool) -> _Fields:
    """The stored message with these blocks. Summaries and commands that were changed are user turns from now on."""
    role = "user" if message.role == "tool" else message.role
    raw = message.raw if is_own and type(message.raw) is dict else {}
    if raw.get("role") in (role, "custom", "hookMessage") and (message.kind in ("message", "custom")):
        return {**raw, "content": blocks}
    return {"role": role, "content": blocks, **_fields_of(message.meta)}


def _fields_of(meta: Meta | None) -> _Fields:
    if meta is None:
        return {}
    fields = {
        "provider": meta.provider,
        "api": meta.api,
        "model": meta.model,
        "responseId": meta.response_id,
        "stopReason": meta.stop_reason,
        "usage": meta.usage,
        "errorMessage": meta.error,
        "timestamp": meta.timestamp,
        "provenance": meta.provenance,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _result(result: ToolResult, message: Message, is_own: bool) -> Json:
    """The message of a tool result."""
    raw = result.raw if is_own and type(result.raw) is dict else {}
    if raw and result.intact:
        return raw
    made = {key: value for key, value in raw.items() if key not in RESULT_IDS}
    role = made.get("role")
    made["role"] = role if type(role) is str and role in RESULT_ROLES else "toolResult"
    made.update(
        toolCallId=result.call_id, toolName=result.name or "unknown", content=result_content(result, is_own), isError=result.is_error or result.synthetic
    )
    details = details_of(result, raw)
    if details is not None:
        made["details"] = details
    if not raw and message.meta is not None and message.meta.timestamp is not None:
        made["timestamp"] = message.meta.timestamp
    return made


# ---------------------------------------------------------------------------------------------- entries
class _Branch(msgspec.Struct, gc=False):
    """The entries written so far, and where the next one hangs. `stored` are the ids of the whole session as it was read."""

    stored: frozenset[str]
    entries: list[Json]
    written: set[str]
    parent: str | None = None
    time: Json = None


def _session(transcript: Transcript, envelope: Envelope) -> list[Json]:
    stored = frozenset(row["id"] for row in envelope.rows if type(row) is dict and type(row.get("id")) is str)
    branch, as_read = _Branch(stored, [], set()), _as_read(envelope)
    for row, message in _in_order(transcript, envelope):
        if message is None or as_read.get(row) is message:
            for each in _rows(row, envelope):
                _append(branch, envelope.rows[each])
        else:
            _append_message(branch, message, envelope, _is_own(message, transcript))
    return branch.entries if envelope.header is None else [_header(envelope.header), *branch.entries]


def _header(header: Raw) -> Raw:
    """The header; entries that are linked by their ids make it version 3."""
    return header if header.get("version") == VERSION else {**header, "version": VERSION}


def _append_message(branch: _Branch, message: Message, envelope: Envelope, is_own: bool) -> None:
    origin = message.origin
    entry = envelope.rows[origin] if origin is not None and origin < len(envelope.rows) else {}
    is_message = entry.get("type") == "message"
    if message.intact and is_own and origin is not None and (not is_message or entry["message"] is message.raw):
        _append(branch, entry)
        return
    base = entry if is_message else {key: value for key, value in entry.items() if key in ("id", "parentId", "timestamp")}
    for stored in _stored(message, is_own):
        _append(branch, {"type": "message", **base, "message": stored})


def _append(branch: _Branch, entry: Raw) -> None:
    """Hangs the entry on the one before. It keeps its id, unless an entry before it has that."""
    own = entry.get("id")
    if type(own) is not str or not own or own in branch.written:
        own = _new_id(branch, entry)
    branch.written.add(own)
    if entry.get("id") != own or "parentId" not in entry or entry["parentId"] != branch.parent:
        entry = {**entry, "id": own, "parentId": branch.parent}
    if "appendMode" in entry:  # nothing is beside a single branch
        entry = {key: value for key, value in entry.items() if key != "appendMode"}
    if "timestamp" in entry:
        branch.time = entry["timestamp"]
    elif branch.time is not None:
        entry = {**entry, "timestamp": branch.time}
    branch.entries.append(entry)
    branch.parent = own


def _new_id(branch: _Branch, entry: Raw) -> str:
    """Eight hexadecimal digits from the entry and where it hangs, as session files have them."""
    seed = records.encode([branch.parent, entry])
    attempt = 0
    while True:
        made = hashlib.sha256(seed + str(attempt).encode()).hexdigest()[:8]
        if made not in branch.stored and made not in branch.written:
            return made
        attempt += 1
