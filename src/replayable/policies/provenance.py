"""The rules for what a session's runtime wrote beside the conversation. They hold for every target, before `SilentReply`."""

from __future__ import annotations

from typing import Literal

from replayable.formats import openclaw
from replayable.policies.policy import Situation
from replayable.rules import CopiedReply, DisplayPart, FailedTurnPlaceholder, InternalContext, RepeatedReply, SpentContext, StaleUsage, UnmarkedRoutedText
from replayable.rules.rule import AnyRule


def provenance_rules(situation: Situation, contexts: Literal["current", "in-place"] = "current") -> tuple[AnyRule, ...]:
    """The rules. `contexts`: only the newest context of the runtime is sent, or, for a model that is bound to its prefix, each in its
    place."""
    return (
        CopiedReply(),
        RepeatedReply(),
        FailedTurnPlaceholder(),
        InternalContext(),
        *((SpentContext(),) if contexts == "current" else ()),
        *((DisplayPart(),) if situation.source == openclaw.FORMAT.name else ()),
        UnmarkedRoutedText(),
        *((StaleUsage(),) if situation.compacted_at is not None else ()),
    )
