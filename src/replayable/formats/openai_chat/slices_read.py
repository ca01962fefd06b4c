"""A history of Chat Completions that was taken apart but not decoded → Transcript: what `read` makes of it.

The plainest kinds of message are read from their slices; every other one is decoded and read as it always is.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Raw

from replayable.formats.openai_chat.arguments import read_arguments
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.read import read_instruction, read_message
from replayable.formats.openai_chat.settings_read import read_settings
from replayable.model.building import call_message, result_message, text_message
from replayable.model.facts import RESULT, TOOL
from replayable.model.parts import Text, ToolCall, ToolResult
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json
from replayable.slices import LONG, Entry, Slices, object_of, text_of, whole
from replayable.synthetic import is_known_text


class _Function(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    name: str
    arguments: str


class _Call(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The plainest kind of call. The part keeps it as what it was read from: a dict would cost more, the collector's time above all."""

    id: str
    type: Literal["function"]
    function: _Function


_decode = msgspec.json.decode
_decode_calls = msgspec.json.Decoder(list[_Call]).decode

_TOOL, _ASSISTANT = b'"tool"', b'"assistant"'
_TALKING = {b'"user"': "user", _ASSISTANT: "assistant", b'"system"': "system", b'"developer"': "developer"}


def read_slices(slices: Slices) -> Transcript:
    """The transcript of a list of messages, or of a request. Raises what msgspec raises where a value is out of its range."""
    fields, messages = slices.fields, tuple([_read(entry, index) for index, entry in enumerate(slices.entries)])
    if fields is None:
        return Transcript(messages, NAME)
    instruction = read_instruction(fields.get("system"), 0)
    settings = read_settings({key: held for key, held in fields.items() if not (instruction and key == "system")})
    return Transcript(instruction + messages, NAME, settings, "request")


def _read(entry: Entry, origin: int) -> Message:
    """What is stored of a plain message stays as slices: its own format writes them again, or others over them."""
    stored, content, length = entry.get("role"), entry.get("content"), len(entry)
    if stored is None or content is None or length > 3:
        return read_message(whole(entry), origin, 0)
    role, read = bytes(stored), None
    if length == 2:
        if role in _TALKING:
            read = _read_text(entry, _TALKING[role], text_of(content), origin)
    elif role == _TOOL:
        if "tool_call_id" in entry:
            read = _read_result(entry, text_of(content), origin)
    elif role == _ASSISTANT and "tool_calls" in entry:
        read = _read_calls(entry, text_of(content), origin)
    return read_message(whole(entry), origin, 0) if read is None else read


def _read_text(entry: Entry, role: str, content: Json, origin: int) -> Message | None:
    if not content or (type(content) is not Raw and type(content) is not str):
        return None
    return text_message(role, content, origin, entry)


def _read_calls(entry: Entry, content: Json, origin: int) -> Message | None:
    if type(content) is not Raw and type(content) is not str and content is not None:
        return None
    try:
        calls = _decode_calls(entry["tool_calls"])
    except msgspec.ValidationError:
        return None
    if not calls:
        return None
    entry["content"] = content  # writers look whether there is any
    return call_message(content or "", tuple([_read_call(call) for call in calls]), origin, entry)


def _read_call(call: _Call) -> ToolCall:
    function = call.function
    return ToolCall(call.id, function.name, _read_arguments(function.arguments), call, True, call.id)


def _read_arguments(words: str) -> Json:
    """An object keeps its long texts as slices; it has none where it is short itself."""
    if words[:1] == "{":
        try:  # `suppress` would cost a tenth of reading a call
            return object_of(words) if len(words) > LONG else _decode(words)
        except (msgspec.MsgspecError, RecursionError):
            pass
    return read_arguments(words)


def _read_result(entry: Entry, content: Json, origin: int) -> Message | None:
    call_id = _decode(entry["tool_call_id"])
    if type(call_id) is not str or not content or (type(content) is not Raw and type(content) is not str):
        return None
    if type(content) is Raw:
        return Message("tool", (ToolResult(call_id, (Text(content),)),), origin, TOOL | RESULT, entry)
    made_up = is_known_text(content)
    return result_message(ToolResult(call_id, (Text(content),), None, True, None, False, made_up), origin, entry)
