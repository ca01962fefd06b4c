"""Parts → parts of Gemini's contents.

A part that still says what was stored is written as it was; an edited one is laid over it, unknown keys included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from replayable.errors import CannotCarry
from replayable.formats.gemini.media import write_media
from replayable.formats.gemini.parts_read import read_part, signature_of
from replayable.formats.gemini.results import write_result
from replayable.formats.gemini.spelling import NAME, spelled
from replayable.formats.request import put
from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult, written_arguments
from replayable.model.values import Json, Raw
from replayable.on_demand import pattern

# Names of called functions, by the identity of the result that needs one.
Names = Mapping[int, str]

# thoughtSignature is a field of bytes: base64 (Base64 decoding failed for "…", provider-contracts: gemini-thought-signature-base64,
# 2026-11). Other providers' marks of a text are ids or JSON; by this they are told apart.
_BASE64 = pattern(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def write_part(part: Part, own: bool, names: Names) -> Json:
    """The stored form of a part. `own`: what the part was read from is of this format. Raises CannotCarry."""
    raw = part.raw if own else None
    if raw is not None and part.intact:
        return raw
    if type(part) is ToolResult:
        return write_result(part, _of_its_kind(part, raw), names.get(id(part)))
    return _WRITERS[type(part)](part, _of_its_kind(part, raw))


def _of_its_kind(part: Part, raw: Json) -> Raw:
    """What is stored, if a part of this kind was read from it."""
    if type(raw) is not dict:
        return {}
    return raw if any(type(before) is type(part) for before in read_part(raw)) else {}


def _signed(written: dict[str, Json], stored: Raw, signature: str | None) -> dict[str, Json]:
    if signature is None and not stored:
        return written
    if signature != signature_of(stored):
        put(written, spelled(stored, "thoughtSignature"), signature)
    return written


def _write_text(part: Text, stored: Raw) -> Json:
    if part.kind != "text":
        raise CannotCarry(f"{NAME} has no place for a {part.kind}; take it out first")
    signature = part.signature
    if not stored and signature is not None and not _BASE64.fullmatch(signature):
        signature = None
    return _signed({**stored, "text": part.words}, stored, signature)


def _write_reasoning(part: Reasoning, stored: Raw) -> Json:
    """Encrypted reasoning has no other place than the signature of a thought without words."""
    if stored:
        return _signed({**stored, "text": part.text}, stored, part.signature)
    signature = part.redacted if part.signature is None else part.signature
    return _signed({"text": part.text, "thought": True}, stored, signature)


def _write_call(part: ToolCall, stored: Raw) -> Json:
    """Ids are written where there are some: the API takes them. A server that does not (Vertex AI) needs them taken out first."""
    if part.kind != "function":
        raise CannotCarry(f"{NAME} has no place for a call of a custom tool; take it out first")
    key = spelled(stored, "functionCall")
    held = _laid_call(part, stored[key]) if stored else _new_call(part)
    return _signed({**stored, key: held}, stored, part.signature)


def _new_call(part: ToolCall) -> dict[str, Json]:
    held: dict[str, Json] = {"id": part.id} if part.id else {}
    if part.name is not None:
        held["name"] = part.name
    if part.held is not None:
        held["args"] = written_arguments(part)
    return held


def _laid_call(part: ToolCall, stored: Raw) -> dict[str, Json]:
    """The stored call with what changed; arguments that were not told because there are none stay untold."""
    held = dict(stored)
    put(held, "id", part.id or None)
    if part.name is not None:
        held["name"] = part.name
    arguments = written_arguments(part)
    if arguments is not None and (arguments != {} or "args" in held):
        held["args"] = arguments
    if part.partial is None:
        for scratch in ("partialArgs", "willContinue"):
            held.pop(spelled(held, scratch), None)
    return held


def _write_own(part: ServerCall | ServerResult | Opaque, stored: Raw) -> Json:  # noqa: ARG001
    if part.format != NAME:
        raise CannotCarry(f"{NAME} has no place for {_WORDS[type(part)]}; take it out first")
    return part.raw


_WORDS: dict[type, str] = {
    ServerCall: "a tool that another provider ran",
    ServerResult: "the result of a tool that another provider ran",
    Opaque: "a part that only another API knows",
}

_WRITERS: dict[type, Callable[[Any, Raw], Json]] = {
    Text: _write_text,
    Reasoning: _write_reasoning,
    ToolCall: _write_call,
    Media: write_media,
    ServerCall: _write_own,
    ServerResult: _write_own,
    Opaque: _write_own,
}
"""What writes a kind of part, laid over what is stored of it."""
