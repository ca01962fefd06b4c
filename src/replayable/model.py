"""A conversation as it happened: immutable messages made of immutable parts.

Every part and message remembers the object it was read from (`raw`) and whether it still says the same (`intact`), so that
an untouched one is written back as it was, unknown fields included. Rules change them with `edited`, never in place.
`facts` is a bit set of what a message holds, made once when the message is built: the engine calls a rule only where the
facts that it looks for are present.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import is_, or_
from typing import Any, Literal, TypeVar

import msgspec

from replayable.report import Note

_decoded = msgspec.json.Decoder(str).decode

Json = Any  # a JSON value: dict, list, str, int, float, bool or None
Raw = Mapping[str, Any]

# ---------------------------------------------------------------------------------------------- facts
USER = 1 << 0
ASSISTANT = 1 << 1
TOOL = 1 << 2
SYSTEM = 1 << 3  # system and developer
OTHER_ROLE = 1 << 4  # a role that is none of the field's, a tool message that holds no result, or an entry that is no message
TEXT = 1 << 5
CALL = 1 << 6
RESULT = 1 << 7
REASONING = 1 << 8
MEDIA = 1 << 9
SERVER = 1 << 10  # a tool run by the provider: its call or its result
OPAQUE = 1 << 11
BLANK = 1 << 12  # a blank text, or a result without any part
EMPTY = 1 << 13  # a message without parts
ODD_CALL = 1 << 14  # a call without id, with a name beyond [A-Za-z_][A-Za-z0-9_-]{0,63}, half-streamed, or whose arguments are no object
CACHE_MARK = 1 << 15
FAILED = 1 << 16  # an assistant turn that ended in an error or was aborted
CUT = 1 << 17  # an assistant turn that ran into the output limit
SYNTHETIC = 1 << 18  # a tool result that was made up where none was stored
SUSPECT_TEXT = 1 << 19  # the bytes it was read from may hold lone surrogates or control characters
SILENT = 1 << 20  # an assistant text that may be a silent reply
ODD_FIELD = 1 << 21  # fields of the message or a part that only some APIs take
REFUSAL = 1 << 22
ODD_PLACE = 1 << 27  # a call or reasoning outside an assistant message, a result outside a user or tool message
SIGNED = 1 << 29  # a text, a call or reasoning with a signature
OWN_FIELD = 1 << 30  # fields of the message or a part that its format alone knows, or a result that is an error
ANNOTATED = 1 << 28  # the session's runtime left a mark: a copied answer, provenance, a context carrier, its own words in a text
# Facts of neighbours; the engine adds them to those of the whole, no message has them alone.
SAME_ROLE_PAIR = 1 << 23  # two user or two assistant messages in a row
ASSISTANT_FIRST = 1 << 24  # the first message that is no instruction is an assistant's
LATE_SYSTEM = 1 << 25  # an instruction after the conversation has begun
NO_MESSAGES = 1 << 26

ROLE_FACTS = {"user": USER, "assistant": ASSISTANT, "tool": TOOL, "system": SYSTEM, "developer": SYSTEM}
_TEXT_ROLE_FACTS = {**ROLE_FACTS, "tool": TOOL | OTHER_ROLE}  # of a message that is a text
SCAN = SUSPECT_TEXT | SILENT | ODD_FIELD | OWN_FIELD | ANNOTATED  # facts that the reader knows and `facts_of` cannot see

_BLANKS = " \t\n\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_LONGEST_NAME = 64
_NO_BEGINNING = "0123456789-"  # of a name, for some APIs
_NAME = "etaoinshrdlucmfwypvbgkjqxzETAOINSHRDLUCMFWYPVBGKJQXZ_0123456789-"


def is_blank(text: str) -> bool:
    """Nothing but white space, as JavaScript and Python see it together."""
    return not text or (not " " < text[0] < "\x7f" and not text.strip(_BLANKS).strip())


def trimmed(text: str) -> str:
    """The text without white space at its ends, by JavaScript's rules: ids were written by such clients."""
    return text.strip(_BLANKS)


# ---------------------------------------------------------------------------------------------- parts
class Text(msgspec.Struct, frozen=True, gc=False):
    """Words. `kind` is "refusal" where the API marks them so. `signature` is a provider's own mark of the text
    (OpenAI's message id and phase as openclaw stores them). `cache` is a cache mark, as stored.

    `words` is the text, or the JSON string of it that stood in the input: a long text that nobody looks into is written
    again without having been decoded (see `slices`). Rules read `text`."""

    words: str | msgspec.Raw
    raw: Raw | None = None
    intact: bool = True
    signature: str | None = None
    cache: Json = None
    kind: Literal["text", "refusal"] = "text"

    @property
    def text(self) -> str:
        """The words, decoded."""
        words = self.words
        return words if type(words) is str else _decoded(words)


