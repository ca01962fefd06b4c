"""Rows that people are not shown: internal ones, empty ones, and second tellings of what is shown already."""

from __future__ import annotations

from replayable.formats.openclaw.spellings import CONTEXT
from replayable.model.values import Json, Raw
from replayable.on_demand import pattern
from replayable.projection.display.routed import is_announcement
from replayable.projection.display.texts import blocks_of, is_reasoning, is_text, is_wordless, texts_of

# The prompt of the runtime's clock, and the answer that says that there is nothing to tell (openclaw, 2026-09).
_HEARTBEAT = "Read HEARTBEAT.md"
_ALL_WELL = pattern(r"[\s*_`\"'.]*HEARTBEAT_OK[\s*_`\"'.!]*")


def is_hidden(message: Raw) -> bool:
    """The row is internal, or says nothing at all."""
    if message.get("display") is False or message.get("customType") == CONTEXT or is_announcement(message):
        return True
    role = message.get("role")
    if role == "user":
        return type(message.get("content")) in (str, list) and is_wordless(message) and not _has_media(message)
    return role == "assistant" and _shows_nothing(message)


def _shows_nothing(message: Raw) -> bool:
    content = message.get("content")
    if content is None:
        return "text" not in message
    if type(content) is not list or not content:
        return False
    return all(is_reasoning(block) or (is_text(block) and not block["text"].strip()) for block in content)


def _has_media(message: Raw) -> bool:
    if any(not is_text(block) for block in blocks_of(message)):
        return True
    own = message.get("__openclaw")
    facts = own.get("media") if type(own) is dict else None
    return type(facts) is list and any(type(fact) is dict and any(type(value) is str and value.strip() for value in fact.values()) for fact in facts)


# ---------------------------------------------------------------------------------------------- second tellings
def without_repetition(messages: list[Raw]) -> list[Raw]:
    """The messages without what the clock asked for nothing, and without copies of the reply just before them."""
    kept: list[Raw] = []
    for message in messages:
        if kept and _is_all_well(kept[-1], message):
            kept.pop()
        elif not (kept and _is_copy(kept[-1], message)):
            kept.append(message)
    return kept


def _is_all_well(asked: Raw, answer: Raw) -> bool:
    if asked.get("role") != "user" or answer.get("role") != "assistant":
        return False
    return _words(asked).startswith(_HEARTBEAT) and _ALL_WELL.fullmatch(_words(answer)) is not None


def _is_copy(original: Raw, message: Raw) -> bool:
    """A row that the runtime wrote in the words of the one before: after a run of its own, or as its last delivery."""
    if original.get("role") != "assistant" or message.get("role") != "assistant" or message.get("provider") != "openclaw":
        return False
    is_repeat = message.get("model") == "gateway-injected" and original.get("model") == "acp-runtime"
    return (is_repeat or _is_final_delivery(message)) and _words(original) == _words(message) != ""


def _is_final_delivery(message: Raw) -> bool:
    mark: Json = message.get("openclawDeliveryMirror")
    return message.get("model") == "delivery-mirror" and type(mark) is dict and mark.get("kind") == "channel-final"


def _words(message: Raw) -> str:
    return "\n".join(texts_of(message)).strip()
