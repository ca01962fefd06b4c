"""Transcript → Chat Completions request. Translates, never repairs: what has no place raises CannotCarry."""

from __future__ import annotations

from replayable.formats.openai_chat.dialect import PLAIN, Dialect, spoken
from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.message_write import write_message
from replayable.formats.openai_chat.settings_write import write_settings
from replayable.model import Json, Transcript


def write(transcript: Transcript, dialect: Dialect = PLAIN) -> dict[str, Json]:
    """The request: `messages`, and the other fields where the transcript has any. What is written as it was stored has no dialect."""
    own = transcript.format == NAME
    request = write_settings(transcript.settings, own)
    if not own and dialect.limit != "max_tokens" and "max_tokens" in request:
        request = {dialect.limit if key == "max_tokens" else key: value for key, value in request.items()}
    messages: list[Json] = []
    for message in transcript.messages:
        if own and message.intact and message.raw is not None:
            if message.origin is None and type(message.raw) is not dict:
                request["system"] = message.raw
            else:
                messages.append(message.raw)
        else:
            for written in write_message(message, own):
                messages.extend((written,) if own or dialect is PLAIN else spoken(written, dialect))
    request["messages"] = messages
    return request