class Reasoning(msgspec.Struct, frozen=True, gc=False):
    """Thinking of the model. `signature` proves it to its provider; `redacted` is its encrypted form.
    `field` is the message field it stood in, where the format keeps it beside the content. `spelled` "object": the signature, JSON text
    here, was stored as the object that it is the text of."""

    text: str
    raw: Raw | None = None
    intact: bool = True
    signature: str | None = None
    redacted: str | None = None
    field: str | None = None
    cache: Json = None
    spelled: Literal["text", "object"] = "text"


class ToolCall(msgspec.Struct, frozen=True, gc=False):
    """A call of one of the caller's tools.

    `arguments` is a dict where all is well, the stored text where it is no JSON object, another JSON value as stored,
    or None where there was neither input nor arguments; `held` is the same, but long texts in the dict may be JSON strings as they stood
    in the input (see `slices`): formats that write objects write it, rules read `arguments`. `kept` is the object that it was read from, or a
    struct with the same fields, which costs less; rules read `raw`. `stored_id` is the id as the history has it. `partial` is text
    that was still streaming. `deferred`: the result may come later than the turn. `kind` "custom": free-text input.
    `item` is the provider's own id of the stored item, beside the id that the result names (OpenAI Responses: `fc_…`).
    `unnumbered`: the form it was stored in has no ids; a result is found by its place. `sent` "wrapped": the arguments are no object, and
    go out inside of one (`sent_arguments`)."""

    id: str | None
    name: str | None
    held: Json
    kept: Raw | msgspec.Struct | None = None
    intact: bool = True
    stored_id: str | None = None
    partial: str | None = None
    signature: str | None = None
    deferred: bool = False
    cache: Json = None
    kind: Literal["function", "custom"] = "function"
    item: str | None = None
    unnumbered: bool = False
    sent: Literal["as-stored", "wrapped"] = "as-stored"

    @property
    def raw(self) -> Raw | None:
        """The object that it was read from."""
        kept = self.kept
        return msgspec.to_builtins(kept) if isinstance(kept, msgspec.Struct) else kept

    @property
    def arguments(self) -> Json:
        """The arguments, decoded."""
        held = self.held
        if type(held) is dict and any(type(value) is msgspec.Raw for value in held.values()):
            return {key: _decoded(value) if type(value) is msgspec.Raw else value for key, value in held.items()}
        return held


class ToolResult(msgspec.Struct, frozen=True, gc=False):
    """What a tool gave back. `synthetic`: made up because none was stored."""

    call_id: str | None
    parts: tuple[Part, ...]
    raw: Raw | None = None
    intact: bool = True
    name: str | None = None
    is_error: bool = False
    synthetic: bool = False
    cache: Json = None


class Media(msgspec.Struct, frozen=True, gc=False):
    """An image, document, recording or file: `data` in base64, or a `url`, or a `file_id` of the provider. `detail`: how closely an image is
    to be looked at.
    `format` tells whose `file_id` it is; no other can write it."""

    kind: Literal["image", "document", "audio", "video", "file"]
    raw: Raw | None = None
    intact: bool = True
    media_type: str | None = None
    data: str | None = None
    url: str | None = None
    file_id: str | None = None
    name: str | None = None
    cache: Json = None
    format: str | None = None
    detail: str | None = None


class ServerCall(msgspec.Struct, frozen=True, gc=False):
    """A tool that the provider ran itself, as it was called. `format` is the one that knows it; no other can write it."""

    id: str | None
    name: str | None
    raw: Raw | None = None
    intact: bool = True
    cache: Json = None
    format: str | None = None


class ServerResult(msgspec.Struct, frozen=True, gc=False):
    """What a tool gave back that the provider ran itself. `format` as for ServerCall."""

    call_id: str | None
    raw: Raw | None = None
    intact: bool = True
    cache: Json = None
    format: str | None = None


class Opaque(msgspec.Struct, frozen=True, gc=False):
    """A block of a kind that is not known here; `raw` is all there is. `kind` is its type as stored, `format` the one it
    belongs to; no other can write it."""

    kind: str
    raw: Any = None
    intact: bool = True
    cache: Json = None
    format: str | None = None


