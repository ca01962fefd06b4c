"""Contents as openclaw's programs expect them: lists of blocks where a turn of the model or a tool result is a mere text.

Older programs stored both forms (openclaw storage specification 2.1). Entries that need nothing come back as the very same objects.
"""

from __future__ import annotations

from replayable.model.values import Json, Raw

_IN_BLOCKS = frozenset({"assistant", "toolResult"})


def loaded(entry: Json) -> Json:
    """The entry with its message's content as a list of blocks, where that is what its role has."""
    message = entry.get("message") if type(entry) is dict else None
    if type(message) is not dict:
        return entry
    role, content = message.get("role"), message.get("content")
    if type(role) is not str or role not in _IN_BLOCKS or type(content) is list:
        return entry
    blocks = _blocks(role, content)
    return entry if blocks is None else {**entry, "message": {**message, "content": blocks}}


def _blocks(role: str, content: Json) -> list[Raw] | None:
    if type(content) is str:
        return [{"type": "text", "text": content}]
    return [content] if role == "toolResult" and type(content) is dict else None
