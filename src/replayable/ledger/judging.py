"""What one outline is to the one before it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from replayable.ledger.comparing import are_marks_moved, difference, same_messages
from replayable.ledger.outline import Outline
from replayable.ledger.verdict import Break, Verdict

Blame = Callable[[Break], Break]


def judged(before: Outline | None, after: Outline, declared: tuple[str, ...] = (), blame: Blame = lambda found: found) -> Verdict:
    """The verdict. `declared`: the rewrites that were announced; `blame` says of a difference what made it."""
    if before is None or before.is_partial or after.is_partial:
        return Verdict(status="first")
    found = difference(before, after)
    if found is not None:
        return Verdict(status="declared" if declared else "broken", difference=blame(found), declared=declared, messages=same_messages(before, after))
    size, tokens = (new - old for old, new in zip(before.weight, after.weight, strict=True))
    made = Verdict(status="extension", declared=declared, messages=len(before.entries), bytes=size, tokens=tokens)
    return msgspec.structs.replace(made, marks="moved") if are_marks_moved(before, after) else made