Part = Text | Reasoning | ToolCall | ToolResult | Media | ServerCall | ServerResult | Opaque


# The key under which arguments are sent that are no object.
RAW_ARGUMENTS = "_raw"


def sent_arguments(call: ToolCall) -> Json:
    """The arguments as a request tells them."""
    if call.sent == "as-stored":
        return call.arguments
    return {} if call.arguments == [] else {RAW_ARGUMENTS: call.arguments}


def written_arguments(call: ToolCall) -> Json:
    """The same for formats that write them as an object: long texts in it may be slices."""
    return call.held if call.sent == "as-stored" else sent_arguments(call)


# ---------------------------------------------------------------------------------------------- messages
class Meta(msgspec.Struct, frozen=True, gc=False):
    """Where a message came from, as far as the history says. `timestamp` is in milliseconds since 1970. `format`: the one that it was stored
    in, where that is not the one of its history."""

    provider: str | None = None
    api: str | None = None
    model: str | None = None
    response_id: str | None = None
    stop_reason: str | None = None
    usage: Json = None
    error: str | None = None
    timestamp: float | None = None
    provenance: Json = None
    owns_state: bool = False  # opaque state of the provider hangs on this turn; it must not be dropped for being empty
    has_media: bool = False  # the user sent files with it that are stored elsewhere
    is_copy: bool = False  # no model made this turn: what was delivered, or injected, was stored as one
    is_context: bool = False  # no user wrote this: context that the runtime put beside a user's turn
    format: str | None = None


class Message(msgspec.Struct, frozen=True, gc=False):
    """One stored message. Results, calls, texts and images are its parts.

    `role` is "system", "developer", "user", "assistant" or "tool", or what was stored where it is none of these.
    `origin` is the 0-based index in the history; None for a message that was made here or that stands outside the list.
    `kind` tells messages of a session file apart that are sent as user text."""

    role: str
    parts: tuple[Part, ...]
    origin: int | None = None
    facts: int = 0
    raw: Any = None
    intact: bool = True
    meta: Meta | None = None
    kind: Literal["message", "custom", "compaction", "branch-summary", "command"] = "message"


class Tool(msgspec.Struct, frozen=True, gc=False):
    """A tool that is offered. `schema` is the JSON Schema of its arguments; `raw` what was read.
    `extra` holds what only its own format knows, by its path in what was read."""

    name: str
    description: str | None = None
    schema: Json = None
    strict: bool | None = None
    cache: Json = None
    raw: Json = None
    server: bool = False  # run by the provider; only its own format can write it
    extra: Mapping[str, Json] = {}


class ToolChoice(msgspec.Struct, frozen=True, gc=False):
    """Which tool the model must or may call. `parallel` None: not said."""

    mode: Literal["auto", "none", "required", "named"] | None = None
    name: str | None = None
    parallel: bool | None = None


class Thinking(msgspec.Struct, frozen=True, gc=False):
    """How much the model shall think. `budget` is in tokens. `shown`: its thoughts, or a summary of them, are to be answered, too."""

    mode: Literal["enabled", "adaptive", "disabled"]
    budget: int | None = None
    effort: str | None = None
    shown: bool | None = None


class Settings(msgspec.Struct, frozen=True, gc=False):
    """The fields of a request besides its history, in words that formats share.

    `extra` holds the fields that only the format itself knows; `raw` the whole request as read, without its history.
    `intact`: `raw` still says the same. In a bare list all fields are empty and `raw` is None."""

    model: str | None = None
    tools: tuple[Tool, ...] | None = None
    tool_choice: ToolChoice | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    stop: tuple[str, ...] | None = None
    thinking: Thinking | None = None
    response_format: Json = None  # {"type": "text" | "json_object"} or {"type": "json_schema", "name", "schema", "strict"}
    stream: bool | None = None
    user: str | None = None
    store: bool | None = None
    extra: Mapping[str, Json] = {}
    raw: Raw | None = None
    intact: bool = True


NO_SETTINGS = Settings()
"""Those of a history that is no request."""


class Route(msgspec.Struct, frozen=True, gc=False):
    """Where a session was sent from a time (ms) on, as it noted it itself."""

    provider: str | None = None
    api: str | None = None
    model: str | None = None
    timestamp: float | None = None


