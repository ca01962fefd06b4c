"""Transcript → request of Bedrock's Converse. Translates, never repairs: what has no place raises CannotCarry."""

from __future__ import annotations

from replayable.formats.bedrock.blocks_write import write_block, write_blocks
from replayable.formats.bedrock.fields import NAME
from replayable.formats.bedrock.settings_write import write_settings
from replayable.formats.result_runs import is_stored, runs
from replayable.model.facts import TOOL
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json

_ROLES = {"tool": "user", "developer": "system"}


def write(transcript: Transcript) -> dict[str, Json]:
    """The request: `system` and `messages`, and the other fields where the transcript has any."""
    own = transcript.format == NAME
    messages = transcript.messages
    start = next((index for index, message in enumerate(messages) if not _is_instruction(message, own)), len(messages))
    request = write_settings(transcript.settings, own)
    if (system := _write_system(messages[:start], own)) is not None:
        request["system"] = system
    request["messages"] = _write_messages(messages[start:], own)
    return request


def _is_instruction(message: Message, own: bool) -> bool:
    """A message for the request's own field; one that was stored among the messages stays there untouched."""
    return message.role in ("system", "developer") and (message.origin is None or not is_stored(message, own))


def _write_system(leading: tuple[Message, ...], own: bool) -> Json:
    """The instructions before the conversation; those that stood in the request's own field are written as they were."""
    if len(leading) == 1 and is_stored(leading[0], own):
        return leading[0].raw
    return write_blocks((part for message in leading for part in message.parts), own) or None


def _write_messages(messages: tuple[Message, ...], own: bool) -> list[Json]:
    if not any(message.facts & TOOL for message in messages):
        return [message.raw if is_stored(message, own) else _write_run([message], own) for message in messages]
    return [_write_run(run, own) for run in runs(messages, own)]


def _write_run(run: list[Message], own: bool) -> Json:
    first = run[0]
    if len(run) == 1 and is_stored(first, own):
        return first.raw
    if first.role == "" and len(first.parts) == 1:
        return write_block(first.parts[0], own)
    stored = next((message.raw for message in reversed(run) if own and type(message.raw) is dict), {})
    role = "user" if len(run) > 1 else _ROLES.get(first.role, first.role)
    return {**stored, "role": role, "content": write_blocks((part for message in run for part in message.parts), own)}
