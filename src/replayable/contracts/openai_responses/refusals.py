"""What OpenAI's Responses API and the Codex backend refuse, as data. `{at}` is the place in OpenAI's spelling: `input[1].call_id`.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import BODY, SCHEMA, SIGNATURE, STRUCTURE, Refusal

# ---------------------------------------------------------------------------------------------- fields and types
BAD_JSON = Refusal(
    id="responses-bad-json-body",
    error="We could not parse the JSON body of your request.",
    fix="Put U+FFFD in place of each lone surrogate.",
    certainty="inferred",
    stage=BODY,
    source="unsourced",
    cured_by=("lone-surrogate",),
)
MESSAGES = Refusal(
    id="responses-messages-param",
    error="Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'.",
    fix="Convert the messages to items and send them as `input`.",
    certainty="reported",
    stage=SCHEMA,
    source="chatwise#1023; cline#5419 (Azure)",
)
MISSING_FIELD = Refusal(
    id="responses-missing-required",
    error="Missing required parameter: '{at}'.",
    fix="Give the field, or drop the malformed item.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text in the form of chat-missing-required",
    cured_by=("incomplete-tool-call", "unsupported-part", "blank-text"),
)
WRONG_TYPE = Refusal(
    id="responses-field-type",
    error="Invalid type for '{at}': expected {expected}, but got {got} instead.",
    fix="Give the field the type that the API documents.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text in the form of chat-field-type",
    cured_by=("unencoded-arguments", "unsupported-part"),
)
UNKNOWN_ITEM = Refusal(
    id="responses-unknown-item-type",
    error="Invalid value: '{type}'. Supported values are the types of items that the API documents.",
    fix="Drop the item, or send it as a type that the API knows.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text is unsourced",
)
BAD_ROLE = Refusal(
    id="responses-bad-role",
    error="Invalid value: '{role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    fix="Send the message under one of the roles that the API knows, results as function_call_output.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text is unsourced",
    cured_by=("unknown-role",),
)
ASSISTANT_CONTENT = Refusal(
    id="responses-assistant-content-type",
    error="Invalid value: '{type}'. Supported values are: 'output_text' and 'refusal'.  (param {at})",
    fix="Rename the part by the role of its message.",
    certainty="reported",
    stage=SCHEMA,
    source="rust-genai#119; litellm#17507",
    cured_by=("misnamed-part",),
)
USER_CONTENT = Refusal(
    id="responses-user-content-type",
    error="Invalid value: '{type}'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    fix="Rename the part by the role of its message.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text in the form of responses-assistant-content-type",
    cured_by=("misnamed-part",),
)
UNKNOWN_PART = Refusal(
    id="responses-unknown-content-type",
    error="Invalid value: '{type}'. Supported values are the types of content that the API documents.",
    fix="Drop the part, or send it as a type that the API knows.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text in the form of responses-assistant-content-type",
    cured_by=("unsupported-part", "unreadable-image"),
)
SUMMARY = Refusal(
    id="responses-reasoning-required-fields",
    error="Missing required parameter: '{at}'.",
    fix="Give the reasoning item `summary: []`, or drop it.",
    certainty="documented",
    stage=SCHEMA,
    source="openai SDK 3.57.0 types; the text is unsourced",
    cured_by=("unsummarised-reasoning", "orphan-reasoning"),
)
NAME = Refusal(
    id="responses-name-pattern",
    error="Invalid '{at}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    fix="Rename the tool wherever it is declared and called.",
    certainty="reported",
    stage=SCHEMA,
    source="the pattern of chat-function-name-pattern, which the API shares (mcp-use#90)",
    cured_by=("impossible-tool-name",),
)
ARGUMENTS_LENGTH = Refusal(
    id="responses-arguments-length",
    error="Invalid '{at}': string too long. Expected a string with maximum length 1048576, but got a string with length {n} instead.",
    fix="Cut the longest texts of the arguments.",
    certainty="reported-often",
    stage=SCHEMA,
    source="openai/codex#42450, #13270; inspect_ai#4682",
    cured_by=("overlong-arguments",),
)
ID_LENGTH = Refusal(
    id="responses-id-length-64",
    error="Invalid '{at}': string too long. Expected a string with maximum length 64, but got a string with length {n} instead."
    "  (code string_above_max_length)",
    fix="Shorten the id by a hash, on the call and its output alike.",
    certainty="reported-often",
    stage=SCHEMA,
    source="fastllm#45; 9router#393; nanobot#1623; ungate#26",
    cured_by=("misshapen-call-id", "refused-item-id"),
)
ID_CHARACTERS = Refusal(
    id="responses-item-id-charset",
    error="Invalid '{at}': '{id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
    fix="Leave the id out, or drop the item.",
    certainty="reported",
    stage=SCHEMA,
    source="opencode#25065; langchainjs#11044",
    cured_by=("refused-item-id", "unreplayable-reasoning"),
    variants=("Invalid '{at}': ''. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",),
)
ID_PREFIX = Refusal(
    id="responses-item-id-prefix",
    error="Invalid '{at}': '{id}'. Expected an ID that begins with '{prefix}'.  (code invalid_value)",
    fix="Leave the id out; drop a reasoning item.",
    certainty="reported-often",
    stage=SCHEMA,
    source="nodetool#4252; continue#11494; codex#33176; mastra#10815; free-claude-code#1826 (ctc)",
    cured_by=("refused-item-id",),
    variants=("[ApiIdParam] [{at}] [invalid_id_prefix]",),
)

# ---------------------------------------------------------------------------------------------- what belongs together
UNANSWERED = Refusal(
    id="responses-call-without-output",
    error="No tool output found for function call {id}.  (param input)",
    fix="Add the output, or make one up that says `aborted`.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="trae-agent#245, #358; GhidrAssist#78; azure-sdk-for-python#46092",
    cured_by=("missing-tool-result",),
)
ORPHAN = Refusal(
    id="responses-output-without-call",
    error="No tool call found for function call output with call_id {id}.  (param input)",
    fix="Drop the output, or restore its call before it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="continue#10092; oh-my-pi#106; vscode#320060; cursor-byok#307",
    cured_by=("orphan-tool-result",),
)
TWICE = Refusal(
    id="responses-duplicate-call-id",
    error="Duplicate tool call or output with call_id {id}.  (param input)",
    fix="Give each call an id of its own, and one output.",
    certainty="inferred",
    stage=STRUCTURE,
    source="unsourced; an output that could belong to two calls belongs to neither",
    cured_by=("misshapen-call-id", "duplicate-tool-result", "doubled-tool-call"),
)
ORPHAN_REASONING = Refusal(
    id="responses-reasoning-without-following",
    error="Item '{id}' of type 'reasoning' was provided without its required following item.  (param input)",
    fix="Drop the reasoning item, or restore the item after it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="vercel/ai#7099, #8379; openai-node#1567; continue#8933",
    cured_by=("orphan-reasoning",),
)
UNREASONED = Refusal(
    id="responses-item-without-reasoning",
    error="Item '{id}' of type 'function_call' was provided without its required 'reasoning' item.",
    fix="Leave the id of the item out, or restore its reasoning.",
    certainty="reported",
    stage=STRUCTURE,
    source="rig#751; qbit#180; the exact text is unsourced",
    cured_by=("unpaired-item-id",),
    models="models that reason",
    visible="partly",
    variants=("Item '{id}' of type 'function_call' was provided without its required 'reasoning' item: '{reasoning}'.",),
)
NOT_STORED = Refusal(
    id="responses-item-not-found-store-false",
    error="Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from "
    "your input.",
    fix="Drop references, and reasoning without encrypted content.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="vercel/ai#7543; opencode#7724, #8987; oh-my-pi#41; continue#9101",
    cured_by=("unstored-item", "unreplayable-reasoning"),
)
DUPLICATE_ITEM = Refusal(
    id="responses-duplicate-item-id",
    error="Duplicate item found with id {id}. Remove duplicate items from your input and try again.  (param input)",
    fix="Drop the repeat, or leave its id out.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="vercel/ai#7883; earendil-works/pi#5147; vscode#321977",
    cured_by=("refused-item-id",),
)
STATE = Refusal(
    id="responses-state-beside-history",
    error="The server adds what it keeps under '{at}' to the input, which holds the history already.",
    fix="Send either the field or the whole history.",
    certainty="documented",
    stage=SIGNATURE,
    source="platform.openai.com/docs/guides/conversation-state",
)
NOT_FOUND = Refusal(
    id="responses-previous-response-not-found",
    error="Previous response with id '{id}' not found.  (code previous_response_not_found)",
    fix="Drop the field and send the whole history.",
    certainty="reported",
    stage=SIGNATURE,
    source="Bamboo-agent#64, #513; only the server knows what it keeps, and the text is unsourced",
    visible="partly",
)
ENCRYPTED = Refusal(
    id="responses-encrypted-content-invalid",
    error="The encrypted content {content} could not be verified.",
    fix="Drop reasoning that another account, key, model or endpoint made, and the ids of the items that it led to.",
    certainty="reported-often",
    stage=SIGNATURE,
    source="openai/codex#8145, #8119 to #8138 (2025-12); sub2api#2863; vscode-unify#178",
    variants=("The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.",),
    visible="no",
    cured_by=("foreign-item",),
)
