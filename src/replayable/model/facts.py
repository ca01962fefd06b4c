"""The facts of a message: a bit set of what it holds, noted once when it is built.

The engine calls a rule only where the facts that it looks for are present. A fact may be too cautious, never too bold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.transcript import Message, Meta
from replayable.model.values import is_blank

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
TEXT_ROLE_FACTS = {**ROLE_FACTS, "tool": TOOL | OTHER_ROLE}  # of a message that is a text
SCAN = SUSPECT_TEXT | SILENT | ODD_FIELD | OWN_FIELD | ANNOTATED  # facts that the reader knows and `facts_of` cannot see

_LONGEST_NAME = 64
_NO_BEGINNING = "0123456789-"  # of a name, for some APIs
_NAME = "etaoinshrdlucmfwypvbgkjqxzETAOINSHRDLUCMFWYPVBGKJQXZ_0123456789-"


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
            facts |= CALL if is_plain_call(part) else CALL | ODD_CALL
            if part.signature is not None:
                facts |= SIGNED
        elif type(part) is Reasoning:
            facts |= REASONING if part.signature is None else REASONING | SIGNED
        elif type(part) is ToolResult:
            facts |= RESULT | facts_of_result(part)
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


def is_plain_call(call: ToolCall) -> bool:
    """A call with an id, a name and arguments that need no second look: what is none is an ODD_CALL."""
    name = call.name
    if type(name) is not str or (not (name.isidentifier() and name.isascii() and len(name) <= _LONGEST_NAME) and not _is_plain_begun(name)):
        return False
    return type(call.held) is dict and call.partial is None and call.id is not None and call.id[:1] > " "


def _is_plain_begun(name: str) -> bool:
    """A plain name that begins with a letter or `_`; for most, being an identifier says so faster."""
    return is_plain_name(name) and name[0] not in _NO_BEGINNING


def facts_of_result(result: ToolResult) -> int:
    """The facts that a message has of this result and its parts, without RESULT itself."""
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
