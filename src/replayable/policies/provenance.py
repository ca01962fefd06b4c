"""The rules for what a session's runtime wrote beside the conversation. They hold for every target, before `SilentReply`."""

from __future__ import annotations

from replayable import formats, models
from replayable.formats import openclaw
from replayable.policies.policy import Situation
from replayable.policies.stored_fields import OTHERS
from replayable.rules import (
    CopiedReply,
    DisplayPart,
    FailedTurnPlaceholder,
    InternalContext,
    RepeatedReply,
    SpentContext,
    StaleUsage,
    UnmarkedRoutedText,
    WrappedMessage,
)
from replayable.rules.rule import AnyRule

# OpenAI's own servers are sent every context again in its place (openclaw 2026.9.6, policy of the provider: append-only on the
# Responses family), since its prompt caches go by the prefix.
_APPEND_ONLY_APIS = frozenset({"openai-responses", "openai-codex-responses"})
_APPEND_ONLY_PROVIDER = "openai"


def provenance_rules(situation: Situation) -> tuple[AnyRule, ...]:
    """The rules. Only the newest context of the runtime is sent, but to models that are bound to their prefix, whatever the route, and to
    OpenAI's own Responses API."""
    return (
        WrappedMessage(places=() if situation.source is None else formats.named(situation.source).reads.answers, others=OTHERS),
        CopiedReply(),
        RepeatedReply(),
        FailedTurnPlaceholder(),
        InternalContext(),
        *(() if _is_append_only(situation) else (SpentContext(),)),
        *((DisplayPart(),) if situation.source == openclaw.FORMAT.name else ()),
        UnmarkedRoutedText(),
        *((StaleUsage(),) if situation.compacted_at is not None else ()),
    )


def _is_append_only(situation: Situation) -> bool:
    target = situation.target
    return models.binds_prefix(target.model) or (target.provider == _APPEND_ONLY_PROVIDER and target.api in _APPEND_ONLY_APIS)
