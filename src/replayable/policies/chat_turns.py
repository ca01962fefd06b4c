"""In which order turns stand at servers of the Chat Completions API, and how a history ends there."""

from __future__ import annotations

from replayable import chat_models, models
from replayable.policies import chat_providers
from replayable.policies.policy import Situation
from replayable.rules import (
    AssistantFirstHistory,
    ConsecutiveAssistantTurns,
    ConsecutiveSystemMessages,
    ConsecutiveUserTurns,
    DeveloperMessage,
    LateSystemMessage,
    ListedText,
    MissingThoughtSignature,
    ParallelToolCalls,
    SeveralFinalAssistants,
    SurplusCacheMark,
    TextBesideCalls,
    TrailingAssistant,
    UnmarkedPrefill,
    UnsupportedSystemRole,
    UserAfterTool,
)
from replayable.rules.rule import AnyRule

Rules = tuple[AnyRule | None, ...]

# "A maximum of 4 blocks with cache_control may be provided." holds behind a router too (provider-contracts: anthropic-cache-control-max4, 2026-11)
CACHE_MARKS = 4


def turn_rules(situation: Situation) -> Rules:
    """The order of turns. Mistral: "Unexpected role 'system' after role 'assistant'" (charmbracelet/crush#279), and what the rules' pages say."""
    strict_template, mistral = situation.options.strict_template, chat_providers.is_mistral(situation.target)
    knows_developer = situation.target.provider not in chat_providers.SYSTEM_ONLY and not strict_template and not mistral
    return (
        None if knows_developer else DeveloperMessage(),
        *_model_rules(situation),
        LateSystemMessage(place="user-text") if mistral or strict_template else None,
        *(_template_rules() if strict_template else ()),
        AssistantFirstHistory(opening="calls") if mistral and not strict_template else None,
        SeveralFinalAssistants() if situation.target.provider in chat_providers.ONE_FINAL_ASSISTANT and not strict_template else None,
        UserAfterTool() if mistral else None,
        TextBesideCalls() if mistral and situation.own and not strict_template else None,
        _listed_text(situation),
        None if chat_models.takes_parallel_calls(situation.target.model) else ParallelToolCalls(),
    )


def _model_rules(situation: Situation) -> Rules:
    """For models whose own template knows no instruction; it wants alternating turns as well."""
    if not chat_providers.renders_templates(situation) or chat_models.takes_system_messages(situation.target.model):
        return ()
    return (UnsupportedSystemRole(), None if situation.options.strict_template else ConsecutiveUserTurns())


def _listed_text(situation: Situation) -> ListedText | None:
    """Mistral takes no list from the assistant and from tools; of others the table tells."""
    if not situation.own:
        return None
    if chat_providers.is_mistral(situation.target):
        return None if situation.options.strict_template else ListedText()
    roles = _ONE_TEXT.get(situation.target.provider)
    return None if roles is None else ListedText(roles=roles)


# Ollama's own API takes a text and no list, wherever nothing but text is said, and DeepSeek of instructions and results (provider-contracts:
# ollama-content-string, deepseek-text-only-parts, 2026-11).
_ONE_TEXT = {
    "ollama": frozenset({"system", "developer", "user", "assistant", "tool"}),
    "deepseek": frozenset({"system", "developer", "tool"}),
}


def _template_rules() -> tuple[AnyRule, ...]:
    """For servers that render a chat template which insists on its form: `Conversation roles must alternate
    user/assistant/user/assistant/...`, `System message must be at the beginning.` (8 and 13 of 111 templates, 2026-11)."""
    return (ConsecutiveSystemMessages(), AssistantFirstHistory(), ConsecutiveUserTurns(), ConsecutiveAssistantTurns())


def ending_rules(situation: Situation) -> Rules:
    server, prefill = chat_providers.server_of(situation.target), situation.options.prefill
    if server in chat_providers.TAKES_CACHE_MARKS:
        surplus = SurplusCacheMark(most=CACHE_MARKS) if models.claude(situation.target.model) is not None else None
    else:
        surplus = SurplusCacheMark(most=0) if server in chat_providers.NO_CACHE_MARKS or not situation.own else None
    if chat_providers.is_mistral(situation.target):
        mark = UnmarkedPrefill(wanted="yes" if prefill else "no") if situation.own else None
        return (mark, TrailingAssistant(prefill="wanted" if prefill else "refused", thinking=False, mark="prefix"), surplus)
    return (_trailing(situation), _signatures(situation), surplus)


def _signatures(situation: Situation) -> MissingThoughtSignature | None:
    """Gemini's calls of the running turn, behind OpenRouter (RooCodeInc/Roo-Code#10640, 2026-01)."""
    return MissingThoughtSignature(proof="reasoning") if chat_providers.signs_reasoning(situation.target) else None


def _trailing(situation: Situation) -> TrailingAssistant:
    """A prefill is taken, but not by Claude behind a router from 4.6 on or with thinking on, nor by llama.cpp with thinking on.

    llama.cpp: "Assistant response prefill is incompatible with enable_thinking." (ggml-org/llama.cpp#20861, #21889)"""
    target, thinking = situation.target, situation.thinking
    is_claude = target.provider in chat_providers.ROUTERS and models.claude(target.model) is not None
    taken = not ((is_claude and not models.takes_prefill(target.model)) or (thinking is True and (is_claude or target.provider == "llama.cpp")))
    if taken:
        return TrailingAssistant(prefill="taken", thinking=thinking)
    return TrailingAssistant(prefill="wanted" if situation.options.prefill else "refused", thinking=thinking)
