"""Transcript → request of Anthropic's Messages API. Translates, never repairs: what has no place raises CannotCarry."""

from __future__ import annotations

from replayable.formats.anthropic.blocks_write import is_plain, write_block, write_content
from replayable.formats.anthropic.fields import NAME
from replayable.formats.anthropic.settings_write import write_settings
from replayable.formats.anthropic.wire import WireMessage
from replayable.formats.result_runs import is_stored, runs
from replayable.model.facts import TOOL
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json


def write(transcript: Transcript) -> dict[str, Json]:
    """The request: `system` and `messages`, and the other fields where the transcript has any."""
    own = transcript.format == NAME
    messages = transcript.messages
    start = next((index for index, message in enumerate(messages) if not _is_leading(message, own)), len(messages))
    request = write_settings(transcript.settings, own)
    if (system := _write_system(messages[:start], own)) is not None:
        request["system"] = system
    request["messages"] = _write_messages(messages[start:], own)
    return request


def _is_leading(message: Message, own: bool) -> bool:
    """An instruction that belongs into the field for it; one that was stored in the list stays there until a rule takes it out."""
    return message.role in ("system", "developer") and not (message.origin is not None and is_stored(message, own))


def _write_system(leading: tuple[Message, ...], own: bool) -> Json:
    """The instructions before the conversation; those that stood in the request's own field are written as they were."""
    if len(leading) == 1 and leading[0].origin is None and is_stored(leading[0], own):
        return leading[0].raw
    parts = tuple(part for message in leading for part in message.parts)
    if not parts:
        return None
    stored = leading[0].raw if own and len(leading) == 1 else None
    return write_content(parts, stored, own)


def _write_messages(messages: tuple[Message, ...], own: bool) -> list[Json]:
    if not any(message.facts & TOOL for message in messages):
        return [message.raw if is_stored(message, own) else _write_message(message, own) for message in messages]
    return [_write_run(run, own) for run in runs(messages, own)]


def _write_run(run: list[Message], own: bool) -> Json:
    first = run[0]
    if len(run) == 1:
        return first.raw if own and is_stored(first, own) else _write_message(first, own)
    blocks = [write_block(part, own) for message in run for part in message.parts]
    stored = next((message.raw for message in reversed(run) if own and message.role == "user" and type(message.raw) is dict), None)
    return WireMessage("user", tuple(blocks)) if stored is None else {**stored, "role": "user", "content": blocks}


_ROLES = {"tool": "user", "developer": "system"}


def _write_message(message: Message, own: bool) -> Json:
    if message.role == "" and len(message.parts) == 1:
        return write_block(message.parts[0], own)
    role = _ROLES.get(message.role, message.role)
    if own and type(message.raw) is dict:
        return {**message.raw, "role": role, "content": write_content(message.parts, message.raw.get("content"), own)}
    parts = message.parts
    if len(parts) == 1 and is_plain(parts[0]):
        return WireMessage(role, parts[0].words)  # type: ignore[union-attr]
    return WireMessage(role, tuple([write_block(part, own) for part in parts]))