class Transcript(msgspec.Struct, frozen=True, gc=False):
    """A conversation: its messages, its settings, and how it was written down.

    `envelope` is what the format needs to write the same file or request back and belongs to the format alone.
    `compacted_at` is the time (ms) of the newest compaction.
    `given`, `spread`: how the history was handed over, and whether as one JSON value or by lines (JSONL), so that it can be given back alike.
    `routes`: where the session went so far, oldest first. `kept_in`: the format of the file, where all messages in it are of another."""

    messages: tuple[Message, ...]
    format: str
    settings: Settings = Settings()
    shape: Literal["list", "request", "session"] = "list"
    notes: tuple[Note, ...] = ()
    envelope: Any = None
    compacted_at: float | None = None
    given: Literal["objects", "str", "bytes"] = "objects"
    spread: Literal["whole", "lines"] = "whole"
    routes: tuple[Route, ...] = ()
    kept_in: str | None = None


# ---------------------------------------------------------------------------------------------- building and changing
_Thing = TypeVar("_Thing", bound=msgspec.Struct)


def edited(thing: _Thing, **fields: Any) -> _Thing:
    """The same part or settings with other fields; what it was read from no longer says the same."""
    if type(thing) is Text and "text" in fields:
        fields["words"] = fields.pop("text")
    if type(thing) is ToolCall:
        fields = {_FIELDS_OF_CALL.get(field, field): value for field, value in fields.items()}
    return msgspec.structs.replace(thing, intact=False, **fields)


_FIELDS_OF_CALL = {"arguments": "held", "raw": "kept"}


def with_raw(part: Part, raw: Any) -> Part:
    """The same part, read from another object; nothing else of it changes."""
    return msgspec.structs.replace(part, **{"kept" if type(part) is ToolCall else "raw": raw})


def message(  # noqa: PLR0917 - positional, because it is called for every message read
    role: str,
    parts: tuple[Part, ...],
    origin: int | None = None,
    raw: Any = None,
    meta: Meta | None = None,
    scan: int = 0,
    kind: Literal["message", "custom", "compaction", "branch-summary", "command"] = "message",
) -> Message:
    """A new message with its facts noted. `scan`: facts of SCAN that only the reader knows."""
    return Message(role, parts, origin, facts_of(role, parts, meta) | scan, raw, True, meta, kind)


def text_message(role: str, text: str | msgspec.Raw, origin: int, raw: Raw | None, scan: int = 0) -> Message:
    """A message that is one text and nothing else: what `message` makes of it, for the readers of plain histories.
    A text that was not decoded begins with something visible."""
    facts = _TEXT_ROLE_FACTS.get(role, OTHER_ROLE) | TEXT | scan
    if type(text) is str and (not text or not " " < text[0] < "\x7f") and is_blank(text):
        facts |= BLANK
    return Message(role, (Text(text),), origin, facts, raw)


def result_message(result: ToolResult, origin: int, raw: Raw | None, scan: int = 0) -> Message:
    """A tool message that is one result and nothing else, for the readers of plain histories."""
    return Message("tool", (result,), origin, TOOL | RESULT | _facts_of_result(result) | scan, raw)


def call_message(text: str | msgspec.Raw, calls: tuple[ToolCall, ...], origin: int, raw: Raw | None, scan: int = 0) -> Message:
    """An assistant message of an optional text and calls, for the readers of plain histories."""
    facts = ASSISTANT | CALL | scan
    for call in calls:
        if not _is_plain(call):
            facts |= ODD_CALL
    if not text:
        return Message("assistant", calls, origin, facts, raw)
    facts |= TEXT
    if type(text) is str and not " " < text[0] < "\x7f" and is_blank(text):
        facts |= BLANK
    return Message("assistant", (Text(text), *calls), origin, facts, raw)


def with_parts(original: Message, parts: tuple[Part, ...], role: str | None = None) -> Message:
    """The message with other parts (and role); the facts are noted anew. Equal parts give the message itself."""
    if role is None or role == original.role:
        role = original.role
        if len(parts) == len(original.parts) and all(map(is_, parts, original.parts)):
            return original
    facts = facts_of(role, parts, original.meta) | original.facts & SCAN
    return Message(role, parts, original.origin, facts, original.raw, False, original.meta, original.kind)


