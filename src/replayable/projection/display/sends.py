"""What the model sent with its message tool: shown as a reply, because that is what people got."""

from __future__ import annotations

from collections.abc import Iterator

from replayable.formats.openclaw.spellings import CALL_TYPES
from replayable.model.values import Json, Raw, is_blank
from replayable.projection.display.texts import blocks_of

_TOOL = "message"
_RECIPIENTS = ("to", "target", "targets", "recipient", "channelId", "chatId")


def with_sent_replies(messages: list[Raw]) -> list[Raw]:
    """The messages, with a reply behind each result that says that one was sent into this conversation."""
    waiting: dict[str, str] = {}
    shown: list[Raw] = []
    for message in messages:
        shown.append(message)
        if message.get("role") == "assistant":
            waiting.update(_sends(message))
        elif message.get("role") == "toolResult" and (reply := _sent(message, waiting)) is not None:
            shown.append(reply)
    return shown


def _sends(message: Raw) -> Iterator[tuple[str, str]]:
    for block in blocks_of(message):
        if type(block) is dict and block.get("type") in CALL_TYPES and block.get("name") == _TOOL and type(block.get("id")) is str:
            text = _text_of(block.get("arguments", block.get("input")))
            if text is not None:
                yield block["id"], text


def _text_of(arguments: Json) -> str | None:
    """The words of a plain send into this conversation."""
    if type(arguments) is not dict or arguments.get("action") != "send" or arguments.get("dryRun") or any(arguments.get(name) for name in _RECIPIENTS):
        return None
    text = arguments.get("message", arguments.get("text"))
    return text if type(text) is str and not is_blank(text) else None


def _sent(result: Raw, waiting: dict[str, str]) -> Raw | None:
    call = result.get("toolCallId")
    if type(call) is not str or call not in waiting:
        return None
    text = waiting.pop(call)
    if result.get("isError") is not False:
        return None
    made: Raw = {"role": "assistant", "content": [{"type": "text", "text": text}], "openclawMessageToolMirror": {"toolCallId": call}}
    return {**made, "timestamp": result["timestamp"]} if "timestamp" in result else made
