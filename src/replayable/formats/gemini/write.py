"""Transcript → request of Gemini's generateContent. Translates, never repairs: what has no place raises CannotCarry."""

from __future__ import annotations

from replayable.formats.gemini.parts_write import Names, write_part
from replayable.formats.gemini.results import called_names
from replayable.formats.gemini.settings_write import write_settings
from replayable.formats.gemini.spelling import NAME
from replayable.formats.result_runs import is_stored, runs
from replayable.model.facts import RESULT, TOOL
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json

_ROLES = {"assistant": "model", "tool": "user", "developer": "system"}


def write(transcript: Transcript) -> dict[str, Json]:
    """The request: `systemInstruction` and `contents`, and the other fields where the transcript has any."""
    own = transcript.format == NAME
    messages = transcript.messages
    start = next((index for index, message in enumerate(messages) if not _is_instruction(message, own)), len(messages))
    names = _names(messages, own)
    request = write_settings(transcript.settings, own)
    if (system := _write_system(messages[:start], own, names)) is not None:
        request[(own and transcript.envelope) or "systemInstruction"] = system
    request["contents"] = _write_contents(messages[start:], own, names)
    return request


def _is_instruction(message: Message, own: bool) -> bool:
    """A message for the request's own field; one that was stored among the contents stays there untouched."""
    return message.role in ("system", "developer") and (message.origin is None or not is_stored(message, own))


def _names(messages: tuple[Message, ...], own: bool) -> Names:
    """The names of the called functions, for results that are not written as they were stored."""
    needed = any(message.facts & RESULT and not is_stored(message, own) for message in messages)
    return called_names(messages) if needed else {}


def _write_system(leading: tuple[Message, ...], own: bool, names: Names) -> Json:
    """The instructions before the conversation; those that stood in the request's own field are written as they were."""
    if len(leading) == 1 and is_stored(leading[0], own):
        return leading[0].raw
    parts = [write_part(part, own, names) for message in leading for part in message.parts]
    if not parts:
        return None
    stored = leading[0].raw if own and len(leading) == 1 else None
    return {**stored, "parts": parts} if type(stored) is dict and "parts" in stored else {"parts": parts}


def _write_contents(messages: tuple[Message, ...], own: bool, names: Names) -> list[Json]:
    if not any(message.facts & TOOL for message in messages):
        return [message.raw if is_stored(message, own) else _write_run([message], own, names) for message in messages]
    return [_write_run(run, own, names) for run in runs(messages, own)]


def _write_run(run: list[Message], own: bool, names: Names) -> Json:
    first = run[0]
    if len(run) == 1 and is_stored(first, own):
        return first.raw
    if first.role == "" and len(first.parts) == 1:
        return write_part(first.parts[0], own, names)
    stored = next((message.raw for message in reversed(run) if own and type(message.raw) is dict), {})
    role = "user" if len(run) > 1 else _ROLES.get(first.role, first.role)
    return {**stored, "role": role, "parts": [write_part(part, own, names) for message in run for part in message.parts]}
