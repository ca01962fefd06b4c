"""The recorded answers of the passes that have their rules by now, and what our rules answer to the same histories.

Both sides are lists of openclaw messages. Waiting for a later version are vectors with mirrored or injected turns and those with
`allowProviderOwnedThinkingReplay`: the rules for them are not built yet.
"""

from __future__ import annotations

import gzip
import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

import replayable
from replayable.model import Settings
from replayable.rules import (
    BlankText,
    CutOffReasoning,
    DisplacedToolResult,
    DuplicateToolResult,
    EmptyTurn,
    FailedTurnCall,
    HalfStreamedCall,
    ImpossibleToolName,
    IncompleteToolCall,
    MissingToolResult,
    OrphanToolResult,
    SilentReply,
    SupersededToolResult,
    ToolCallId,
    UnknownRole,
    UnofferedToolCall,
    engine,
)
from replayable.rules.rule import AnyRule

HANDED = Path(__file__).parent.parent / "handed"
sys.path.insert(0, str(HANDED / "tools"))
golden_normal = importlib.import_module("golden_normal")

Vector = dict[str, Any]
Messages = list[Any]
FAMILIES = ("pairing", "inputs", "ids", "normalize")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def load(function: str) -> list[Vector]:
    """The vectors of one pass that our rules can be held against."""
    with gzip.open(HANDED / "golden" / "functions.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = [vector for line in lines if (vector := json.loads(line))["fn"] == function]
    return [vector for vector in found if vector.get("error_kind") != "crash" and not _waits(vector)]


def _waits(vector: Vector) -> bool:
    if any(isinstance(option, dict) and option.get("allowProviderOwnedThinkingReplay") for option in vector["options"]):
        return True
    return isinstance(vector["input"], list) and any(isinstance(message, dict) and _is_mirror(message) for message in vector["input"])


def _is_mirror(message: Mapping[str, Any]) -> bool:
    return "openclawDeliveryMirror" in message or (message.get("provider") == "openclaw" and message.get("model") in ("delivery-mirror", "gateway-injected"))


def answered(vector: Vector) -> Messages:
    """What the recorded implementation made of the history."""
    output = vector["output"]
    messages: Messages = output["messages"] if isinstance(output, dict) else output
    return messages


def ours(vector: Vector) -> Messages:
    """What our rules make of it, written back."""
    transcript = replayable.read(vector["input"], source="openclaw")
    messages, _, _ = engine.run(RULES[vector["fn"]](_options(vector)), transcript.messages, Settings())
    written: Messages = replayable.write(msgspec.structs.replace(transcript, messages=messages), "openclaw")
    return written


def decisions(messages: Messages, vector: Vector) -> Any:
    """The messages reduced to what was decided: what stays, what moves, what is dropped or made."""
    return golden_normal.normal(messages, vector["input"])


def spelling(messages: Messages) -> list[Any]:
    """The call ids as they are spelled."""
    found: list[Any] = golden_normal.identifiers([message for message in messages if isinstance(message, dict)])
    return found


def _options(vector: Vector) -> Mapping[str, Any]:
    return {key: value for option in vector["options"] for key, value in (option.items() if isinstance(option, dict) else [("mode", option)])}


# ---------------------------------------------------------------------------------------------- the rules that do the same job
def _pairing(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    failed = (FailedTurnCall(),) if options.get("erroredAssistantResultPolicy") == "drop" else ()
    return (*failed, SupersededToolResult(), DuplicateToolResult(), OrphanToolResult(), DisplacedToolResult(), MissingToolResult())


def _inputs(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    names = options.get("allowedToolNames")
    return (UnknownRole(), HalfStreamedCall(), IncompleteToolCall(), UnofferedToolCall(offered=_offered(names)), ImpossibleToolName(), EmptyTurn())


def _offered(names: list[str] | None) -> frozenset[str] | None:
    """The reference compares trimmed lower-case names, and takes an empty list for none given."""
    return frozenset(names) if names else None


def _ids(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    kept = [r"functions\.[A-Za-z0-9_-]+:[0-9]+"]
    if options.get("preserveNativeAnthropicToolUseIds"):
        kept.append(r"toolu_\w+")
    if options.get("duplicateToolCallIdStyle") == "openai":
        return (ToolCallId(alphabet=LETTERS, longest=40, kept=(*kept, r"call_\w+"), repeats="hashed"),)
    if options["mode"] == "strict9":
        return (ToolCallId(alphabet=LETTERS, length=9, kept=tuple(kept[1:]), missing="defaultid"),)
    return (ToolCallId(alphabet=LETTERS, longest=40, kept=tuple(kept)),)


def _normalize(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    return (UnknownRole(), SilentReply(), CutOffReasoning(), BlankText(), EmptyTurn())


RULES = {"pairing": _pairing, "inputs": _inputs, "ids": _ids, "normalize": _normalize}


def every(function: str) -> Iterator[tuple[Vector, Messages, Messages]]:
    """Each vector with the recorded answer and ours."""
    for vector in load(function):
        yield vector, answered(vector), ours(vector)
