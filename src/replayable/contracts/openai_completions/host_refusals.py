"""What hosts and routers of other makers' models refuse beyond the API, and their own words for what all servers refuse, as data.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, SIGNATURE, SIZE, STRUCTURE, Refusal

GROQ_FIELD = Refusal(
    id="groq-reasoning-field",
    error="'messages.{i}' : for 'role:{role}' the following must be satisfied[('messages.{i}' : property '{field}' is unsupported)]",
    fix="Remove the field.",
    certainty="reported-often",
    stage=SCHEMA,
    source="jan#8136; gptel#774; freellmapi#1070; vercel/ai#8057",
    providers=("groq",),
    cured_by=("unwanted-reasoning", "refused-field"),
    variants=("messages[{i}].reasoning: reasoning is not supported with this model",),
)
CEREBRAS_FIELD = Refusal(
    id="cerebras-unsupported-field",
    error="messages.{i}.{role}.{field}: property 'messages.{i}.{role}.{field}' is unsupported",
    fix="Remove the field.",
    certainty="reported-often",
    stage=SCHEMA,
    source="Kilo-Org/kilocode#10375 (2026-05); hermes-agent#34716, #45655; qwen-code#11045 (2026-09); free-claude-code#1136",
    providers=("cerebras",),
    cured_by=("unwanted-reasoning", "refused-field"),
)
GROQ_IMAGES = Refusal(
    id="groq-images",
    error="Too many images provided. This model supports up to 5 images.",
    fix="Leave the oldest images out.",
    certainty="live-tested",
    stage=SIZE,
    source="earendil-works/pi#120 (llama-4-scout, 2025-12; one tester, the text was not captured)",
    providers=("groq",),
    cured_by=("surplus-image",),
)
GROQ_IMAGE_SIZE = Refusal(
    id="groq-images",
    error="Image is too large: {n} characters of base64, about 5 MB are taken.",
    fix="Shrink the image.",
    certainty="live-tested",
    stage=SIZE,
    source="earendil-works/pi#120 (llama-4-scout, 2025-12; one tester, the text was not captured)",
    providers=("groq",),
    cured_by=("oversized-image",),
)
GROQ_IMAGE_SIDE = Refusal(
    id="groq-images",
    error="Image is too large: {n} pixels, about 5760 are taken.",
    fix="Shrink the image.",
    certainty="live-tested",
    stage=SIZE,
    source="earendil-works/pi#120 (llama-4-scout, 2025-12; one tester, the text was not captured)",
    providers=("groq",),
    cured_by=("oversized-image",),
)
OPENROUTER_GEMINI = Refusal(
    id="openrouter-gemini-reasoning-details",
    error="Provider returned error; metadata.raw: Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to "
    "our docs: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks. Upstream error: Function call is missing a "
    "thought_signature in functionCall parts.",
    fix="Send `reasoning_details` back as they came; for calls of another model, the entry that skips the check.",
    certainty="reported-often",
    stage=SIGNATURE,
    source="LibreChat-AI/agents#37; Roo-Code#10307; MassGen#624; agent-framework#2947 (2025-12)",
    models="Gemini 3 and later; each step of the running turn",
    providers=("openrouter",),
    variants=("Gemini models require OpenRouter reasoning details to be preserved in each request.",),
    cured_by=("missing-thought-signature",),
)
OPENROUTER_WRAPS = Refusal(
    id="openrouter-wraps-upstream",
    error="Provider returned error",
    fix="Read `metadata.raw`: it holds what the provider behind the router says.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="crush#279 (Mistral); nagobot#21 (Bedrock); ai-sdk-provider#254 (OpenAI)",
    providers=("openrouter",),
    visible="no",
)
TOGETHER = Refusal(
    id="together-unknown",
    error="(none found)",
    fix="Keep to the API and to the template of the model.",
    certainty="inferred",
    stage=STRUCTURE,
    source="no report with a text of its own was found",
    providers=("together",),
    visible="no",
)
FIREWORKS_FIELD = Refusal(
    id="fireworks-extra-inputs",
    error="Extra inputs are not permitted, field: '{field}'",
    fix="Remove the field.",
    certainty="reported",
    stage=SCHEMA,
    source="Flowise#2866 (2024-07); midscene#1322 (2025-10); opencode#24696 (2026-04: in a tool)",
    providers=("fireworks",),
    variants=("Extra inputs are not permitted, field: '{field}', value: {value}",),
    cured_by=("refused-setting",),
    disputed="`stream_options` was refused in 2024; since then it is documented, and refused here only where nothing is streamed.",
)
AZURE_NULL = Refusal(
    id="azure-as-openai",
    error="Invalid value for 'content': expected a string, got null.",
    fix='Send "" with a tool message, and drop an assistant or user message that has nothing to say.',
    certainty="reported",
    stage=SCHEMA,
    source="langchainjs#4153; langgraphjs#405; azure-sdk-for-python#46092",
    providers=("azure-openai",),
    cured_by=("blank-text", "empty-turn"),
)
AZURE_ABSENT = Refusal(
    id="azure-as-openai",
    error="'content' is a required property - 'messages.{i}'",
    fix='Send "" with a tool message, and drop an assistant or user message that has nothing to say.',
    certainty="reported",
    stage=SCHEMA,
    source="openinterpreter#251 (older versions of the API)",
    providers=("azure-openai",),
    cured_by=("blank-text", "empty-turn"),
)
