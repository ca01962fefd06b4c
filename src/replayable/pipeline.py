"""read → Transcript → the rules of a policy → write → check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import msgspec

from replayable import contracts, formats, policies, records, rules, slices
from replayable.errors import CannotCarry, ReadError
from replayable.foreign import without_follow_ups
from replayable.formats.format import Format
from replayable.formats.request import shared_fields
from replayable.model.building import edited
from replayable.model.parts import ToolCall
from replayable.model.transcript import Transcript
from replayable.model.values import Json, trimmed
from replayable.options import Options, options_from
from replayable.policies.policy import Policy
from replayable.policies.stored_fields import OTHERS
from replayable.report import Change, Note, Problem
from replayable.rules import engine
from replayable.rules.rule import AnyRule
from replayable.signatures import split_ids
from replayable.targets import Target, parse_target


class Prepared:
    """A request that the target accepts, and what was done to get it.

    `request`, `problems` and `ids` are made when first asked for. The request is for sending: the stored history stays the
    record. Two are equal where they send and tell the same."""

    def __init__(self, body: bytes, transcript: Transcript, changes: tuple[Change, ...], target: Target, options: Options) -> None:
        self.body = body
        self.transcript = transcript
        self.changes = changes
        self._target = target
        self._options = options

    def with_notes(self, notes: tuple[Note, ...]) -> Prepared:
        """The same with notes of what reading met before."""
        transcript = msgspec.structs.replace(self.transcript, notes=notes + self.transcript.notes)
        return Prepared(self.body, transcript, self.changes, self._target, self._options)

    def pieces(self) -> Iterable[bytes]:
        """The body in pieces, for clients that send a stream."""
        return (self.body,)

    @property
    def target(self) -> Target:
        """Where it is to be sent."""
        return self._target

    @property
    def notes(self) -> tuple[Note, ...]:
        """What reading met."""
        return self.transcript.notes

    @cached_property
    def request(self) -> dict[str, Any]:
        """The body as a dict of its own; changing it changes nothing else."""
        return records.decode(self.body)  # type: ignore[no-any-return]

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What the target would refuse all the same."""
        return contracts.check(self.request, self._target, self._options)

    @cached_property
    def ids(self) -> dict[str, tuple[str, ...]]:
        """Tool-call ids as stored (trimmed) → the ids as sent, in order of occurrence."""
        found: dict[str, list[str]] = {}
        for message in self.transcript.messages:
            for part in message.parts:
                if type(part) is ToolCall:
                    found.setdefault(trimmed(part.stored_id or ""), []).append(self._sent(part.id) or "")
        return {stored: tuple(sent) for stored, sent in found.items()}

    def _sent(self, stored: str | None) -> str | None:
        """The id that results name; its format writes the item's own, in one text with it, apart."""
        return split_ids(stored)[0] if policies.format_of(self._target.api) == "openai-responses" else stored

    def __eq__(self, other: object) -> bool:
        """Whether both send the same to the same target and tell the same of it."""
        if not isinstance(other, Prepared):
            return NotImplemented
        return self._told() == other._told() and self.ids == other.ids

    def __hash__(self) -> int:
        return hash((self.body, self._target))

    def _told(self) -> tuple[object, ...]:
        """All that is seen from outside; `problems` follow from it."""
        return self.body, self.changes, self.notes, self._target, self._options

    def __repr__(self) -> str:
        return f"<Prepared for {self._target}: {len(self.transcript.messages)} messages, {len(self.changes)} changes>"


class Converted:
    """A history in another format, and what had no place there."""

    def __init__(self, payload: Json, changes: tuple[Change, ...], notes: tuple[Note, ...], wanted: Format) -> None:
        self.payload = payload
        self.changes = changes
        self.notes = notes
        self._wanted = wanted

    @cached_property
    def body(self) -> bytes:
        """The payload as JSON; a session's entries as JSONL."""
        return _encoded(self.payload, self._wanted)

    def __repr__(self) -> str:
        return f"<Converted: {len(self.changes)} changes, {len(self.notes)} notes>"


def prepare(history: Any, target: str, *, source: str | None = None, options: Options | None = None, **names: Any) -> Prepared:
    """The request for a target from any stored history, and every change that was needed.

    Raises ReadError, UnknownFormat, UnknownTarget, InvalidOption; nothing else, whatever the history holds."""
    return prepared_by(_as_chosen, history, target, source, options_from(options, names))


def prepared_by(adapted: Callable[[Policy], Policy], history: Any, target: str, source: str | None, options: Options) -> Prepared:
    """What `prepare` gives, by the policy that is made of the chosen one."""
    route = parse_target(target, options.api)
    policies.choose(route, options)  # an API that is not built is told before anything is read
    document, transcript = _opened(history, source, policies.format_of(route.api))
    policy = adapted(policies.choose(route, options, transcript.settings, transcript.format, transcript.compacted_at, transcript.routes))
    repaired, changes = apply(policy.rules, for_target(transcript, policy, route))
    return Prepared(_body(document, transcript, repaired, policy), repaired, changes, route, options)


