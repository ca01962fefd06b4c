"""Silent replies: the token by which an assistant says that it says nothing is not shown."""

from __future__ import annotations

from replayable.model.values import Raw, is_blank
from replayable.on_demand import pattern
from replayable.projection.display.texts import texts_of, with_texts
from replayable.projection.display.words import has_calls
from replayable.rules.content.silent_text import TOKEN, is_silent

_AT_THE_END = pattern(rf"\s*\b{TOKEN}\s*\Z")


def without_silence(message: Raw) -> Raw | None:
    """The message without such tokens; None where it says nothing else."""
    if message.get("role") != "assistant" or not any(TOKEN in text.upper() for text in texts_of(message)):
        return message
    if all(is_blank(text) or is_silent(text) for text in texts_of(message)):
        return message if has_calls(message) else None
    return with_texts(message, _spoken)


def _spoken(text: str) -> str:
    return "" if is_silent(text) else _AT_THE_END.sub("", text)
