"""What the ledger says about a request: whether it is an extension of the last, and if not, where, why, and what that costs."""

from __future__ import annotations

from typing import Literal

import msgspec

from replayable.errors import ReplayableError

Kind = Literal[
    "system-prompt-changed",
    "tool-list-changed",
    "history-shortened",
    "message-removed",
    "message-inserted",
    "messages-reordered",
    "message-replaced",
    "block-removed",
    "block-inserted",
    "blocks-reordered",
    "id-rewritten",
    "written-differently",
    "text-changed",
    "reasoning-changed",
    "arguments-changed",
    "result-changed",
    "media-changed",
    "field-changed",
]

# What each kind means, and what is known to cause it.
MEANINGS: dict[Kind, str] = {
    "system-prompt-changed": "the system prompt is another; a date, a working directory or a list in it changes at each call",
    "tool-list-changed": "the list of tools is another; keep it and its order, and turn tools off in another way",
    "history-shortened": "messages at the end are gone; the history was cut, compacted or went back without a word",
    "message-removed": "a message is gone, and what followed it moved up; it was pruned, or was never stored",
    "message-inserted": "a message was put between those that were sent; put it at the end",
    "messages-reordered": "messages stand in another order; late results or several writers do that",
    "message-replaced": "another message stands in its place",
    "block-removed": "a block of the message is gone",
    "block-inserted": "a block was put into a message that was sent before; put it into a new one",
    "blocks-reordered": "the blocks of the message stand in another order",
    "id-rewritten": "an id is another; ids were made up at each conversion instead of kept",
    "written-differently": "the same value is written differently; the order of keys or the blanks between them changed",
    "text-changed": "a text is another; it was trimmed, or something that changes was put into it",
    "reasoning-changed": "the reasoning or its signature is another, or gone",
    "arguments-changed": "the arguments of a call are others",
    "result-changed": "the result of a call is another; it was cut or replaced afterwards",
    "media-changed": "an image or file is another, or refers to another place",
    "field-changed": "a field beside the content is another",
}

MOST_FIELDS = 8


class Break(msgspec.Struct, frozen=True, kw_only=True):
    """The first place in which a request differs from the one before.

    `message`: 0-based index in the request's list of messages; None for a system prompt or tools beside it. `role` is its role, or the kind of an
    item. `fields`: up to eight paths in it, never values; what is no word of an API is `other`. `also`: what else differs before the messages.
    `rule`: the rule whose change did it, where the request came from `prepare`; `origin`: the message of the history that it changed.
    `bytes`, `tokens`: how much of what was sent before is sent anew, as JSON and by a rough estimate."""

    kind: Kind
    message: int | None
    role: str | None
    fields: tuple[str, ...]
    also: tuple[Kind, ...] = ()
    rule: str | None = None
    origin: int | None = None
    bytes: int = 0
    tokens: int = 0

    @property
    def place(self) -> str:
        """The place in words."""
        found = "before the messages" if self.message is None else f"message {self.message} ({self.role})"
        return f"{found}, {', '.join(self.fields)}" if self.fields else found

    def __str__(self) -> str:
        did = "" if self.rule is None else f"; done by the rule {self.rule}"
        return f"{self.place}: {self.kind}{did}; {self.bytes:,} bytes (about {self.tokens:,} tokens) are sent anew"


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the ledger found about one request.

    `status`: "first" of its series, or one that cannot be held against the last, because the server keeps its history; an "extension" of the one
    before; "declared": differs, and somebody said so before, `declared` tells what (or a rule that has to, by its name); "broken": differs, and
    nobody did. `difference`: where, for the last two. `messages`: how many messages are as they were. `bytes`, `tokens`: what is new beyond the
    last request (of an extension).
    `marks`: cache marks were moved within what was sent before, which changes no content."""

    status: Literal["first", "extension", "declared", "broken"]
    difference: Break | None = None
    declared: tuple[str, ...] = ()
    messages: int = 0
    bytes: int = 0
    tokens: int = 0
    marks: Literal["kept", "moved"] = "kept"

    @property
    def is_extension(self) -> bool:
        """Everything that was sent before is sent again, unchanged."""
        return self.status in ("first", "extension")


class _OfSession(Exception):
    def __init__(self, message: str, session: str, verdict: Verdict) -> None:
        super().__init__(message)
        self.session = session
        self.verdict = verdict

    def __reduce__(self) -> tuple[object, ...]:
        """What makes it anew in another process."""
        return type(self), (str(self), self.session, self.verdict)


class PrefixWarning(_OfSession, UserWarning):
    """A request is no extension of the one before. Its text names no words of anybody; `session` and `verdict` say more."""


class PrefixBroken(_OfSession, ReplayableError):
    """A request is no extension of the one before, and the ledger is strict. It was recorded all the same."""