def _as_chosen(policy: Policy) -> Policy:
    return policy


def check(request: Any, target: str, *, options: Options | None = None, **names: Any) -> tuple[Problem, ...]:
    """What the target would refuse in a request; the argument is never changed.

    A bare list counts as the history of a request without further fields. Of a request for another API that alone is told.
    Raises as `prepare` does."""
    made = options_from(options, names)
    route = parse_target(target, made.api)
    text = records.handed(request)
    return check_value(records.load(request).value, route, made) if text is None else check_text(text, route, made)


def check_text(text: records.Handed, target: Target, options: Options) -> tuple[Problem, ...]:
    """The same for a text. Raises ReadError."""
    value = records.strictly(text.data)
    return check_value(records.load_text(text).value, target, options) if value is None else check_value(value, target, options, len(text.data))


def check_value(value: Json, target: Target, options: Options, length: int | None = None) -> tuple[Problem, ...]:
    """The same for a value that is decoded already; `length`: of its text, where that was read strictly."""
    request = {formats.named(policies.format_of(target.api)).history_key: value} if isinstance(value, list) else value
    return without_follow_ups(contracts.check(request, target, options, length), value, target)


def read(history: Any, source: str | None = None) -> Transcript:
    """The active branch of a history, from its newest compaction or reset on; what else it holds is kept for `write`."""
    return _read(listed(records.load(history)), source, None)


def write(transcript: Transcript, format: str) -> Any:
    """The transcript in a format, nothing repaired: a list for a list, a request for a request, text for text, bytes for bytes.

    Raises CannotCarry for a part that the format has no place for."""
    wanted = formats.named(format)
    _, _, changes = engine.run(_carrying(wanted, transcript), transcript.messages, transcript.settings)
    if changes:
        raise CannotCarry(f"{wanted.name} cannot carry the history as it is: {changes[0].reason}; use convert, which takes it out")
    return _shaped(wanted.written(transcript), transcript, wanted)


def convert(history: Any, format: str, source: str | None = None) -> Converted:
    """A history in another format. What that has no place for is taken out first, each with a Change."""
    wanted = formats.named(format)
    transcript = _read(listed(records.load(history)), source, wanted.name)
    if wanted.name == (transcript.kept_in or transcript.format):
        return Converted(_shaped(wanted.written(transcript), msgspec.structs.replace(transcript, given="objects"), wanted), (), transcript.notes, wanted)
    kept, changes = apply(_carrying(wanted, transcript), _with_record(transcript))
    payload = _shaped(wanted.written(kept), msgspec.structs.replace(kept, given="objects"), wanted)
    return Converted(payload, changes, transcript.notes, wanted)


def _with_record(transcript: Transcript) -> Transcript:
    """The transcript with what its record holds beside it, so that a form without a place for that says so."""
    beside = formats.named(transcript.kept_in or transcript.format).beside(transcript)
    if not beside:
        return transcript
    settings = transcript.settings
    return msgspec.structs.replace(transcript, settings=edited(settings, extra={**settings.extra, **beside}))


def unrepaired(transcript: Transcript, policy: Policy, target: Target) -> tuple[Transcript, Json]:
    """The request that a history of another format is as it stands, and its transcript: only what has no place there is taken out."""
    kept, _ = apply(_carrying(policy.format, transcript), for_target(transcript, policy, target))
    return kept, policy.format.written(kept)


def read_document(document: records.Document, source: str) -> Transcript:
    """The transcript of a document in a format. Raises ReadError."""
    return _read(document, source, None)


def apply(rules: tuple[AnyRule, ...], transcript: Transcript) -> tuple[Transcript, tuple[Change, ...]]:
    """The transcript after the rules; the very same one where nothing was wrong."""
    messages, settings, changes = engine.run(rules, transcript.messages, transcript.settings)
    if messages is transcript.messages and settings is transcript.settings:
        return transcript, changes
    return msgspec.structs.replace(transcript, messages=messages, settings=settings), changes


# ---------------------------------------------------------------------------------------------- reading and writing
def _opened(history: Any, source: str | None, preferred: str) -> tuple[records.Document, Transcript]:
    """The document of a history and its transcript, without decoding long texts where that can be had."""
    text = records.handed(history)
    if text is None:
        document = records.load(history)
    elif (read := _read_slices(text, source, preferred)) is not None:
        return read
    else:
        document = records.load_text(text)
    document = listed(document)
    return document, _read(document, source, preferred)


def listed(document: records.Document) -> records.Document:
    """A whole answer of an API that was handed over alone is a history of one entry."""
    return msgspec.structs.replace(document, value=[document.value], data=None) if formats.is_an_answer(document.value) else document


def _read_slices(text: records.Handed, source: str | None, preferred: str) -> tuple[records.Document, Transcript] | None:
    wanted = formats.named(formats.USUAL if source is None else source)
    if wanted.read_slices is None or wanted.history_key is None:
        return None
    found = slices.taken_apart(text, wanted.history_key)
    if found is None or (source is None and formats.recognised_slices(found, preferred) is not wanted) or not slices.is_in_order(text):
        return None
    document = slices.document(text, found)
    try:
        transcript = wanted.read_slices(found)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return document, msgspec.structs.replace(transcript, given=text.given)


