"""Turns that failed: what they said is shown, why they failed is not; where they said nothing, one sentence stands in its place."""

from __future__ import annotations

from replayable.model.values import Json, Raw, is_blank
from replayable.projection.display.texts import blocks_of, is_reasoning, is_text
from replayable.rules.content.silent_text import is_silent
from replayable.synthetic import OPENCLAW_FAILED_TURN

FAILED = "The run failed before there was a reply."
# What providers and runtimes noted of the failure; it may hold keys, addresses and other people's text.
_DIAGNOSTICS = frozenset({"errorMessage", "errorCode", "errorType", "errorBody", "diagnostics"})


def without_failure(message: Raw) -> Raw:
    """The message without the diagnosis of its failure."""
    if message.get("role") != "assistant" or message.get("stopReason") != "error":
        return message
    kept = {key: value for key, value in message.items() if key not in _DIAGNOSTICS and key != "content"}
    return {**kept, "content": _said(message) or [{"type": "text", "text": FAILED}]}


def _said(message: Raw) -> Json:
    content = message.get("content")
    if type(content) is str:
        return None if _says_nothing(content) else content
    said = [block for block in blocks_of(message) if not is_reasoning(block)]
    return None if all(is_text(block) and _says_nothing(block["text"]) for block in said) else said


def _says_nothing(text: str) -> bool:
    return is_blank(text) or text.strip() == OPENCLAW_FAILED_TURN or is_silent(text)
