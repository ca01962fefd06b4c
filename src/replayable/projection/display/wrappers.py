"""What a runtime put around people's words in old sessions, taken off again (openclaw storage specification 4.3).

The forms are openclaw's of 2026-02 to 2026-09, as its stored sessions show them.
"""

from __future__ import annotations

import re

from replayable.model.values import Raw
from replayable.on_demand import pattern
from replayable.projection.display.texts import texts_of, with_texts
from replayable.records import decode
from replayable.rules.provenance.internal_context import without_context

_QUOTES = (('"', '"'), ("“", "”"))
_TASK_STATUS = pattern(r"\A\[?(?:Background task|Internal task) [^\n]{1,200}(?:\n+|\Z)")
_SYSTEM_LINES = pattern(r"\A(?:System(?: \(untrusted\))?:[ \t]*\[[^\]\n]+\][^\n]*(?:\r?\n|\Z))+\s*")
# Whole prompts that only the runtime ever sent.
_PROMPTS = (
    "Pre-compaction memory flush.",
    "An async command the user already approved has completed.",
    "An async command did not run.",
    "A new session was started via /new or /reset.",
)
# Context without delimiters: it began with one of these lines and reached to the end.
_UNDELIMITED = pattern(r"^(?:OpenClaw runtime context \(internal\):|OpenClaw runtime context for the immediately preceding user message\.)", re.MULTILINE)
_METADATA = pattern(
    r"^(?:Conversation info|Sender|Thread starter|Replied message|Reply target of current user message|Forwarded message context|Chat history since last reply)"
    r" \(untrusted[^)\n]*\):[ \t]*\n```json\n.*?\n```[ \t]*(?:\n+|\Z)",
    re.MULTILINE | re.DOTALL,
)
_SENDER = pattern(r"^Sender \(untrusted metadata\):[ \t]*\n```json\n(.*?)\n```", re.MULTILINE | re.DOTALL)
_TIMESTAMP = pattern(r"\A\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]*\][ \t]*")
_ENVELOPE = pattern(
    r"\A\[(?:WebChat|WhatsApp|Telegram|Signal|Slack|Discord|Google Chat|iMessage|Teams|Matrix|Zalo Personal|Zalo|BlueBubbles)\b[^\]\n]*\][ \t]*"
    r"|\A\[[^\]\n]*\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}[^\]\n]*\][ \t]*"
)
_MESSAGE_ID = pattern(r"^[ \t]*\[message_id:[ \t]*[^\]\n]+\][ \t]*(?:\n|\Z)", re.MULTILINE | re.IGNORECASE)


def unwrapped(message: Raw) -> Raw:
    """The message without them: what a user said keeps nothing but their words; who sent them is noted as `senderLabel`."""
    if message.get("role") != "user":
        return with_texts(message, without_runtime)
    stripped = with_texts(message, _of_user)
    label = _sender_of(message) if stripped is not message else None
    return stripped if label is None or "senderLabel" in message else {**stripped, "senderLabel": label}


def without_runtime(text: str) -> str:
    """The text without what only the runtime says, whoever's text it is."""
    text = _unquoted(text)
    text = _SYSTEM_LINES.sub("", _TASK_STATUS.sub("", text, count=1), count=1)
    if _TIMESTAMP.sub("", text, count=1).startswith(_PROMPTS):
        return ""
    text = without_context(text) if "_OPENCLAW_INTERNAL_CONTEXT>>>" in text else text
    found = _UNDELIMITED.search(text)
    return text[: found.start()].rstrip() if found else text


def _of_user(text: str) -> str:
    text = without_runtime(text)
    if "(untrusted" in text:
        text = _METADATA.sub("", text)
    text = _ENVELOPE.sub("", _TIMESTAMP.sub("", text, count=1), count=1)
    return _MESSAGE_ID.sub("", text) if "message_id" in text else text


def _unquoted(text: str) -> str:
    """The inside of quotation marks that enclose a text of the runtime."""
    for opening, closing in _QUOTES:
        if len(text) > 1 and text.startswith(opening) and text.endswith(closing):
            inside = text[1:-1]
            if inside.startswith((*_PROMPTS, "System:")) or _UNDELIMITED.match(inside) or _TASK_STATUS.match(inside):
                return inside
    return text


def _sender_of(message: Raw) -> str | None:
    for text in texts_of(message):
        if found := _SENDER.search(text):
            try:
                value = decode(found[1].encode("utf-8", "surrogatepass"))
            except ValueError:
                return None
            label = value.get("label") or value.get("name") if type(value) is dict else None
            return label if type(label) is str and label else None
    return None
