"""Fields of stored messages that are not for people to see: details of tools, signatures, payloads of media, odd usage."""

from __future__ import annotations

from replayable.formats.openclaw.spellings import MEDIA_URLS
from replayable.images.base64 import decoded_anyhow
from replayable.model.values import Json, Raw
from replayable.projection.display.texts import blocks_of, with_blocks

_MEDIA = frozenset({"image", "audio", "video", "document", "file"})
_USAGE = ("input", "output", "totalTokens", "cacheRead", "cacheWrite", "cost")
_COST = ("input", "output", "cacheRead", "cacheWrite", "total")
# Where a file lies is the runtime's business; of what kind it is may be shown.
_MEDIA_FACTS = ("kind", "contentType", "name", "fileName", "url")


def cleaned(message: Raw) -> Raw:
    """The message without them; the very same one where it has none."""
    message = _without_fields(message)
    blocks = blocks_of(message)
    return with_blocks(message, [_cleaned_block(block) for block in blocks]) if blocks else message


# ---------------------------------------------------------------------------------------------- the message
def _without_fields(message: Raw) -> Raw:
    new = {key: value for key, value in message.items() if key not in ("details", "openclawDelivery", "usage", "cost")}
    if message.get("role") == "assistant":
        _put(new, "usage", _numbers(message.get("usage"), _USAGE))
        _put(new, "cost", _numbers(message.get("cost"), _COST))
    own = message.get("__openclaw")
    if type(own) is dict and type(own.get("media")) is list:
        new["__openclaw"] = {**own, "media": [_media_fact(fact) for fact in own["media"]]}
    return message if new == message else new


def _put(fields: dict[str, Json], key: str, value: Json) -> None:
    if value:
        fields[key] = value


def _numbers(counts: Json, known: tuple[str, ...]) -> Raw:
    if type(counts) is not dict:
        return {}
    kept = {key: counts[key] for key in known if type(counts.get(key)) in (int, float)}
    cost = _numbers(counts.get("cost"), _COST)
    return {**kept, "cost": cost} if cost else kept


def _media_fact(fact: Json) -> Json:
    return {key: fact[key] for key in _MEDIA_FACTS if key in fact} if type(fact) is dict else fact


# ---------------------------------------------------------------------------------------------- its blocks
def _cleaned_block(block: Json) -> Json:
    if type(block) is not dict or type(kind := block.get("type")) is not str:
        return block
    if kind in ("thinking", "redacted_thinking") and "thinkingSignature" in block:
        return {key: value for key, value in block.items() if key != "thinkingSignature"}
    return _without_payload(block) if kind in _MEDIA else block


def _without_payload(block: Raw) -> Raw:
    """The block with the size of its data in bytes instead of them, and without the address of an image."""
    kept = {key: value for key, value in block.items() if key != "data" and not (key in MEDIA_URLS and block["type"] == "image")}
    if len(kept) == len(block):
        return block
    data = block.get("data")
    return {**kept, "omitted": True, "bytes": _size_of(data)} if type(data) is str else {**kept, "omitted": True}


def _size_of(data: str) -> int:
    """How many bytes base64 stands for, or would if it were any."""
    characters = "".join(data.split())
    content = decoded_anyhow(characters) if characters else b""
    return len(characters) * 3 // 4 if content is None else len(content)
