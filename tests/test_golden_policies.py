"""What the recorded implementation does for a provider, flag by flag, the policy here does by a rule (docs/deviations.md, "policies")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from golden_functions import vectors
from replayable.errors import UnknownTarget
from replayable.options import Options
from replayable.policies import choose
from replayable.rules import (
    AssistantFirstHistory,
    ConsecutiveAssistantTurns,
    ConsecutiveUserTurns,
    CorruptThoughtSignature,
    EarlierReasoning,
    FinishedReasoning,
    MissingToolResult,
    OrphanToolResult,
    SpentContext,
    ToolCallId,
    UnsignedReasoning,
    UnwantedReasoning,
    UnwantedSignature,
)
from replayable.rules.rule import AnyRule
from replayable.targets import API_ALIASES, Target, parse_target

Rules = tuple[AnyRule, ...]


def _has(*kinds: type[AnyRule]) -> Callable[[Rules], bool]:
    return lambda rules: any(isinstance(rule, kinds) for rule in rules)


# The flag where it is set, and the rule that does the same.
FLAGS: Mapping[str, Callable[[Rules], bool]] = {
    "repairToolUseResultPairing": lambda rules: _has(MissingToolResult)(rules) and _has(OrphanToolResult)(rules),
    "dropThinkingBlocks": _has(EarlierReasoning, UnwantedReasoning),
    "dropReasoningFromHistory": _has(FinishedReasoning, UnwantedReasoning),
    "preserveSignatures": _has(UnsignedReasoning, UnwantedReasoning, UnwantedSignature),
    "sanitizeThoughtSignatures": _has(CorruptThoughtSignature),
    "applyGoogleTurnOrdering": _has(AssistantFirstHistory),
    "validateGeminiTurns": _has(ConsecutiveAssistantTurns),
    "validateAnthropicTurns": lambda rules: _has(ConsecutiveAssistantTurns)(rules) and (not _has(SpentContext)(rules) or _has(ConsecutiveUserTurns)(rules)),
    "appendOnlyRuntimeContext": lambda rules: not _has(SpentContext)(rules),
    "nine characters": lambda rules: any(isinstance(rule, ToolCallId) and rule.length == 9 for rule in rules),
}
OF_TEMPLATES = frozenset({"applyGoogleTurnOrdering", "validateGeminiTurns", "validateAnthropicTurns"})

# How often each flag was set for a target that is compared. A change of any number wants a look.
SET: dict[str, int] = {
    "repairToolUseResultPairing": 58,
    "dropReasoningFromHistory": 1,
    "preserveSignatures": 14,
    "validateAnthropicTurns": 18,
    "dropThinkingBlocks": 6,
    "appendOnlyRuntimeContext": 3,
    "sanitizeThoughtSignatures": 15,
    "applyGoogleTurnOrdering": 15,
    "validateGeminiTurns": 15,
    "nine characters": 2,
}


def _target(vector: vectors.Vector) -> Target | None:
    """The target, where it has nothing that is configured beside it, and its provider speaks this API."""
    asked = vector["input"]
    provider, api, model = str(asked.get("provider") or "someone").strip().lower(), asked.get("modelApi"), asked.get("modelId")
    configured = asked.get("model") or {}
    if not model or not api or "compat" in configured or "params" in configured or configured.get("reasoning"):
        return None
    try:
        own = parse_target(f"{provider}/{model}", None if provider != "someone" else str(api))
    except UnknownTarget:
        return None
    return own if API_ALIASES.get(api, api) == own.api or provider == "someone" else None


def _flags(vector: vectors.Vector, target: Target) -> list[str]:
    output = vector["output"]
    found = [flag for flag in FLAGS if output.get(flag)]
    if target.api == "openai-completions":
        found = [flag for flag in found if flag not in OF_TEMPLATES]
    return [*found, "nine characters"] if output.get("toolCallIdMode") == "strict9" else found


def test_each_recorded_flag_has_its_rule() -> None:
    found: Counter[str] = Counter()
    missing: list[tuple[str, str, str]] = []
    for vector in (*vectors.load("policy"), *vectors.load("policyFallback")):
        if (target := _target(vector)) is not None:
            rules = choose(target, Options(), source="openclaw").rules
            flags = _flags(vector, target)
            found.update(flags)
            missing.extend((vector["case"], str(target), flag) for flag in flags if not FLAGS[flag](rules))
    assert [] == missing
    assert SET == dict(found)
