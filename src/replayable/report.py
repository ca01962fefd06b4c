"""What is told about a run: changes, notes and problems. Plain data, one line of words each."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Loss = Literal["none", "content", "synthetic"]
Certainty = Literal["live-tested", "reported-often", "reported", "documented", "inferred"]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was repaired on the way, and why.

    `origin` is the 0-based index of the message in the history as it was given (None: the message was made here).
    `before` and `after` are the parts concerned as JSON values (see `replayable.notation`); None where there is nothing.
    `loss` is "content" where something of the history is not sent, "synthetic" where something was made up, else "none".
    """

    rule: str
    loss: Loss
    origin: int | None
    reason: str
    before: Any = None
    after: Any = None


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that reading met: a skipped line, a branch that was not taken. `line` is 1-based, `offset` in bytes."""

    line: int | None = None
    offset: int | None = None
    reason: str


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing in a request that the target would refuse.

    `rule` is the id in the contract catalogue, `pointer` an RFC 6901 pointer into the request, `error` the provider's
    text with the position filled in.
    """

    rule: str
    pointer: str
    error: str
    fix: str
    certainty: Certainty
