"""Where our rules mean to answer otherwise than the recorded implementation. Each is explained in docs/deviations.md.

A deviation is told by the input alone, so that it says beforehand where a difference may be.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from golden_functions.vectors import Vector

golden_normal = importlib.import_module("golden_normal")
excuses = importlib.import_module("golden_excuses")


class Deviation(NamedTuple):
    """A meant difference: its name (a heading of docs/deviations.md), the passes where it shows, and which inputs meet it."""

    name: str
    functions: tuple[str, ...]
    is_met: Callable[[Vector], bool]


def _handed(name: str) -> Callable[[Vector], bool]:
    """A predicate of tests/handed/golden/DEVIATIONS.json. Those that ask for a target get one that has no say here."""
    predicate = excuses.PREDICATES[name]
    return lambda vector: bool(predicate({"target": "openai-completions", **vector}))


def _calls(vector: Vector) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each call block with the assistant message that it stands in."""
    turns = [message for message in vector["input"] if isinstance(message, dict) and message.get("role") == "assistant"]
    return [(message, block) for message in turns for block in golden_normal.as_blocks(message.get("content")) if block.get("type") in golden_normal.CALLS]


def _has_other_spelling(vector: Vector) -> bool:
    return any(block["type"] not in ("toolCall", "toolUse", "functionCall") for _, block in _calls(vector))


def _has_tool_role(vector: Vector) -> bool:
    return any(isinstance(message, dict) and message.get("role") == "tool" for message in vector["input"])


def _keeps_unowned(vector: Vector) -> bool:
    return any(isinstance(option, dict) and option.get("preserveUnframedToolResults") for option in vector["options"])


def _keeps_failed(vector: Vector) -> bool:
    drops = any(isinstance(option, dict) and option.get("erroredAssistantResultPolicy") == "drop" for option in vector["options"])
    return not drops and any(message.get("stopReason") in ("error", "aborted") for message, _ in _calls(vector))


def _is_answered(vector: Vector, message: dict[str, Any], block: dict[str, Any]) -> bool:
    index = next(index for index, each in enumerate(vector["input"]) if each is message)
    return bool(excuses._answered(vector, index, block))


def _has_answered(wrong: Callable[[dict[str, Any]], bool]) -> Callable[[Vector], bool]:
    """Some call with this fault owns a real result."""
    return lambda vector: any(wrong(block) and _is_answered(vector, message, block) for message, block in _calls(vector))


def _has_odd_name(block: dict[str, Any]) -> bool:
    name = block.get("name")
    return not isinstance(name, str) or re.fullmatch(r"[A-Za-z0-9_:.-]{1,64}", name.strip()) is None


def _lacks_input(block: dict[str, Any]) -> bool:
    return block.get("arguments") is None and block.get("input") is None


def _repeats_across_turns(vector: Vector) -> bool:
    ids = [{str(block.get("id")) for turn, block in _calls(vector) if turn is message} for message in vector["input"]]
    return sum(map(len, ids)) > len(set().union(*ids))


def _has_finished_input(vector: Vector) -> bool:
    return any("partialJson" in block and "input" in block for _, block in _calls(vector))


def _turns(vector: Vector) -> list[dict[str, Any]]:
    return [message for message in vector["input"] if isinstance(message, dict) and message.get("role") == "assistant"]


