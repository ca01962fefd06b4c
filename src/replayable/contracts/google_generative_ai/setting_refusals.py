"""What Gemini's generateContent refuses of a request's settings, as data (see `refusals`)."""

from __future__ import annotations

from replayable.contracts.refusal import CONTEXT, SCHEMA, STRUCTURE, Refusal

TEMPERATURE = Refusal(
    id="gemini-temperature-range",
    error="* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].",
    fix="Send a temperature from 0 to 2.",
    certainty="live-tested",
    stage=SCHEMA,
    source="a live 400 in public code, 2026-08-29",
)
MOST_TOKENS = Refusal(
    id="gemini-max-tokens-limit",
    error="Unable to submit request because it has a maxOutputTokens value of {n} but the supported range is from 1 (inclusive) to {max} (exclusive). "
    "Update the value and try again.",
    fix="Lower maxOutputTokens to what the model can answer.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="many public reports of Vertex AI, 2024 to 2026; each model's limit stands on its page",
    visible="partly",
)
STOPS = Refusal(
    id="gemini-stop-sequences-number",
    error="* GenerateContentRequest.generation_config.stop_sequences: the number of stop_sequences must not exceed 5",
    fix="Send at most five.",
    certainty="reported-often",
    stage=SCHEMA,
    source="continuedev/continue#2702, #7849; measured in public code, 2026",
    variants=(
        (
            "Unable to submit request because it has a stopSequences value of {n} but the supported range is from 1 (inclusive) to 6 (exclusive). "
            "Update the value and try again."
        ),
    ),
)
LEVEL = Refusal(
    id="gemini-thinking-config",
    error="Thinking level is not supported for this model.",
    fix="Send a thinkingBudget.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400 of gemini-2.5-flash and gemini-2.5-pro, 2026",
    models="Gemini before 3",
)
BUDGET = Refusal(
    id="gemini-thinking-config",
    error="Thinking budget is not supported for this model.",
    fix="Leave thinkingConfig out.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400 of gemma-4, 2026",
    models="Gemma",
)
ALWAYS = Refusal(
    id="gemini-thinking-config",
    error="Budget 0 is invalid. This model only works in thinking mode.",
    fix="Leave the budget out, or send a thinkingLevel where the model takes one.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400 of gemini-2.5-pro and gemini-3-pro, 2026",
    models="Gemini Pro of 2.5 and later",
)
BOTH = Refusal(
    id="gemini-thinking-config",
    error="You can only set only one of thinking budget and thinking level.",
    fix="Send one of the two.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400, 2026",
)
MIME_TYPE = Refusal(
    id="gemini-tools-with-json",
    error="Function calling with a response mime type: '{v}' is unsupported",
    fix="Leave responseMimeType out while functions are declared, or declare none.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400 of gemini-2.0-flash and gemini-2.5-flash, 2025 and 2026",
    models="Gemini before 3",
)
CACHED = Refusal(
    id="gemini-cached-content-beside-history",
    error="CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config. "
    "Proposed fix: move those values to CachedContent from GenerateContent request.",
    fix="Send the history without cachedContent, or only what came after it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400, 2026",
    variants=("CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.",),
)
CACHED_HISTORY = Refusal(
    id="gemini-cached-content-beside-history",
    error="cachedContent: the server puts what is cached before the contents",
    fix="Send the history without cachedContent, or only what came after it.",
    certainty="inferred",
    stage=STRUCTURE,
    source="ai.google.dev, context caching (2026): the cache holds a part of the history, which would be sent twice; the text is ours",
)
CONTEXT_OVERFLOW = Refusal(
    id="gemini-context-overflow",
    error="The input token count ({n}) exceeds the maximum number of tokens allowed ({max}).",
    fix="Compact the history; that is no repair.",
    certainty="reported-often",
    stage=CONTEXT,
    source="oh-my-pi packages/ai/src/utils/overflow.ts",
    variants=("The input token count exceeds the maximum number of tokens allowed {max}.",),
    visible="no",
)
