"""Transcript → Chat Completions request. Translates, never repairs: what has no place raises CannotCarry."""

from __future__ import annotations

from collections.abc import Sequence

from replayable.formats.openai_chat.dialect import PLAIN, Dialect, mended, prefilled, spoken
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.message_write import write_message
from replayable.formats.openai_chat.settings_write import write_settings
from replayable.formats.openai_chat.thinking import spelled
from replayable.model.building import edited
from replayable.model.parts import ToolCall
from replayable.model.settings import Settings
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json
from replayable.relocation import has_images_in_results, with_images_behind_results


def write(transcript: Transcript, dialect: Dialect = PLAIN) -> dict[str, Json]:
    """The request: `messages`, and the other fields where the transcript has any. What is written as it was stored has no dialect."""
    own = transcript.format == NAME
    request = _write_settings(transcript.settings, own, dialect)
    if not own and dialect.limit != "max_tokens" and "max_tokens" in request:
        request = {dialect.limit if key == "max_tokens" else key: value for key, value in request.items()}
    messages: list[Json] = []
    moves_images = not own and has_images_in_results(transcript.messages)
    for message in with_images_behind_results(transcript.messages) if moves_images else transcript.messages:
        if own and message.intact and message.raw is not None:
            if message.origin is None and type(message.raw) is not dict:
                request["system"] = message.raw
            else:
                messages.append(message.raw)
        else:
            for written in write_message(message, own):
                messages.extend(_in_dialect(written, dialect, message if own else None))
    request["messages"] = prefilled(messages) if dialect.prefill == "marked" and not own else messages
    return request


def _write_settings(settings: Settings, own: bool, dialect: Dialect) -> dict[str, Json]:
    """The request without its history; thinking in the dialect, unless the request has a spelling of its own."""
    if own or settings.thinking is None or dialect.thinking == "effort":
        return write_settings(settings, own)
    return {**write_settings(edited(settings, thinking=None), own), **spelled(settings.thinking, dialect.thinking)}


def _in_dialect(written: Json, dialect: Dialect, stored: Message | None) -> Sequence[Json]:
    """A message that was written anew as the server wants it; of one that was stored in this format only what a rule put there."""
    if dialect is PLAIN:
        return (written,)
    if stored is None:
        return spoken(written, dialect)
    calls = (part for part in stored.parts if type(part) is ToolCall)
    return (mended(written, dialect, next((call.signature for call in calls), None)),)
