"""What Bedrock's Converse refuses, as data.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import BODY, SCHEMA, STRUCTURE, Refusal

BAD_JSON = Refusal(
    id="bedrock-invalid-unicode",
    error="Unexpected surrogate in the request body: line 1 column {column} (char {char})",
    fix="Put U+FFFD in place of each lone surrogate.",
    certainty="inferred",
    stage=BODY,
    source="botocore encodes the body as UTF-8, which has none; the text is unsourced",
    cured_by=("lone-surrogate",),
)
WRONG_TYPE = Refusal(
    id="bedrock-parameter-type",
    error="Parameter validation failed: Invalid type for parameter {at}, valid types: {type}",
    fix="Give the field the type of the service model.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8 ParamValidator",
    cured_by=("unsupported-part", "unreadable-image"),
)
MISSING = Refusal(
    id="bedrock-parameter-missing",
    error='Parameter validation failed: Missing required parameter in {at}: "{field}"',
    fix="Give the field.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8 ParamValidator",
    cured_by=("empty-turn",),
)
BAD_ROLE = Refusal(
    id="bedrock-role",
    error="1 validation error detected: Value at 'messages.{i}.member.role' failed to satisfy constraint: "
    "Member must satisfy enum value set: [user, assistant]",
    fix="Send instructions in `system`, results in a user message.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8 ConversationRole; the text in AWS's standard form",
    cured_by=(
        "unknown-role",
        "listed-system-message",
        "late-system-message",
    ),
    disputed="The service model of botocore 1.44.8 lists system as a role; which models take it is not known.",
)
UNION = Refusal(
    id="bedrock-content-union",
    error="Parameter validation failed: Invalid number of parameters set for tagged union structure messages[{i}].content[{j}]. "
    "Can only set one of the following keys.",
    fix="Put each kind in a block of its own.",
    certainty="live-tested",
    stage=SCHEMA,
    source="botocore 1.44.8",
    cured_by=("refused-shape",),
)
EMPTY_MESSAGES = Refusal(
    id="bedrock-empty-messages",
    error="A conversation must start with a user message. Try again with a conversation that starts with a user message.",
    fix="Add a user message.",
    certainty="inferred",
    stage=STRUCTURE,
    source="the text is that of a first message of another role",
)
SYSTEM_EMPTY = Refusal(
    id="bedrock-system-empty",
    error="Parameter validation failed: Invalid length for parameter system[{k}].text, value: 0, valid min length: 1",
    fix="Leave the block out.",
    certainty="live-tested",
    stage=SCHEMA,
    source="botocore 1.44.8",
    cured_by=("blank-text",),
)

# ---------------------------------------------------------------------------------------------- order
START = Refusal(
    id="bedrock-start-with-user",
    error="A conversation must start with a user message. Try again with a conversation that starts with a user message.",
    fix="Put a short user message first.",
    certainty="reported",
    stage=STRUCTURE,
    source="dify#12340",
    cured_by=("assistant-first-history",),
)
ALTERNATE = Refusal(
    id="bedrock-alternate",
    error="A conversation must alternate between user and assistant roles. "
    "Make sure the conversation alternates between user and assistant roles and try again.",
    fix="Make neighbours of one role one message.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="semantic-kernel#10281; langchain-aws#130, #192; Portkey#748",
    cured_by=(
        "consecutive-user-turns",
        "consecutive-assistant-turns",
    ),
)
END = Refusal(
    id="bedrock-end-with-user",
    error="This model does not support assistant message prefill. The conversation must end with a user message.",
    fix="Put a short user message last.",
    certainty="reported",
    stage=STRUCTURE,
    source="semantic-kernel#10281 (paraphrase); the text is that of newer Claude models",
    cured_by=("trailing-assistant",),
)
MISSING_RESULT = Refusal(
    id="bedrock-tool-result-missing",
    error="Expected toolResult blocks at messages.{i}.content for the following Ids: {ids}",
    fix="Answer each toolUse in the next user message, all in one.",
    certainty="reported",
    stage=STRUCTURE,
    source="zeroclaw#1476 (2026-02)",
    cured_by=(
        "missing-tool-result",
        "displaced-tool-result",
    ),
)
SURPLUS_RESULT = Refusal(
    id="bedrock-tool-result-exceeds",
    error="The number of toolResult blocks at messages.{i}.content exceeds the number of toolUse blocks of previous turn.",
    fix="Leave out results of no call, and the second result of one.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="dify-official-plugins#765; Curie#16; pydantic-ai#2327; strands#1435",
    cured_by=(
        "orphan-tool-result",
        "duplicate-tool-result",
    ),
)
TOOL_CONFIG = Refusal(
    id="bedrock-toolconfig-required",
    error="The toolConfig field must be defined when using toolUse and toolResult content blocks.",
    fix="Declare the tools that the history used.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="dify#17545; vercel/ai#7537; timothy#282; zot#18; pentagi#196",
    cured_by=("undeclared-tools",),
)
MIXED_RESULTS = Refusal(
    id="bedrock-text-and-tool-result-same-turn",
    error="messages.{i}.content: Conversation blocks and tool result blocks cannot be provided in the same turn.",
    fix="Let a short assistant message stand between the results and the next words.",
    certainty="reported",
    stage=STRUCTURE,
    source="langchain-aws#141; strands-agents/harness-sdk#1223 (Llama 4); BerriAI/litellm#6053",
    models="Llama and Mistral; of others than these, Claude and Nova it is not known",
    cured_by=("user-after-tool",),
    disputed="Claude refused it too in 2024 (BerriAI/litellm#6053), and takes it now.",
)
MIXED_CALLS = Refusal(
    id="bedrock-text-and-tool-result-same-turn",
    error="messages.{i}.content: Conversation blocks and tool use blocks cannot be provided in the same turn.",
    fix="Leave the words beside the calls out.",
    certainty="reported",
    stage=STRUCTURE,
    source="quarkiverse/quarkus-langchain4j#1983 (2025-11); a live test of Llama 3.3 in public code, 2026",
    models="Llama and Mistral; of others than these, Claude and Nova it is not known",
    cured_by=("text-beside-calls",),
)

# ---------------------------------------------------------------------------------------------- calls, results and declared tools
INPUT_OBJECT = Refusal(
    id="bedrock-tooluse-input-object",
    error="The format of the value at messages.{i}.content.{j}.toolUse.input is invalid. Provide a json object for the field and try again.",
    fix="Send an object.",
    certainty="reported",
    stage=SCHEMA,
    source="vercel/ai#16561, #19023",
    cured_by=("broken-arguments",),
)
RESULT_OBJECT = Refusal(
    id="bedrock-toolresult-json-object",
    error="The format of the value at messages.{i}.content.{j}.toolResult.content.{k}.json is invalid. Provide a json object for the field and try again.",
    fix="Send it as text, or in an object.",
    certainty="reported-often",
    stage=SCHEMA,
    source="aws-sdk-js-v3#7330; haystack#3766; aichat#1542",
    cured_by=("refused-shape",),
)
ID_SHAPE = Refusal(
    id="bedrock-tooluseid-shape",
    error="1 validation error detected: Value '{v}' at 'messages.{i}.member.content.{j}.member.{kind}.toolUseId' failed to satisfy constraint: "
    "Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+",
    fix="Give call and result the same id of 1 to 64 of [a-zA-Z0-9_-].",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.37.0 and 1.44.8; the text in AWS's standard form, unsourced",
    disputed="Dots and colons are in the pattern since botocore 1.44.8; the narrower set holds with both.",
    cured_by=("tool-call-id",),
)
ID_LENGTH = Refusal(
    id="bedrock-tooluseid-shape",
    error="1 validation error detected: Value '{v}' at 'messages.{i}.member.content.{j}.member.{kind}.toolUseId' failed to satisfy constraint: "
    "Member must have length less than or equal to 64",
    fix="Give call and result the same id of 1 to 64 of [a-zA-Z0-9_-].",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.37.0 and 1.44.8; the text in AWS's standard form, unsourced",
    disputed="Dots and colons are in the pattern since botocore 1.44.8; the narrower set holds with both.",
    cured_by=("tool-call-id",),
)
NAME_SHAPE = Refusal(
    id="bedrock-toolname-shape",
    error="1 validation error detected: Value '{v}' at '{at}' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
    fix="Give the tool a name of 1 to 64 of [a-zA-Z0-9_-], in the history and in toolConfig.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8 (ToolName); vercel/ai#17769",
    cured_by=("impossible-tool-name", "impossible-declared-name"),
)
NAME_LENGTH = Refusal(
    id="bedrock-toolname-shape",
    error="1 validation error detected: Value '{v}' at '{at}' failed to satisfy constraint: Member must have length less than or equal to 64",
    fix="Give the tool a name of 1 to 64 of [a-zA-Z0-9_-], in the history and in toolConfig.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8 (ToolName); vercel/ai#17769",
    cured_by=("impossible-tool-name", "impossible-declared-name"),
)
