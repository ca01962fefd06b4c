"""How the rows of a session file are to be hung anew: all edits of all salvages, by row."""

from __future__ import annotations

import msgspec

from replayable.doctor.outline import Outline
from replayable.doctor.report import Finding
from replayable.doctor.salvages import OF_SESSIONS
from replayable.doctor.salvages.late_header import LateHeader
from replayable.doctor.salvages.missing_header import BEFORE_ALL
from replayable.doctor.salvages.salvage import Edit
from replayable.model.values import Json, Raw


class Plan(msgspec.Struct):
    """`fields` to set in rows, rows to drop (those `aside` go to the side file), rows to put behind others (behind BEFORE_ALL: first), and
    the row that comes first."""

    fields: dict[int, Raw] = msgspec.field(default_factory=dict)
    dropped: set[int] = msgspec.field(default_factory=set)
    aside: set[int] = msgspec.field(default_factory=set)
    behind: dict[int, tuple[Raw, ...]] = msgspec.field(default_factory=dict)
    first: int | None = None


def plan_of(outline: Outline) -> tuple[Plan, tuple[Finding, ...]]:
    """What is to be done with the rows, and what is wrong with them. The outline is brought up to date on the way."""
    plan, findings = Plan(), list[Finding]()
    for salvage in OF_SESSIONS:
        for edit in salvage.repair(outline):
            _apply(edit, plan, outline)
            line = outline.lines[edit.row] if edit.row != BEFORE_ALL else None
            findings.append(Finding(damage=salvage.name, line=line, reason=edit.reason, loss=edit.loss))
            if type(salvage) is LateHeader:
                plan.first = edit.row
    return plan, tuple(findings)


def _apply(edit: Edit, plan: Plan, outline: Outline) -> None:
    if edit.behind:
        plan.behind[edit.row] = (*plan.behind.get(edit.row, ()), *edit.behind)
    if edit.is_dropped:
        plan.dropped.add(edit.row)
        if edit.loss == "content":
            plan.aside.add(edit.row)
        outline.rows[edit.row] = None
    elif edit.fields:
        plan.fields[edit.row] = {**plan.fields.get(edit.row, {}), **edit.fields}
        row: Json = outline.rows[edit.row]
        outline.rows[edit.row] = {**row, **edit.fields}