def _thoughts(turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [block for turn in turns for block in golden_normal.as_blocks(turn.get("content")) if "thinking" in str(block.get("type"))]


def _signatures(block: dict[str, Any]) -> list[Any]:
    return [block[key] for key in ("thinkingSignature", "signature", "thought_signature") if block.get(key) is not None]


def _has_metadata(vector: Vector) -> bool:
    return any("(untrusted metadata)" in text or text.startswith("[") for text in golden_normal.strings([turn.get("content") for turn in _turns(vector)]))


def _has_odd_content(vector: Vector) -> bool:
    return any(isinstance(message, dict) and not isinstance(message.get("content"), list | str) for message in vector["input"])


def _names_a_field(vector: Vector) -> bool:
    return any(str(value).startswith("reasoning") for block in _thoughts(_turns(vector)) for value in _signatures(block))


def _has_object_for_signature(vector: Vector) -> bool:
    return any(not isinstance(value, str) for block in _thoughts(_turns(vector)) for value in _signatures(block))


def _hides_data_in_signature(vector: Vector) -> bool:
    return any(block.get("redacted") is True for block in _thoughts(_turns(vector)))


def _spares_the_latest(vector: Vector) -> bool:
    """The option is not off, and the last turn with reasoning has some that nothing proves."""
    spared = not any(isinstance(option, dict) and option.get("preserveLatestAssistant") is False for option in vector["options"])
    latest = [turn for turn in _turns(vector) if _thoughts([turn])][-1:]
    return spared and any(not any(str(value).strip() for value in (*_signatures(block), block.get("data") or "")) for block in _thoughts(latest))


def _ends_without_words(vector: Vector) -> bool:
    """The last turn by its place is not the last one that says something in blocks."""
    latest = _turns(vector)[-1:]
    spoken = [
        block for turn in latest for block in golden_normal.as_blocks(turn.get("content")) if str(block.get("text") or block.get("type")).strip() != "text"
    ]
    return any(not isinstance(turn.get("content"), list) or not spoken or not turn["content"] for turn in latest)


def _keeps_signed_turns(vector: Vector) -> bool:
    """The option is on, and a turn with reasoning has calls."""
    owned = any(isinstance(option, dict) and option.get("allowProviderOwnedThinkingReplay") for option in vector["options"])
    return owned and any(_thoughts([turn]) for turn, _ in _calls(vector))


def _leaves_calls_open(vector: Vector) -> bool:
    """Some call has no result of its own, by id and tool, before the next assistant turn."""
    messages = [message for message in vector["input"] if isinstance(message, dict)]
    return any(
        not _stands_behind(messages[index + 1 :], block)
        for index, message in enumerate(messages)
        if message.get("role") == "assistant"
        for block in golden_normal.as_blocks(message.get("content"))
        if block.get("type") in golden_normal.CALLS
    )


def _stands_behind(following: list[dict[str, Any]], call: dict[str, Any]) -> bool:
    for message in following:
        if message.get("role") == "assistant":
            return False
        ids = {str(message.get(key)).strip() for key in golden_normal.RESULT_IDS}
        if message.get("role") == "toolResult" and str(call.get("id")).strip() in ids and message.get("toolName", call.get("name")) == call.get("name"):
            return True
    return False


def _has_other_roles(vector: Vector) -> bool:
    return any(isinstance(message, dict) and message.get("role") not in golden_normal.ROLES for message in vector["input"])


def _reserves_ids(vector: Vector) -> bool:
    return any(isinstance(option, dict) and option.get("preserveReplaySafeThinkingToolCallIds") for option in vector["options"])


DEVIATIONS: tuple[Deviation, ...] = (
    Deviation("calls in another spelling", ("pairing", "inputs", "ids", "spelling"), _has_other_spelling),
    Deviation("results in a tool message", ("pairing",), _has_tool_role),
    Deviation("results of no call that are kept", ("pairing",), _keeps_unowned),
    Deviation("failed turns that keep unanswered calls", ("pairing",), _keeps_failed),
    Deviation("failed turns with something real", ("pairing",), _handed("failed-turn-with-content")),
    Deviation("finished calls with an input", ("inputs",), _has_finished_input),
    Deviation("answered calls without input", ("inputs",), _has_answered(_lacks_input)),
    Deviation("answered calls with an impossible name", ("inputs",), _has_answered(_has_odd_name)),
    Deviation("padded ids", ("pairing", "ids", "spelling"), _handed("padded-ids")),
    Deviation("blank or missing ids", ("pairing", "ids", "inputs", "spelling"), _handed("blank-ids")),
    Deviation("ids that come again in later turns", ("ids", "spelling"), _repeats_across_turns),
    Deviation("ids of signed turns", ("spelling",), _reserves_ids),
    Deviation("silent replies beside a call", ("normalize",), _handed("silent-with-call")),
    Deviation("mirrors that are the only record", ("normalize",), _handed("only-record")),
    Deviation("metadata in assistant turns", ("normalize",), _has_metadata),
    Deviation("turns without words", ("dropThinking",), _ends_without_words),
    Deviation("names of fields in place of signatures", ("stripInvalidSignatures", "stripStaleSignatures"), _names_a_field),
    Deviation("objects in place of signatures", ("stripInvalidSignatures",), _has_object_for_signature),
    Deviation("unsigned reasoning of the latest turn", ("stripInvalidSignatures",), _spares_the_latest),
    Deviation("encrypted reasoning without its data", ("stripStaleSignatures",), _hides_data_in_signature),
    Deviation("content that is no list of blocks", ("interSession", "dropThinking", "stripInvalidSignatures", "validateAnthropic"), _has_odd_content),
    Deviation("signed turns as a whole", ("inputs",), _keeps_signed_turns),
    Deviation("calls that nothing answers at once", ("validateAnthropic",), _leaves_calls_open),
    Deviation("rows of other roles between turns", ("validateAnthropic",), _has_other_roles),
)


def deviation_of(vector: Vector, aspect: str | None = None) -> str | None:
    """The name of the first deviation that the vector's input meets, in its pass or in another aspect of it ("spelling")."""
    where = aspect or vector["fn"]
    return next((each.name for each in DEVIATIONS if where in each.functions and each.is_met(vector)), None)
