"""What becomes of reasoning, and of the signatures beside it, at servers of the Chat Completions API."""

from __future__ import annotations

from replayable import models
from replayable.formats.openai_chat.reasoning import BLOCKS, DETAILS
from replayable.policies import chat_providers
from replayable.policies.chat_providers import Reasoning
from replayable.policies.makers import unknown_maker
from replayable.policies.policy import Situation
from replayable.rules import (
    CorruptThoughtSignature,
    FinishedReasoning,
    ForeignReasoning,
    ForeignThoughtSignature,
    MissingReasoning,
    UnreadReasoningField,
    UnwantedReasoning,
    WordlessReasoning,
)
from replayable.rules.rule import AnyRule

Rules = tuple[AnyRule | None, ...]

# The field in which DeepSeek, Kimi and MiMo read it (their API references, 2026).
FIELD = "reasoning_content"

_CALLS_ONLY = frozenset({"tool-call"})

# Of reasoning's fields those whose entries hold a signature beside the words; of another nothing but the words is sent.
_SIGNED_FIELDS = frozenset({DETAILS, BLOCKS})


def reasoning_rules(situation: Situation) -> Rules:
    """The rules about reasoning by itself; their place is before `BlankText`."""
    verdict = verdict_of(situation)
    return (
        _foreign(situation) if verdict == "kept" else None,
        ForeignThoughtSignature(unknown="foreign") if situation.own and chat_providers.server_of(situation.target) in chat_providers.STRICT_FIELDS else None,
        _signatures(situation),
        _wordless(situation) if verdict == "kept" else None,
        UnwantedReasoning() if verdict == "refused" else None,
        UnreadReasoningField(field=FIELD, wordless="kept" if situation.thinking is None else "dropped")
        if verdict == "required" and _is_repaired(situation)
        else None,
    )


def reasoning_rules_of_turns(situation: Situation) -> Rules:
    """The rules about reasoning that go by turns; their place is behind those of the turns' order."""
    verdict = verdict_of(situation)
    return (
        FinishedReasoning(images="in-results" if situation.own else "behind") if verdict == "finished" else None,
        MissingReasoning(field=FIELD, blank="kept" if situation.thinking is None else "filled") if verdict == "required" and _is_repaired(situation) else None,
    )


def verdict_of(situation: Situation) -> Reasoning:
    """What becomes of reasoning: as the provider wants it, and where it leaves a choice, as the caller says."""
    verdict = chat_providers.reasoning_of(situation.target)
    keeps = situation.options.keeps_reasoning
    if situation.target.provider in chat_providers.REFUSES_REASONING or keeps is None:
        return verdict
    if keeps:
        return "required" if verdict == "required" else "kept"
    return "refused" if verdict == "refused" else "finished"


def writes_one_field(situation: Situation) -> bool:
    """Nobody said whether the model thinks, which it does then, and the history is written anew: its reasoning goes into the field that is read."""
    is_unsaid = situation.thinking is None and not situation.own
    return is_unsaid and verdict_of(situation) == "required" and chat_providers.always_thinks(situation.target)


def _is_repaired(situation: Situation) -> bool:
    return _thinks(situation) and not writes_one_field(situation)


def _thinks(situation: Situation) -> bool:
    """Thinking is on for this request, as far as anybody says."""
    return chat_providers.always_thinks(situation.target) if situation.thinking is None else situation.thinking


def _foreign(situation: Situation) -> ForeignReasoning | None:
    """Behind a router Claude and Gemini want their own reasoning back, signed, and no other's."""
    target = situation.target
    if target.provider not in chat_providers.ROUTERS or (models.claude(target.model) is None and models.gemini(target.model) is None):
        return None
    return ForeignReasoning(provider=target.provider, api=target.api, model=target.model, unknown=unknown_maker(situation))


def _wordless(situation: Situation) -> WordlessReasoning | None:
    """Routers get a turn of nothing but reasoning as it is; one without a word in it would be empty."""
    return None if situation.own or situation.target.provider not in chat_providers.ROUTERS else WordlessReasoning(signed_fields=_SIGNED_FIELDS)


def _signatures(situation: Situation) -> CorruptThoughtSignature:
    """Gemini's signatures on calls are base64, on whatever route; elsewhere only what an older client put there by mistake goes."""
    if models.gemini(situation.target.model) is None:
        return CorruptThoughtSignature(shape="no-message-id", kinds=_CALLS_ONLY, field="thought_signature")
    return CorruptThoughtSignature(kinds=_CALLS_ONLY)
