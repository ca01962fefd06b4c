"""What servers of Chat Completions refuse of a request's settings, as data. In its own format no rule alters them."""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, Refusal

MAX_TOKENS = Refusal(
    id="chat-max-tokens-unsupported",
    error="Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    fix="Say it with `max_completion_tokens`.",
    certainty="reported-often",
    stage=SCHEMA,
    source="koosoli/ESPHomeDesigner#379 (2026-04); anomalyco/opencode#37964 (2026-07, Azure); teilomillet/gollm#33 (2025-03)",
    models="the o-series, and GPT-5 and later",
    providers=("openai", "azure-openai"),
)
SAMPLING = Refusal(
    id="chat-sampling-unsupported",
    error="Unsupported parameter: '{field}' is not supported with this model.",
    fix="Leave the field out.",
    certainty="reported-often",
    stage=SCHEMA,
    source="OpenHands/software-agent-sdk#1837 (2026-01); CopilotKit/CopilotKit#7191 (2025-08)",
    models="the o-series and GPT-5; from GPT-5.1 on with reasoning asked for",
    providers=("openai", "azure-openai"),
    variants=("Unsupported value: '{field}' does not support {value} with this model. Only the default (1) value is supported.",),
)
TEMPERATURE = Refusal(
    id="chat-temperature-range",
    error="Invalid 'temperature': decimal above maximum value. Expected a value <= {most}, but got {value} instead.",
    fix="Bring the temperature within the limit.",
    certainty="documented",
    stage=SCHEMA,
    source="API references of OpenAI, Mistral and Kimi (2026); the text in OpenAI's form",
    providers=("openai", "azure-openai", "mistral", "moonshot"),
)
STOPS = Refusal(
    id="chat-stop-count",
    error="Invalid 'stop': array too long. Expected an array with maximum length {most}, but got an array with length {n} instead.",
    fix="Leave the last stop sequences out.",
    certainty="reported",
    stage=SCHEMA,
    source="QwenLM/Qwen-Agent#228 (2024-06); limits of others by their API references (2026), the text in OpenAI's form",
    providers=("openai", "azure-openai", "groq", "moonshot", "deepseek"),
)
EFFORT = Refusal(
    id="chat-effort-unsupported",
    error="Unsupported value: 'reasoning_effort' does not support '{value}' with this model. Supported values are: {values}.",
    fix="Name an effort that the model knows.",
    certainty="reported-often",
    stage=SCHEMA,
    source="The-PR-Agent/pr-agent#2120 (2025-11); the text in the form of that for temperature",
    models="each by its own list; GPT-5.1 and later know none, GPT-5 minimal",
    providers=("openai", "azure-openai"),
    cured_by=("untranslatable-thinking",),
    variants=("Unsupported value: '{value}' is not supported with the '{model}' model. Supported values are: {values}.",),
)
NO_EFFORT = Refusal(
    id="chat-effort-unsupported",
    error="Unrecognized request argument supplied: reasoning_effort",
    fix="Leave the effort out.",
    certainty="reported-often",
    stage=SCHEMA,
    source="several public reports of gpt-4o and gpt-4.1, 2025",
    models="models that do not reason",
    providers=("openai", "azure-openai"),
    cured_by=("untranslatable-thinking",),
)
