"""A call by a name that the API does not take."""

from __future__ import annotations

from hashlib import sha256
from itertools import repeat
from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import ODD_CALL
from replayable.model.parts import ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import trimmed
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.rule import Changes, MessageRule

ALLOWED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
UNKNOWN = "unknown_tool"
_HASH_LENGTH = 8


class ImpossibleToolName(MessageRule, frozen=True):
    """Makes names valid, always the same one from the same name."""

    name: ClassVar[str] = "impossible-tool-name"
    looks_for: ClassVar[int] = ODD_CALL

    longest: int = 64
    allowed: str = ALLOWED
    starts: str = ""

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with names that the API takes."""
        renamed: dict[str, str] = {}

        def judge(call: ToolCall, _: bool) -> Verdict | None:
            name = valid_name(call.name or "", self.longest, self.allowed, self.starts)
            if name == call.name:
                return None
            renamed[call.name or ""] = name
            return Verdict(edited(call, name=name), "none", f"the API takes no such name, so it is called {name!r}")

        repaired, changes = judged(self.name, message, repeat(False), judge)
        return _with_results_renamed(repaired, renamed), changes


def valid_name(name: str, longest: int, allowed: str, starts: str = "") -> str:
    """The name within its limits: trimmed if that is enough, else made of it and a hash, so that two names stay two.

    `starts`: the characters that it may begin with; empty for all that are allowed."""
    wanted = trimmed(name)
    if not wanted:
        return UNKNOWN[:longest]
    begins_well = not starts or wanted[0] in starts
    if len(wanted) <= longest and begins_well and set(allowed).issuperset(wanted):
        return wanted
    filler = "_" if "_" in allowed else ""
    body = "".join(character if character in allowed else filler for character in wanted)
    body = body if begins_well or body[:1] in starts else starts[-1] + body
    tail = filler + sha256(wanted.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return (body[: max(longest - len(tail), 0)] + tail)[:longest]


def _with_results_renamed(message: Message, renamed: dict[str, str]) -> Message:
    """Results in the same message follow; in later ones the name only informs."""
    if not renamed or not any(type(part) is ToolResult for part in message.parts):
        return message
    return with_parts(
        message,
        tuple(edited(part, name=renamed[part.name]) if type(part) is ToolResult and part.name in renamed else part for part in message.parts),
    )
