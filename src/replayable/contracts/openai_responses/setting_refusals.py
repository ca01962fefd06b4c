"""What OpenAI refuses of the settings of a request to the Responses API, as data. In its own format no rule alters them."""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, Refusal

SAMPLING = Refusal(
    id="responses-sampling-unsupported",
    error="Unsupported parameter: '{field}' is not supported with this model.",
    fix="Leave the field out.",
    certainty="reported-often",
    stage=SCHEMA,
    source="OpenHands/software-agent-sdk#1837 (2026-01); CopilotKit/CopilotKit#7191 (2025-08)",
    models="the o-series and GPT-5; from GPT-5.1 on with reasoning asked for",
    providers=("openai", "azure-openai"),
)
TEMPERATURE = Refusal(
    id="responses-temperature-range",
    error="Invalid 'temperature': decimal above maximum value. Expected a value <= {most}, but got {value} instead.",
    fix="Bring the temperature within the limit.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 (0 to 2); the text in the form of responses-output-limit",
    providers=("openai", "azure-openai"),
)
OUTPUT_LIMIT = Refusal(
    id="responses-output-limit",
    error="Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got {n} instead.",
    fix="Allow at least 16 tokens.",
    certainty="reported-often",
    stage=SCHEMA,
    source="several public reports, 2025",
    providers=("openai", "azure-openai"),
)
EFFORT = Refusal(
    id="responses-effort-unsupported",
    error="Unsupported value: '{value}' is not supported with the '{model}' model. Supported values are: {values}.",
    fix="Name an effort that the model knows.",
    certainty="reported-often",
    stage=SCHEMA,
    source="openai/codex#6647, anomalyco/opencode#4451 (2025-11); CherryHQ/cherry-studio#10430 (2025-09)",
    models="each by its own list; GPT-5.1 and later know none, GPT-5 minimal",
    providers=("openai", "azure-openai", "openai-codex"),
    cured_by=("untranslatable-thinking",),
)
NO_EFFORT = Refusal(
    id="responses-effort-unsupported",
    error="Unsupported parameter: 'reasoning.effort' is not supported with this model.",
    fix="Leave the effort out.",
    certainty="reported-often",
    stage=SCHEMA,
    source="several public reports of gpt-4o and gpt-4.1, 2025",
    models="models that do not reason",
    providers=("openai", "azure-openai", "openai-codex"),
    cured_by=("untranslatable-thinking",),
)
