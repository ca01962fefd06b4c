"""What Chat Completions servers refuse, as data. `{at}` is the place in OpenAI's spelling: `messages[1].tool_calls[0].id`.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import BODY, SCHEMA, SIZE, STRUCTURE, Refusal

# ---------------------------------------------------------------------------------------------- fields and types
BAD_JSON = Refusal(
    id="chat-bad-json-body",
    error="We could not parse the JSON body of your request.",
    fix="Put U+FFFD in place of each lone surrogate.",
    certainty="inferred",
    stage=BODY,
    source="unsourced",
    cured_by=("lone-surrogate",),
)
MISSING_FIELD = Refusal(
    id="chat-missing-required",
    error="Missing required parameter: '{at}'.",
    fix="Give the field, or drop the malformed call or part.",
    certainty="reported",
    stage=SCHEMA,
    source="langgraphjs#405 (Azure), #506 (2025-09: messages[3].content[0].type); langchainjs#11092 (2026-06)",
    cured_by=("incomplete-tool-call", "absent-content", "blank-text", "empty-turn", "unsupported-part"),
)
MISSING_CALL_ID = Refusal(
    id="chat-missing-required",
    error="Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.  (param messages.[{i}].tool_call_id)",
    fix="Name the call that the result answers, or drop the result.",
    certainty="reported",
    stage=SCHEMA,
    source="langchain#22600 (2024-06); vercel/ai#2178 (2024-07)",
    cured_by=("orphan-tool-result", "tool-call-id"),
)
WRONG_TYPE = Refusal(
    id="chat-field-type",
    error="Invalid type for '{at}': expected {expected}, but got {got} instead.",
    fix="Give the field the type that the API documents.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text in the form of chat-arguments-string",
    cured_by=("unsupported-part", "broken-arguments", "incomplete-tool-call"),
)
EMPTY_MESSAGES = Refusal(
    id="chat-empty-messages",
    error="Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    fix="Add a user message.",
    certainty="inferred",
    stage=SCHEMA,
    source="unsourced; the form of chat-tool-calls-empty",
)
TOO_MANY_MESSAGES = Refusal(
    id="chat-too-many-messages",
    error="Invalid 'messages': array too long. Expected an array with maximum length 2048, but got an array with length {n} instead.",
    fix="Compact the history.",
    certainty="inferred",
    stage=SIZE,
    source="unsourced",
    providers=("openai", "azure-openai"),
)
TEXT_LENGTH = Refusal(
    id="chat-too-many-messages",
    error="Invalid '{at}': string too long. Expected a string with maximum length 10485760, but got a string with length {n} instead.",
    fix="Cut the text.",
    certainty="inferred",
    stage=SIZE,
    source="unsourced; 1,048,576 characters of a part of text is another number that is told",
    providers=("openai", "azure-openai"),
)
BAD_ROLE = Refusal(
    id="chat-bad-role",
    error="Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    fix="Send the message under one of the roles that the API knows.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text is unsourced",
    cured_by=("unknown-role",),
)
NULL_CONTENT = Refusal(
    id="chat-content-null",
    error="Invalid value for 'content': expected a string, got null.  (param messages.[{i}].content)",
    fix='Send "" with a tool message, and drop an assistant or user message that has nothing to say.',
    certainty="reported-often",
    stage=SCHEMA,
    source="langchainjs#4153 (Azure too); llama_index#17555 (2025-01); docker-agent#63 (2025-07)",
    cured_by=("blank-text", "empty-turn"),
)
EMPTY_CONTENT = Refusal(
    id="chat-content-empty-array",
    error="Invalid '{at}': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    fix='Send "" or drop the message.',
    certainty="inferred",
    stage=SCHEMA,
    source="the form of chat-tool-calls-empty; Chat servers differ, the narrow side is taken",
    cured_by=("blank-text", "empty-turn"),
)
PART_TYPE = Refusal(
    id="chat-part-type",
    error="Invalid value: '{type}'. Supported values are: {supported}.",
    fix="Send the part as one of the types that the role takes, or drop it.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text in the form of chat-bad-role",
    cured_by=("unsupported-part", "missing-tool-result", "borrowed-shape"),
)
IMAGE_ROLE = Refusal(
    id="chat-image-in-tool",
    error="Invalid '{at}'. Image URLs are only allowed for messages with role 'user', but this message with role '{role}' contains an image URL.",
    fix="Move the image into a user message after all tool messages of the turn.",
    certainty="reported",
    stage=STRUCTURE,
    source="OpenHands#7700; vllm#43203 (2026-05)",
    cured_by=("misplaced-image",),
)
NAME_CHARACTERS = Refusal(
    id="chat-function-name-pattern",
    error="Invalid '{at}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    fix="Replace the characters that do not fit, in tools and history alike.",
    certainty="reported-often",
    stage=SCHEMA,
    source="mcp-use#90, #94; continue#11645, #9784; xiaozhi#268; llmcompiler#1 (messages[3].name)",
    cured_by=("impossible-tool-name",),
)
NAME_EMPTY = Refusal(
    id="chat-function-name-pattern",
    error="Invalid '{at}': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    fix="Drop the call and its result.",
    certainty="reported-often",
    stage=SCHEMA,
    source="continue#11645, #9784",
    cured_by=("incomplete-tool-call",),
)
NAME_LENGTH = Refusal(
    id="chat-function-name-pattern",
    error="Invalid '{at}': string too long. Expected a string with maximum length 64, but got a string with length {n} instead.",
    fix="Shorten the name in tools and history alike.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 docstring (64); the text in the form of chat-tool-call-id-length",
    cured_by=("impossible-tool-name",),
)
ARGUMENTS_TYPE = Refusal(
    id="chat-arguments-string",
    error="Invalid type for '{at}': expected a string, but got {got} instead.",
    fix="Send the arguments as JSON text.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text is unsourced",
    cured_by=("broken-arguments", "borrowed-shape", "unencoded-arguments"),
)

# ---------------------------------------------------------------------------------------------- tool calls and their results
NO_CALLS = Refusal(
    id="chat-tool-calls-empty",
    error="Invalid '{at}': empty array. Expected an array with minimum length 1, but got an empty array instead.  (code empty_array)",
    fix="Leave tool_calls out.",
    certainty="reported-often",
    stage=SCHEMA,
    source="openai-node#1341 (2025-02); home-assistant#118577; chatbox#2079",
    cured_by=("refused-field",),
)
ID_EMPTY = Refusal(
    id="chat-tool-call-id-empty",
    error="Invalid '{at}': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    fix="Give call and result one id.",
    certainty="inferred",
    stage=SCHEMA,
    source="the form of chat-function-name-pattern; kilocode#3967 (MiniMax refuses it)",
    cured_by=("tool-call-id",),
)
ID_LENGTH = Refusal(
    id="chat-tool-call-id-length",
    error="Invalid '{at}': string too long. Expected a string with maximum length 40, but got a string with length {n} instead."
    "  (code string_above_max_length)",
    fix="Shorten the id on call and result alike, so that different ids stay different.",
    certainty="reported-often",
    stage=SCHEMA,
    source="agno#5382; vercel/ai#5171; openclaw#875; camel#2215",
    cured_by=("tool-call-id",),
    disputed="51 characters were taken live in 2026-07 (vercel/ai#17233), and 64 stand on routes behind Responses.",
)
DUPLICATE_CALL_ID = Refusal(
    id="chat-duplicate-tool-call-id",
    error="duplicate tool_call_id",
    fix="Rename the later call and its result together.",
    certainty="reported",
    stage=STRUCTURE,
    source="openclaw#47136, #40897 (2026-03: two calls of one message)",
    cured_by=("tool-call-id", "doubled-tool-call"),
)
DUPLICATE_RESULT = Refusal(
    id="chat-duplicate-tool-message",
    error="Invalid parameter: Duplicate value for 'tool_call_id' of '{id}', in messages[{first}] and messages[{i}].  (param messages.[{i}].tool_call_id)",
    fix="Keep one result, the real one.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="agno#5116; opencode#1211 (2025-07); neuron-ai#46 (2025-04); search2ai#30 (2024-06, Azure)",
    cured_by=("duplicate-tool-result", "superseded-tool-result"),
    disputed="The list of contracts knows it of DeepSeek, Mistral and servers in front of Anthropic only.",
)
ORPHAN = Refusal(
    id="chat-orphan-tool",
    error="Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.  (param messages.[{i}].role)",
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="simonw/llm#937; morphic#136; open-chat-studio#1659; promptflow#3130",
    cured_by=("orphan-tool-result", "displaced-tool-result"),
)
UNKNOWN_CALL = Refusal(
    id="chat-orphan-tool",
    error="Invalid parameter: 'tool_call_id' of '{id}' not found in 'tool_calls' of previous message.  (param messages.[{i}].tool_call_id)",
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="quoted in several public projects (Cline's converter among them), 2025 to 2026",
    cured_by=("orphan-tool-result", "displaced-tool-result"),
)
UNANSWERED = Refusal(
    id="chat-tool-calls-without-tool",
    error="An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: {ids}",
    fix="Move the real result directly after its call, else say in a made-up result that the outcome is unknown, or drop the call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="agno#3105; promptflow#3130; kimi-cli#1977; qwen-code#606",
    cured_by=("missing-tool-result", "displaced-tool-result"),
)
