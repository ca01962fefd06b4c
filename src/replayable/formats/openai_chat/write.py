"""Transcript → Chat Completions request. Translates, never repairs: what has no place raises CannotCarry."""

from __future__ import annotations

from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.message_write import write_message
from replayable.formats.openai_chat.settings_write import write_settings
from replayable.model import Json, Transcript


def write(transcript: Transcript) -> dict[str, Json]:
    """The request: `messages`, and the other fields where the transcript has any."""
    own = transcript.format == NAME
    request = write_settings(transcript.settings, own)
    messages: list[Json] = []
    for message in transcript.messages:
        if own and message.intact and message.raw is not None:
            if message.origin is None and type(message.raw) is not dict:
                request["system"] = message.raw
            else:
                messages.append(message.raw)
        else:
            messages.extend(write_message(message, own))
    request["messages"] = messages
    return request
