"""Parts of Gemini's contents → parts. Total: what is not known stays as it is, as an opaque part."""

from __future__ import annotations

from collections.abc import Callable

from replayable.formats.gemini.media import read_file, read_inline, text_of
from replayable.formats.gemini.results import read_result
from replayable.formats.gemini.spelling import NAME, get, snake
from replayable.model.parts import Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall
from replayable.model.values import Json, Raw

CODE_EXECUTION = "code_execution"


def read_parts(stored: Json) -> tuple[Part, ...]:
    """The parts of a content."""
    if type(stored) is list:
        if len(stored) == 1:
            return read_part(stored[0])
        return tuple([part for each in stored for part in read_part(each)])
    return () if stored is None else read_part(stored)


def read_part(part: Json) -> tuple[Part, ...]:
    """What one stored part is: one part, or one for each kind of data in it."""
    if type(part) is not dict:
        return (Text(part) if type(part) is str else opaque(part),)
    held = [key for key, value in part.items() if key in READERS and value is not None]
    if len(held) == 1:
        return (READERS[held[0]](part[held[0]], part) or opaque(part),)
    if not held:
        return (opaque(part),)
    return tuple([_read_one_of(key, part) for key in held])


def _read_one_of(key: str, part: Raw) -> Part:
    """One kind of data of a part that has several, as a part of its own."""
    own = {other: value for other, value in part.items() if other == key or other not in READERS}
    return READERS[key](part[key], own) or opaque(own)


def opaque(part: Json) -> Opaque:
    """The part as it is, named by its first key."""
    return Opaque(next(iter(part), "") if type(part) is dict else "", part, True, None, NAME)


def signature_of(part: Raw) -> str | None:
    """The thought signature, in base64."""
    return text_of(get(part, "thoughtSignature"))


def _read_text(held: Json, part: Raw) -> Part | None:
    """Text, or a thought. A signature that came behind the last text stands on an empty one: it is no text, but of the reasoning."""
    if type(held) is not str:
        return None
    if len(part) == 1:
        return Text(held, part)
    signature = signature_of(part)
    if part.get("thought") is True or (signature is not None and not held):
        return Reasoning(held, part, True, signature)
    return Text(held, part, True, signature)


def _read_call(held: Json, part: Raw) -> Part | None:
    """A call; `args` is optional there, and a call without has none. One that was still streaming is known by its partial ones."""
    if type(held) is not dict:
        return None
    call_id, name, arguments = held.get("id"), held.get("name"), held.get("args")
    if type(call_id) is not str:
        call_id = None
    if type(name) is not str:
        name = None
    partial = "" if get(held, "partialArgs") or get(held, "willContinue") is True else None
    if arguments is None and partial is None:
        arguments = {}
    if len(part) == 1:
        return ToolCall(call_id, name, arguments, part, True, call_id, partial, unnumbered=call_id is None)
    return ToolCall(call_id, name, arguments, part, True, call_id, partial, signature_of(part), unnumbered=call_id is None)


def _read_code(held: Json, part: Raw) -> Part | None:
    return ServerCall(_text(held, "id"), CODE_EXECUTION, part, True, None, NAME) if type(held) is dict else None


def _read_server_call(held: Json, part: Raw) -> Part | None:
    if type(held) is not dict:
        return None
    kind = get(held, "toolType")
    return ServerCall(_text(held, "id"), kind if type(kind) is str else None, part, True, None, NAME)


def _read_server_result(held: Json, part: Raw) -> Part | None:
    return ServerResult(_text(held, "id"), part, True, None, NAME) if type(held) is dict else None


def _text(held: Raw, key: str) -> str | None:
    value = held.get(key)
    return value if type(value) is str else None


_CAMEL: dict[str, Callable[[Json, Raw], Part | None]] = {
    "text": _read_text,
    "functionCall": _read_call,
    "functionResponse": read_result,
    "inlineData": read_inline,
    "fileData": read_file,
    "executableCode": _read_code,
    "codeExecutionResult": _read_server_result,
    "toolCall": _read_server_call,
    "toolResponse": _read_server_result,
}
READERS = _CAMEL | {snake(key): reader for key, reader in _CAMEL.items()}
"""What reads a kind of data, in both spellings."""
