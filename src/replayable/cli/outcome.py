"""What a command did with one conversation, ready to be reported."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from replayable.report import Change, Note, Problem

Deed = Literal["repair", "change"]  # the word for what was done: `convert` repairs nothing
Allowed = Literal["none", "synthetic", "content"]
ALLOWED: tuple[Allowed, ...] = get_args(Allowed)  # from the smallest loss to the greatest


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation as it came out. `line`: its 1-based number in a file with one a line, else None.

    `withheld`: why it is not written, though it could be. `failure`: why there is none."""

    body: bytes = b""
    deed: Deed = "repair"
    changes: tuple[Change, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    line: int | None = None
    withheld: str | None = None
    failure: str | None = None

    @property
    def is_written(self) -> bool:
        return self.withheld is None and self.failure is None

    @property
    def is_fine(self) -> bool:
        return self.is_written and not self.problems


def excess(changes: tuple[Change, ...], allowed: Allowed) -> str | None:
    """Why a result with these changes is withheld, None where it may be written."""
    greatest = max((ALLOWED.index(change.loss) for change in changes), default=0)
    if greatest <= ALLOWED.index(allowed):
        return None
    return f"the greatest loss is {ALLOWED[greatest]!r}, more than --max-loss {allowed}"