def facts_of(role: str, parts: tuple[Part, ...], meta: Meta | None = None) -> int:
    """The facts of a message with this role and these parts, without those of SCAN."""
    facts = ROLE_FACTS.get(role, OTHER_ROLE)
    if not parts:
        facts |= EMPTY
    for part in parts:
        if type(part) is Text:
            text = part.words
            facts |= TEXT
            if type(text) is str and (not text or not " " < text[0] < "\x7f") and is_blank(text):
                facts |= BLANK
            if part.kind == "refusal":
                facts |= REFUSAL
            if part.signature is not None:
                facts |= SIGNED
        elif type(part) is ToolCall:
            facts |= CALL if _is_plain(part) else CALL | ODD_CALL
            if part.signature is not None:
                facts |= SIGNED
        elif type(part) is Reasoning:
            facts |= REASONING if part.signature is None else REASONING | SIGNED
        elif type(part) is ToolResult:
            facts |= RESULT | _facts_of_result(part)
        else:
            facts |= _FACTS_OF_KIND[type(part)]
        if part.cache is not None:
            facts |= CACHE_MARK
    if facts & (CALL | REASONING | RESULT) and ((facts & RESULT and not facts & (USER | TOOL)) or (facts & (CALL | REASONING) and not facts & ASSISTANT)):
        facts |= ODD_PLACE
    if facts & TOOL and not facts & (RESULT | EMPTY):
        facts |= OTHER_ROLE
    if meta is not None and meta.stop_reason in _ENDINGS:
        facts |= _ENDINGS[meta.stop_reason]
    return facts


_ENDINGS: dict[str | None, int] = {"error": FAILED, "aborted": FAILED, "length": CUT}


def _is_plain(call: ToolCall) -> bool:
    name = call.name
    if type(name) is not str or (not (name.isidentifier() and name.isascii() and len(name) <= _LONGEST_NAME) and not _is_plain_begun(name)):
        return False
    return type(call.held) is dict and call.partial is None and call.id is not None and call.id[:1] > " "


def _is_plain_begun(name: str) -> bool:
    """A plain name that begins with a letter or `_`; for most, being an identifier says so faster."""
    return is_plain_name(name) and name[0] not in _NO_BEGINNING


def _facts_of_result(result: ToolResult) -> int:
    facts = 0
    if not result.parts:
        facts |= BLANK
    for part in result.parts:
        if type(part) is Text:
            text = part.words
            if type(text) is str and (not text or not " " < text[0] < "\x7f") and is_blank(text):
                facts |= BLANK
        elif type(part) is Media:
            facts |= MEDIA
        else:
            facts |= OPAQUE
        if part.cache is not None:
            facts |= CACHE_MARK
    if result.synthetic:
        facts |= SYNTHETIC
    return facts


_FACTS_OF_KIND: dict[type, int] = {Reasoning: REASONING, Media: MEDIA, ServerCall: SERVER, ServerResult: SERVER, Opaque: OPAQUE}


def is_plain_name(name: object) -> bool:
    """A tool name that every API takes: one to 64 of [A-Za-z0-9_-] (OpenAI's limit, the narrowest, provider-contracts 2026-11)."""
    return type(name) is str and 0 < len(name) <= _LONGEST_NAME and not name.strip(_NAME)


def facts_of_all(messages: Iterable[Message], before: int = 0) -> int:
    """The facts of all messages together, and of their neighbourhood. `before`: the facts of the message that stands before
    them and is no instruction; 0 where they are the beginning."""
    held = [each.facts for each in messages]
    roles = bytes([own & _SPEAKING for own in held])  # searched in C
    spoken = roles.translate(None, _INSTRUCTION)
    facts = reduce(or_, held, 0)
    if before:
        spoken = bytes((before & _SPEAKING,)) + spoken
        facts |= facts & SYSTEM and LATE_SYSTEM
    elif not spoken:
        return facts | NO_MESSAGES
    elif spoken[0] == ASSISTANT:
        facts |= ASSISTANT_FIRST
    if any(pair in spoken for pair in _PAIRS):
        facts |= SAME_ROLE_PAIR
    if facts & SYSTEM and _INSTRUCTION in roles.lstrip(_INSTRUCTION):
        facts |= LATE_SYSTEM
    return facts


_SPEAKING = USER | ASSISTANT | SYSTEM
_INSTRUCTION = bytes((SYSTEM,))
_PAIRS = (bytes((USER, USER)), bytes((ASSISTANT, ASSISTANT)))


def facts_of_beginning(messages: Iterable[Message]) -> int:
    """The facts of how a history begins: ASSISTANT_FIRST, NO_MESSAGES, or neither."""
    first = next((each for each in messages if not each.facts & SYSTEM), None)
    if first is None:
        return NO_MESSAGES
    return ASSISTANT_FIRST if first.facts & ASSISTANT else 0
