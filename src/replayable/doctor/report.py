"""What the doctor tells of a file."""

from __future__ import annotations

from typing import Literal

import msgspec

from replayable.report import Loss, Note

# session: entries of openclaw or pi; messages: one message a line; lines: any other JSONL; document: one JSON value over several lines.
Kind = Literal["session", "messages", "lines", "document"]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is damaged, and what its repair costs. `line` is 1-based, `offset` in bytes; None where there is none.

    `damage` is the name of what finds it, in kebab case. `loss` as in `Change`: "content" where something cannot be kept, though the
    side file has it; "synthetic" where something is made up."""

    damage: str
    line: int | None = None
    offset: int | None = None
    reason: str
    loss: Loss = "none"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it was found, and what was done to it.

    `version` of a session file, `records` that can be read. `notes`: what is worth knowing but no damage. `repaired`: a better file
    stands in its place now. `side`: the file that holds what could not be kept, byte for byte. `backup`: the original file, where it
    could not be taken away again after a repair."""

    path: str
    kind: Kind
    version: int | None = None
    records: int = 0
    findings: tuple[Finding, ...] = ()
    notes: tuple[Note, ...] = ()
    repaired: bool = False
    side: str | None = None
    backup: str | None = None

    @property
    def is_healthy(self) -> bool:
        """Nothing is damaged, or nothing is any more."""
        return self.repaired or not self.findings
