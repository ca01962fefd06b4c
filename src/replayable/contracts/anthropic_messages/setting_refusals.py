"""What Anthropic's Messages API refuses of a request's settings, as data."""

from __future__ import annotations

from replayable.contracts.refusal import CONTEXT, SCHEMA, STRUCTURE, Refusal

MAX_TOKENS = Refusal(
    id="anthropic-max-tokens-required",
    error="max_tokens: Field required",
    fix="Say with max_tokens how long the answer may be.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0 MessageCreateParams (Required[max_tokens]); the text in pydantic's form",
)
MOST_TOKENS = Refusal(
    id="anthropic-max-tokens-limit",
    error="max_tokens: {n} > {max}, which is the maximum allowed number of output tokens for {model}",
    fix="Lower max_tokens to what the model can answer.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="many public reports, 2024 to 2026; each model's limit stands on its page of platform.claude.com",
    visible="partly",
)
FORCED_TOOL = Refusal(
    id="anthropic-forced-tool-choice",
    error='tool_choice: type "tool" and "any" are not supported for this model',
    fix="Leave the choice to the model, and say in the prompt when the tool is wanted.",
    certainty="reported",
    stage=STRUCTURE,
    source="inspect_ai#5176; zed#63571; platform.claude.com, What's new in Claude Opus 5.5 (2026-09)",
    models="Claude Opus 5.5, Fable and Mythos",
)
FORCED_WITH_THINKING = Refusal(
    id="anthropic-forced-tool-choice",
    error="Thinking may not be enabled when tool_choice forces tool use.",
    fix="Leave the choice to the model, or turn thinking off for this request.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="langchain#35539; several public projects that quote a live 400, 2025 and 2026",
)
THINKING_TYPE = Refusal(
    id="anthropic-thinking-config-type",
    error='"thinking.type.{type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    fix="Send thinking.type adaptive, or none.",
    certainty="documented",
    stage=STRUCTURE,
    source="platform.claude.com, What's new in Claude Opus 5.5 and thinking-troubleshooting (2026-09); maximhq/bifrost#5934, cline/cline#13203 (2026-08)",
    models="enabled: Claude 4.7 and newer; disabled: Opus 5.5, Fable and Mythos",
)
ADAPTIVE = Refusal(
    id="anthropic-thinking-config-type",
    error="adaptive thinking is not supported on this model",
    fix="Send thinking.type enabled with a budget.",
    certainty="documented",
    stage=STRUCTURE,
    source="docker/docker-agent#3362; vellum-ai/vellum-assistant#37276 (2026-07)",
    models="Claude up to 4.5",
)
BUDGET_LEAST = Refusal(
    id="anthropic-thinking-budget",
    error="thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
    fix="Give at least 1024 tokens, or turn thinking off.",
    certainty="reported-often",
    stage=SCHEMA,
    source="docs.anthropic.com, extended thinking; several public projects that quote a live 400 (2026-09)",
    variants=("thinking.budget_tokens: Input should be greater than or equal to 1024",),
)
BUDGET_MOST = Refusal(
    id="anthropic-thinking-budget",
    error="`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at "
    "https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size",
    fix="Raise max_tokens above the budget, or lower the budget.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="docs.anthropic.com, extended thinking; several public projects that quote a live 400 (2026-09)",
    variants=("`max_tokens` must be greater than `thinking.budget_tokens`",),
    disputed="With the beta of interleaved thinking, asked for in a header, a budget may be larger.",
)
TEMPERATURE_RANGE = Refusal(
    id="anthropic-temperature-range",
    error="temperature: range: 0..1",
    fix="Send a temperature from 0 to 1.",
    certainty="live-tested",
    stage=SCHEMA,
    source="several public projects that quote a live 400, 2026-10",
)
TEMPERATURE_WITH_THINKING = Refusal(
    id="anthropic-sampling-with-thinking",
    error="`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our documentation at "
    "https://docs.claude.com/en/docs/build-with-claude/extended-thinking#important-considerations-when-using-extended-thinking",
    fix="Leave temperature out, or turn thinking off.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400, 2025 and 2026",
    variants=("`temperature` may only be set to 1 when thinking is enabled",),
)
TOP_K_WITH_THINKING = Refusal(
    id="anthropic-sampling-with-thinking",
    error="`top_k` must be unset when thinking is enabled or in adaptive mode",
    fix="Leave top_k out, or turn thinking off.",
    certainty="reported",
    stage=STRUCTURE,
    source="docs.anthropic.com, extended thinking; one public project that quotes a live 400, 2026",
)
TOP_P_WITH_THINKING = Refusal(
    id="anthropic-sampling-with-thinking",
    error="`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode",
    fix="Leave top_p out, send at least 0.95, or turn thinking off.",
    certainty="documented",
    stage=STRUCTURE,
    source="docs.anthropic.com, extended thinking: top_p from 0.95 to 1; the text by analogy to that of top_k",
)
SAMPLING = Refusal(
    id="anthropic-sampling-deprecated",
    error="`{field}` is deprecated for this model.",
    fix="Leave the field out.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400 of Opus 4.7, Opus 5, Sonnet 5 and Opus 5.5, 2026-06 to 2026-09",
    models="Claude 4.7 and newer",
    disputed="Whether the default value is taken is not known; it is not reported.",
)
TEMPERATURE_AND_TOP_P = Refusal(
    id="anthropic-temperature-and-top-p",
    error="`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
    fix="Send one of the two.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="several public projects that quote a live 400 of claude-sonnet-4-5 and claude-sonnet-4-6, 2026",
    models="Claude 4.5 and 4.6",
)
STOP_BLANK = Refusal(
    id="anthropic-stop-sequence-blank",
    error="stop_sequences: each stop sequence must contain non-whitespace",
    fix="Leave the sequence out.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="BerriAI/litellm#3286, #7484; EleutherAI/lm-evaluation-harness#2412",
)
STOP_EMPTY = Refusal(
    id="anthropic-stop-sequence-blank",
    error="stop_sequences: each stop sequence must be non-empty",
    fix="Leave the sequence out.",
    certainty="reported",
    stage=STRUCTURE,
    source="MegaGrindStone/mcp-web-ui#5 (2025-04)",
)
CONTAINER = Refusal(
    id="anthropic-container-beside-history",
    error="container: the server goes on with the state of an earlier request",
    fix="Leave container out, so that the history alone says what happened.",
    certainty="inferred",
    stage=STRUCTURE,
    source="SDK anthropic 2.14.0: container is an id for reuse across requests; the text is ours, since nothing is refused as long as the container lives",
)
CONTEXT_OVERFLOW = Refusal(
    id="anthropic-context-overflow",
    error="prompt is too long: {n} tokens > {max} maximum",
    fix="Compact the history; that is no repair.",
    certainty="reported",
    stage=CONTEXT,
    source="oh-my-pi packages/ai/src/utils/overflow.ts",
    variants=("input length and `max_tokens` exceed context limit: {n} + {limit} > {max}, decrease input length or `max_tokens` and try again",),
    visible="no",
)
