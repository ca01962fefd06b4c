"""Transcript → request of OpenAI's Responses API. Translates, never repairs: what has no place raises CannotCarry."""

from __future__ import annotations

from replayable.errors import CannotCarry
from replayable.formats.openai_responses.content import write_content
from replayable.formats.openai_responses.fields import NAME
from replayable.formats.openai_responses.results_write import Calls, write_result
from replayable.formats.openai_responses.said_write import write_item, write_said
from replayable.formats.openai_responses.settings_write import write_settings
from replayable.model.parts import Opaque, Part, ServerResult, Text, ToolResult
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json


def write(transcript: Transcript) -> dict[str, Json]:
    """The request: `instructions` and `input`, and the other fields where the transcript has any."""
    own = transcript.format == NAME
    messages = transcript.messages
    start = next((index for index, message in enumerate(messages) if not _is_leading(message, own)), len(messages))
    request = write_settings(transcript.settings, own)
    instructions = _write_instructions(messages[:start], own)
    if instructions is not None:
        request["instructions"] = instructions
    request["input"] = _write_input(messages[start:], own)
    return request


def _is_leading(message: Message, own: bool) -> bool:
    """An instruction that belongs into the field for it; one that was stored among the items stays there."""
    return message.role in ("system", "developer") and (not own or message.origin is None)


def _write_instructions(leading: tuple[Message, ...], own: bool) -> Json:
    if len(leading) == 1 and own and leading[0].intact and type(leading[0].raw) is str:
        return leading[0].raw
    texts = [_words(part) for message in leading for part in message.parts]
    return "\n\n".join(texts) if texts else None


def _words(part: Part) -> str:
    if type(part) is Text:
        return part.text
    raise CannotCarry(f"{NAME} takes only text as instructions; take the rest out first")


def _write_input(messages: tuple[Message, ...], own: bool) -> Json:
    """The items; the words of a user that were all the input stay text."""
    if len(messages) == 1 and own and type(messages[0].raw) is str:
        only = messages[0].parts
        if len(only) == 1 and type(only[0]) is Text:
            return only[0].words
    items: list[Json] = []
    calls = Calls(messages, own)
    for message in messages:
        if own and message.intact and message.raw is not None and type(message.raw) is not str:
            if message.role == "assistant" and type(message.raw) is list:
                items += message.raw
            else:
                items.append(message.raw)
        elif message.role == "" and own:
            items += [part.raw for part in message.parts if type(part) is Opaque]
        elif message.role == "assistant":
            items += write_said(message.parts, own)
        else:
            items += _write_other(message, own, calls)
    return items


def _write_other(message: Message, own: bool, calls: Calls) -> list[Json]:
    """The items of a message that is not the assistant's: its results, and what else it holds as one message."""
    items: list[Json] = []
    rest: list[Part] = []
    for part in message.parts:
        if type(part) is ToolResult or type(part) is ServerResult:
            if rest:
                items.append(_write_message(message, tuple(rest), own))
                rest = []
            items.append(write_result(part, own, calls) if type(part) is ToolResult else write_item(part, own))
        else:
            rest.append(part)
    return [*items, _write_message(message, tuple(rest), own)] if rest or not items else items


_ROLES = {"tool": "user", "": "user"}


def _write_message(message: Message, parts: tuple[Part, ...], own: bool) -> Json:
    raw = message.raw
    if len(parts) == 1 and raw is not None and parts[0].raw is raw and own:
        return write_item(parts[0], own)
    role = _ROLES.get(message.role, message.role)
    if own and type(raw) is dict and raw.get("type") in (None, "message") and type(raw.get("role")) is str and message.role != "tool":
        return {**raw, "role": role, "content": write_content(parts, raw.get("content"), own)}
    return {"type": "message", "role": role, "content": write_content(parts, None, own)}
