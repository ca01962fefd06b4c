"""What OpenAI's Responses API says of an item besides its words, as a signature of a text or of reasoning, or as half of a call's id.

Sessions of openclaw store it so, and two programs must agree on it (openclaw 2026.9.6): a text is signed with the id of its message
item and its phase, `{"v":1,"id":"msg_…","phase":"commentary"}` (of old with the bare id), reasoning with its whole item as JSON text,
and a call has the id that results name and its item's own in one text, `call_…|fc_…`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from replayable.on_demand import pattern

_MESSAGE = "msg_"
_REASONING = "rs_"
_VERSION = 1

# Both ids of a call (openclaw 2026.9.6; each at most 64 characters).
CALL_ID = pattern(r"call_[A-Za-z0-9_-]{1,59}")
CALL_ITEM = pattern(r"fc_[A-Za-z0-9_-]{1,61}")
TWO_IDS = pattern(rf"({CALL_ID.pattern})\|({CALL_ITEM.pattern})")

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class TextMark(msgspec.Struct, frozen=True, gc=False):
    """The id of the message item that a text stood in, and its phase; None where it has none."""

    id: str | None = None
    phase: str | None = None


_NO_MARK = TextMark()


def text_mark(signature: str | None) -> TextMark:
    """What the signature of a text says; empty for a signature of another kind."""
    if not signature:
        return _NO_MARK
    if signature[0] != "{":
        return TextMark(signature) if signature.startswith(_MESSAGE) else _NO_MARK
    value = _object(signature)
    if value is None or value.get("v") != _VERSION:
        return _NO_MARK
    item, phase = value.get("id"), value.get("phase")
    return TextMark(item if type(item) is str else None, phase if type(phase) is str else None)


def text_signature(item: str | None, phase: str | None) -> str | None:
    """The signature of a text from the id of its message item and its phase; None where there is neither."""
    if item is None and phase is None:
        return None
    return _text({"v": _VERSION} | ({} if item is None else {"id": item}) | ({} if phase is None else {"phase": phase}))


def split_ids(text: str | None) -> tuple[str | None, str | None]:
    """The id that results name and the item's own, of a call's id that has both; else the id as it is, and None."""
    found = TWO_IDS.fullmatch(text) if text is not None and "|" in text else None
    return (text, None) if found is None else (found[1], found[2])


def reasoning_item(signature: str | None) -> Mapping[str, Any] | None:
    """The reasoning item that a signature is the text of; None for a signature of another kind, or an item without its id."""
    value = stored_item(signature)
    return value if value is not None and is_reasoning_item(value) else None


def stored_item(signature: str | None) -> Mapping[str, Any] | None:
    """The reasoning item that a signature is the text of, whatever its id; None for a signature of another kind."""
    if not signature or not signature.lstrip().startswith("{"):
        return None
    value = _object(signature)
    return value if value is not None and _is_reasoning(value) else None


def is_reasoning_item(item: Mapping[str, Any]) -> bool:
    """An item that the API itself made: its type is reasoning (or a kind of it), and its id one of its own."""
    own = item.get("id")
    return _is_reasoning(item) and type(own) is str and own.startswith(_REASONING)


def _is_reasoning(item: Mapping[str, Any]) -> bool:
    kind = item.get("type")
    return type(kind) is str and (kind == "reasoning" or kind.startswith("reasoning."))


def reasoning_signature(item: Mapping[str, Any]) -> str:
    """The signature of reasoning: its item as JSON text."""
    return _text(item)


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = _decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return None
    return value if type(value) is dict else None


def _text(value: Mapping[str, Any]) -> str:
    try:
        return _encode(value).decode()
    except (UnicodeEncodeError, TypeError, ValueError, OverflowError, RecursionError):
        return json.dumps(value, separators=(",", ":"))
