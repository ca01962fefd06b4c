"""The recorded answers of the passes that have their rules by now, and what our rules answer to the same histories.

Both sides are lists of openclaw messages.
"""

from __future__ import annotations

import gzip
import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

import replayable
from replayable import synthetic
from replayable.model.settings import Settings
from replayable.rules import (
    BrokenSignedTurn,
    ConsecutiveAssistantTurns,
    ConsecutiveUserTurns,
    CopiedReply,
    CutOffReasoning,
    DisplacedToolResult,
    DisplayPart,
    DuplicateToolResult,
    EarlierReasoning,
    FailedTurnCall,
    FailedTurnPlaceholder,
    HalfStreamedCall,
    ImpossibleToolName,
    IncompleteToolCall,
    InternalContext,
    MissingToolResult,
    OrphanToolResult,
    OutdatedSignature,
    RepeatedReply,
    SilentReply,
    SupersededToolResult,
    ToolCallId,
    UnknownRole,
    UnmarkedRoutedText,
    UnofferedToolCall,
    UnsignedReasoning,
    engine,
)
from replayable.rules.rule import AnyRule

HANDED = Path(__file__).parent.parent / "handed"
sys.path.insert(0, str(HANDED / "tools"))
golden_normal = importlib.import_module("golden_normal")

# What made-up results say: the recorded implementation's words and ours, white space folded.
MADE_UP = frozenset(" ".join(text.split()) for text in synthetic.KNOWN_TEXTS) | {synthetic.ABORTED}

Vector = dict[str, Any]
Messages = list[Any]
FAMILIES = ("pairing", "inputs", "ids", "normalize", "dropThinking", "stripInvalidSignatures", "stripStaleSignatures", "interSession", "validateAnthropic")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def load(function: str) -> list[Vector]:
    """The vectors of one pass that our rules can be held against."""
    with gzip.open(HANDED / "golden" / "functions.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = [vector for line in lines if (vector := json.loads(line))["fn"] == function]
    return [vector for vector in found if vector.get("error_kind") != "crash"]


def answered(vector: Vector) -> Messages:
    """What the recorded implementation made of the history."""
    output = vector["output"]
    messages: Messages = output["messages"] if isinstance(output, dict) else output
    return messages


def ours(vector: Vector) -> Messages:
    """What our rules make of it, written back."""
    transcript = replayable.read(vector["input"], source="openclaw")
    options = {**_options(vector), "compacted_at": transcript.compacted_at}
    messages, _, _ = engine.run(RULES[vector["fn"]](options), transcript.messages, Settings())
    written: Messages = replayable.write(msgspec.structs.replace(transcript, messages=messages), "openclaw")
    return written


def decisions(messages: Messages, vector: Vector) -> list[dict[str, Any]]:
    """The messages reduced to what was decided: what stays, what moves, what is dropped or made, not how it is worded.

    Blank texts and turns without blocks say nothing; whether they go in this pass or a later one does not count."""
    reduced = [
        {**message, "blocks": list(map(_unworded, filter(_says_something, message["blocks"])))} for message in golden_normal.normal(messages, vector["input"])
    ]
    return [message for message in reduced if message["blocks"] or message["role"] == "toolResult"]


def _says_something(block: tuple[str, ...]) -> bool:
    return block != ("text", "")


def _unworded(block: tuple[str, ...]) -> tuple[str, ...]:
    """A made-up result is one in anybody's words, also where the history holds an older one."""
    return ("text", "<made>") if block[0] == "text" and block[1] in MADE_UP else block


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
    names = ImpossibleToolName(allowed=LETTERS + "_-:.")
    offered = _offered(options.get("allowedToolNames"))
    signed = (BrokenSignedTurn(offered=offered),) if options.get("allowProviderOwnedThinkingReplay") else ()
    return (UnknownRole(), *signed, HalfStreamedCall(), IncompleteToolCall(), UnofferedToolCall(offered=offered), names)


def _offered(names: list[str] | None) -> frozenset[str] | None:
    """The reference compares trimmed lower-case names, and takes an empty list for none given."""
    return frozenset(names) if names else None


def _ids(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    native: tuple[str, ...] = (r"toolu_\w+",) if options.get("preserveNativeAnthropicToolUseIds") else ()
    kimi = (r"functions\.[A-Za-z0-9_-]+:[0-9]+",)
    repeats: Literal["numbered", "hashed"] = "numbered"
    if options.get("duplicateToolCallIdStyle") == "openai":
        native, repeats = (*native, r"call_\w+"), "hashed"
    if options["mode"] == "strict9":
        return (ToolCallId(alphabet=LETTERS, length=9, kept=native, repeats=repeats, missing="defaultid"),)
    return (ToolCallId(alphabet=LETTERS, longest=40, kept=(*kimi, *native), repeats=repeats),)


def _normalize(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    runtime = (CopiedReply(), RepeatedReply(), FailedTurnPlaceholder(), InternalContext(), DisplayPart())
    return (UnknownRole(), *runtime, SilentReply(), CutOffReasoning())


def _drop_thinking(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    return (EarlierReasoning(),)


def _strip_invalid(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    return (UnsignedReasoning(),)


def _strip_stale(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    return (OutdatedSignature(compacted_at=options["compacted_at"]),)


def _inter_session(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    return (UnmarkedRoutedText(),)


def _validate_anthropic(options: Mapping[str, Any]) -> tuple[AnyRule, ...]:
    merged = (ConsecutiveUserTurns(),) if options.get("mergeConsecutiveUserTurns", True) else ()
    return (ConsecutiveAssistantTurns(), *merged)


RULES = {
    "pairing": _pairing,
    "inputs": _inputs,
    "ids": _ids,
    "normalize": _normalize,
    "dropThinking": _drop_thinking,
    "stripInvalidSignatures": _strip_invalid,
    "stripStaleSignatures": _strip_stale,
    "interSession": _inter_session,
    "validateAnthropic": _validate_anthropic,
}


def every(function: str) -> Iterator[tuple[Vector, Messages, Messages]]:
    """Each vector with the recorded answer and ours."""
    for vector in load(function):
        yield vector, answered(vector), ours(vector)
