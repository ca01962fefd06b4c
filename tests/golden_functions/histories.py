"""Where `prepare` means to answer otherwise than was recorded of whole histories, told by the vector's input and target alone.

The names are headings of docs/deviations.md; `DEVIATIONS.json` beside the vectors excuses others before."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from golden_functions.deviations import DEVIATIONS as SINGLE
from golden_functions.vectors import Vector

golden_normal = importlib.import_module("golden_normal")
excuses = importlib.import_module("golden_excuses")

Predicate = Callable[[Vector], bool]
Message = dict[str, Any]

# What openclaw wrote where a result was missing; a made-up result with these words is compared with the input's.
_OLDER_WORDS = "[openclaw] missing tool result"


def _messages(vector: Vector, role: str) -> list[Message]:
    return [message for message in vector["input"] if isinstance(message, dict) and message.get("role") == role]


def _blocks(message: Message) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = golden_normal.as_blocks(message.get("content"))
    return found


def _calls(vector: Vector) -> list[dict[str, Any]]:
    return [block for turn in _messages(vector, "assistant") for block in _blocks(turn) if block.get("type") in golden_normal.CALLS]


def _is_thought(block: dict[str, Any]) -> bool:
    return "thinking" in str(block.get("type"))


def _says(block: dict[str, Any]) -> bool:
    return isinstance(block.get("text"), str) and bool(block["text"].strip())


def _single(name: str) -> Predicate:
    """A deviation of single passes, by its name."""
    return next(each.is_met for each in SINGLE if each.name == name)


def _has_mere_text(vector: Vector) -> bool:
    return any(isinstance(result.get("content"), str) for result in _messages(vector, "toolResult"))


def _has_second_id(vector: Vector) -> bool:
    ids = [{result[key] for key in golden_normal.RESULT_IDS if isinstance(result.get(key), str)} for result in _messages(vector, "toolResult")]
    return any(len(each) > 1 for each in ids)


def _has_silent_user(vector: Vector) -> bool:
    return any(
        all(block.get("type") == "text" and isinstance(block.get("text"), str) and not _says(block) for block in _blocks(turn))
        for turn in _messages(vector, "user")
    )


def _has_text_without_text(vector: Vector) -> bool:
    return any(block == {"type": "text"} for turn in _messages(vector, "assistant") for block in _blocks(turn))


def _has_controls_in_arguments(vector: Vector) -> bool:
    return any("\\u0000" in json.dumps(block.get("arguments", block.get("input"))) for block in _calls(vector))


def _has_embedded_result(vector: Vector) -> bool:
    return any(block.get("type") in ("toolResult", "tool") for turn in _messages(vector, "user") for block in _blocks(turn))


def _has_mirror(vector: Vector) -> bool:
    """A turn that was injected or copied; a short one may stand inside another text, and says something all the same."""
    return any(turn.get("provider") == "openclaw" and turn.get("model") in excuses.MIRRORS for turn in _messages(vector, "assistant"))


def _has_neighbours(vector: Vector) -> bool:
    """Two assistant turns in a row, of which the second thought, for a target where that matters."""
    turns = [message for message in vector["input"] if isinstance(message, dict)]
    rows = any(one.get("role") == other.get("role") == "assistant" and any(map(_is_thought, _blocks(other))) for one, other in pairwise(turns))
    return rows and vector["target"].startswith(excuses.SIGNED)


def _has_lone_reasoning(vector: Vector) -> bool:
    return any(any(map(_is_thought, _blocks(turn))) and not any(map(_says, _blocks(turn))) for turn in _messages(vector, "assistant"))


def _has_foreign_item(vector: Vector) -> bool:
    thoughts = [block for turn in _messages(vector, "assistant") for block in _blocks(turn) if _is_thought(block)]
    return vector["target"].startswith(excuses.SIGNED) and any('"rs_' in str(block.get("thinkingSignature")) for block in thoughts)


def _has_object_signature(vector: Vector) -> bool:
    thoughts = [block for turn in _messages(vector, "assistant") for block in _blocks(turn) if _is_thought(block)]
    return any(isinstance(block.get(key), dict) for block in thoughts for key in ("thinkingSignature", "signature", "thought_signature"))


def _has_blank_data(vector: Vector) -> bool:
    blocks = [block for turn in _messages(vector, "assistant") for block in _blocks(turn) if block.get("type") == "redacted_thinking"]
    return any(isinstance(block.get("data"), str) and not block["data"].strip() for block in blocks)


def _has_unsigned_latest(vector: Vector) -> bool:
    """The latest turn thought without any signature, for a target that takes none back like that."""
    latest = _messages(vector, "assistant")[-1:]
    thoughts = [block for turn in latest for block in _blocks(turn) if block.get("type") == "thinking"]
    return vector["target"].startswith(excuses.SIGNED) and any(golden_normal.thought(block)[-1] == "" for block in thoughts)


def _has_late_instruction(vector: Vector) -> bool:
    roles = [message.get("role") for message in vector["input"] if isinstance(message, dict)]
    return any(role in ("system", "developer") for role in roles[1:])


def _has_image_in_result(vector: Vector) -> bool:
    images = [block for result in _messages(vector, "toolResult") for block in _blocks(result) if block.get("type") == "image"]
    return vector["target"] in ("mistral", "openrouter-mistral") and bool(images)


def _has_older_words(vector: Vector) -> bool:
    return any(text.startswith(_OLDER_WORDS) for text in golden_normal.strings(vector["input"]))


# In this order the first one that is met names a difference.
HISTORIES: tuple[tuple[str, Predicate], ...] = (
    ("results whose content is a mere text", _has_mere_text),
    ("reasoning items in turns of Claude", _has_foreign_item),
    ("empty words of the user between two turns", _has_silent_user),
    ("calls in another spelling", _single("calls in another spelling")),
    ("results in a tool message", _single("results in a tool message")),
    ("results with a second id", _has_second_id),
    ("blocks of text without text", _has_text_without_text),
    ("control characters in arguments", _has_controls_in_arguments),
    ("results within a turn of the user", _has_embedded_result),
    ("unsigned reasoning of the latest turn", _has_unsigned_latest),
    ("encrypted reasoning that holds nothing", _has_blank_data),
    ("words of made-up results", _has_older_words),
    ("mirrors that are the only record", _has_mirror),
    ("turns that do not begin with their reasoning", _has_neighbours),
    ("objects in place of signatures", _has_object_signature),
    ("instructions between turns", _has_late_instruction),
    ("images of results at Mistral", _has_image_in_result),
    ("turns of nothing but reasoning", _has_lone_reasoning),
)


def name_of(vector: Vector) -> str | None:
    """The name of the first deviation that a whole history meets; None where nothing of it explains a difference."""
    return next((name for name, is_met in HISTORIES if is_met(vector)), None)
