"""What Bedrock's Converse refuses of a request's settings and of what Claude's own API refuses besides, as data (see `refusals`)."""

from __future__ import annotations

from replayable.contracts.refusal import CONTEXT, SCHEMA, SIGNATURE, STRUCTURE, Refusal

RANGE = Refusal(
    id="bedrock-inference-range",
    error="1 validation error detected: Value '{v}' at 'inferenceConfig.{field}' failed to satisfy constraint: Member must have value {bound}",
    fix="Send a value within the range of the service model.",
    certainty="reported",
    stage=SCHEMA,
    source="botocore 1.44.8 InferenceConfiguration (maxTokens from 1, temperature and topP from 0 to 1); microsoft/semantic-kernel (maxTokens 0), "
    "two public projects that quote the text for temperature",
)
MOST_TOKENS = Refusal(
    id="bedrock-max-tokens-limit",
    error="The maximum tokens you requested exceeds the model limit of {max}. Try again with a maximum tokens value that is lower than {max}.",
    fix="Lower maxTokens to what the model can answer.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="many public reports, 2024 to 2026; each model's limit stands on its page of docs.aws.amazon.com",
    visible="partly",
)
STOP_EMPTY = Refusal(
    id="bedrock-stop-sequence-empty",
    error="Parameter validation failed: Invalid length for parameter inferenceConfig.stopSequences[{k}], value: 0, valid min length: 1",
    fix="Leave the sequence out.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8 ParamValidator, NonEmptyString",
)
TOOLS_EMPTY = Refusal(
    id="bedrock-tools-empty",
    error="Parameter validation failed: Invalid length for parameter toolConfig.tools, value: 0, valid min length: 1",
    fix="Leave toolConfig out, or declare a tool.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8 ParamValidator, ToolConfiguration",
    cured_by=("undeclared-tools",),
)
CLAUDE = Refusal(
    id="bedrock-claude-inherits",
    error="The model returned the following errors: {text}",
    fix="Keep to the rules of Claude's own API.",
    certainty="reported-often",
    stage=SIGNATURE,
    source="langchain-aws#844; opencode#3077; nagobot#21",
    models="Claude",
    cured_by=(
        "misplaced-reasoning",
        "trailing-reasoning",
        "unsigned-reasoning",
        "broken-signature",
        "unreasoned-tool-loop",
        "reasoned-prefill",
        "trailing-assistant",
        "surplus-cache-mark",
    ),
)
CONTEXT_OVERFLOW = Refusal(
    id="bedrock-context-overflow",
    error="Input is too long for requested model.",
    fix="Compact the history; that is no repair.",
    certainty="reported-often",
    stage=CONTEXT,
    source="strands-agents/sdk-python, list of overflow texts of its Bedrock model; BerriAI/litellm, exception mapping (2026)",
    variants=("too many total text bytes", "Too many input tokens"),
    visible="no",
)
