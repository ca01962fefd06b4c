"""What the API knows again of a stored turn: its items of reasoning, and the ids of its items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replayable.model.building import edited
from replayable.model.parts import Reasoning, Text, ToolCall, ToolResult
from replayable.signatures import is_reasoning_item, split_ids, stored_item, text_mark, text_signature

# Items whose id says which call they belong to.
NAMED_BY_ID = ("local_shell_call_output",)


def item_of(part: Reasoning) -> Mapping[str, Any] | None:
    """The item that the reasoning is, whatever its id; None for reasoning of another kind."""
    raw = part.raw
    if part.intact and raw is not None and raw.get("type") == "reasoning":
        return raw
    return stored_item(part.signature)


def is_replayable(part: Reasoning) -> bool:
    """The API knows it again: by the id that it gave, or by its encrypted content alone."""
    item = item_of(part)
    return item is not None and (is_reasoning_item(item) or (item.get("id") is None and is_encrypted(item)))


def is_encrypted(item: Mapping[str, Any]) -> bool:
    """All that the model needs stands in the item itself."""
    content = item.get("encrypted_content")
    return type(content) is str and content != ""


def item_id(call: ToolCall) -> str | None:
    """The id of the call's own item: beside the one that results name, or in one text with it."""
    return call.item if call.item is not None else split_ids(call.id)[1]


def without_item_id(call: ToolCall) -> ToolCall:
    """The call without the id of its own item."""
    named, _ = split_ids(call.id)
    return edited(call, id=named, item=None)


def text_without_id(text: Text) -> Text:
    """The text without the id of its message item; its phase stays."""
    return edited(text, signature=text_signature(None, text_mark(text.signature).phase))


def following(result: ToolResult, renamed: Mapping[str, str]) -> ToolResult:
    """The result under the id that its call has now."""
    named = renamed.get(result.call_id or "")
    return result if named is None else edited(result, call_id=named)