def _read(document: records.Document, source: str | None, preferred: str | None) -> Transcript:
    wanted = formats.named(source) if source is not None else formats.recognised(document.value, preferred)
    if wanted.history_key is not None and _is_many(document, wanted.history_key):
        raise ReadError("each line holds a conversation of its own; hand them over one by one", line=1)
    _check_has_history(document.value, wanted)
    transcript = wanted.read(document)
    if document.given == transcript.given and document.records is None:
        return transcript
    return msgspec.structs.replace(transcript, given=document.given, spread="whole" if document.records is None else "lines")


def _check_has_history(value: Json, wanted: Format) -> None:
    """Raises ReadError for an object that keeps its messages under another name than requests of the format do: they would go unread."""
    key = wanted.history_key
    if key is None or type(value) is not dict or key in value or "role" in value or "type" in value:
        return
    if any(type(held) is list and any(type(each) is dict and ("role" in each or "parts" in each) for each in held) for held in value.values()):
        raise ReadError(f"a request of {wanted.name} has its history under {key!r}, which is missing; hand over the list of messages itself")


def _is_many(document: records.Document, key: str) -> bool:
    return document.records is not None and any(isinstance(record.value, dict) and isinstance(record.value.get(key), list) for record in document.records)


def for_target(transcript: Transcript, policy: Policy, target: Target) -> Transcript:
    """Across formats the model of the request becomes the target's."""
    return transcript if transcript.format == policy.format.name else naming(transcript, target)


def naming(transcript: Transcript, target: Target) -> Transcript:
    """The model of the request, where it names one, becomes the target's."""
    settings = transcript.settings
    if settings.model is None or settings.model == target.model:
        return transcript
    return msgspec.structs.replace(transcript, settings=msgspec.structs.replace(settings, model=target.model, intact=False))


def _body(document: records.Document, stored: Transcript, repaired: Transcript, policy: Policy) -> bytes:
    """The request as bytes: those that were given where nothing was wrong."""
    is_own = stored.format == policy.format.name and stored.kept_in is None
    if repaired is stored and document.data is not None and document.records is None and is_own and not document.notes:
        if isinstance(document.value, dict):
            return document.data
        return b'{"' + (policy.format.history_key or "").encode() + b'":' + document.data.strip() + b"}"
    return records.encode(policy.format.write(repaired))


def _carrying(wanted: Format, transcript: Transcript) -> tuple[AnyRule, ...]:
    if wanted.name == (transcript.kept_in or transcript.format):
        return ()
    taker = f"the format {wanted.name!r}"
    if wanted.name == transcript.format:  # only what stands beside the messages in their file has no place
        return (rules.UntranslatableField(carried=wanted.carries.settings, taker=taker),)
    unsupported = rules.UnsupportedPart(parts=wanted.carries.parts, results=wanted.carries.results, format=wanted.name, taker=taker)
    fields = (
        rules.UntranslatableField(carried=wanted.carries.settings, shared=shared_fields(transcript.format, wanted.name), taker=taker),
        rules.UntranslatableTool(carried=wanted.carries.settings, taker=taker),
        rules.UntranslatableThinking(words=wanted.carries.thinking, taker=taker),
    )
    stored = formats.named(transcript.format)
    parts = (rules.WrappedMessage(places=stored.reads.answers, others=OTHERS), _part_fields(stored, wanted, taker), unsupported)
    marks = () if "cache" in wanted.carries.fields else (rules.SurplusCacheMark(most=0),)
    return (*(() if wanted.history_key is None else (rules.UnknownRole(),)), *fields, *parts, *marks)


def _part_fields(stored: Format, wanted: Format, taker: str) -> rules.UntranslatablePartField:
    reads, carried = stored.reads, wanted.carries.fields
    return rules.UntranslatablePartField(
        messages=reads.messages, blocks=reads.blocks, usual=reads.usual, others=OTHERS, carried=carried, taker=taker, proofs="content"
    )


def _shaped(payload: Json, transcript: Transcript, wanted: Format) -> Any:
    """The payload in the shape that the history had."""
    if transcript.shape != "request" and wanted.history_key is not None and set(payload) == {wanted.history_key}:
        payload = payload[wanted.history_key]
    if transcript.given == "objects":
        return payload
    body = _by_line(payload) if transcript.spread == "lines" and isinstance(payload, list) else _encoded(payload, wanted)
    return body.decode("utf-8", "surrogatepass") if transcript.given == "str" else body


def _encoded(payload: Json, wanted: Format) -> bytes:
    """The payload as JSON; the entries of a session, told by their types, as JSONL."""
    is_list = wanted.history_key is None and isinstance(payload, list)
    if is_list and any(isinstance(entry, dict) and "type" in entry and "role" not in entry for entry in payload):
        return _by_line(payload)
    return records.encode(payload)


def _by_line(entries: list[Json]) -> bytes:
    return b"".join(records.encode(entry) + b"\n" for entry in entries)
