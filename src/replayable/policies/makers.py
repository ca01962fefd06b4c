"""Who made the assistant turns whose history does not say it."""

from __future__ import annotations

from typing import Literal

from replayable.models import identity
from replayable.options import is_unknown
from replayable.policies.policy import Situation
from replayable.targets import parse_target


def unknown_maker(situation: Situation) -> Literal["own", "foreign"]:
    """Whether a turn without a known maker counts as the target's own.

    As the option says; without it a history in the target's own format was made by it, and any other was not."""
    made_by = situation.options.made_by
    if made_by is None:
        return "own" if situation.own else "foreign"
    if is_unknown(made_by):
        return "foreign"
    maker = parse_target(made_by, situation.options.api)
    is_same = maker.provider == situation.target.provider and identity(maker.model) == identity(situation.target.model)
    return "own" if is_same else "foreign"
