"""What OpenAI's Responses API and the Codex backend refuse, as data. `{at}` is the place in OpenAI's spelling: `input[1].call_id`.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import BODY, SCHEMA, SIGNATURE, STRUCTURE, Refusal, Stage
from replayable.report import Certainty


def _refusal(id: str, error: str, fix: str, certainty: Certainty, stage: Stage, source: str) -> Refusal:  # noqa: PLR0917 - one line an entry
    return Refusal(id=id, error=error, fix=fix, certainty=certainty, stage=stage, source=source)


# ---------------------------------------------------------------------------------------------- fields and types
BAD_JSON = _refusal(
    "responses-bad-json-body",
    "We could not parse the JSON body of your request.",
    "Put U+FFFD in place of each lone surrogate.",
    "inferred",
    BODY,
    "unsourced",
)
MESSAGES = _refusal(
    "responses-messages-param",
    "Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'.",
    "Convert the messages to items and send them as `input`.",
    "reported",
    SCHEMA,
    "chatwise#1023; cline#5419 (Azure)",
)
MISSING_FIELD = _refusal(
    "responses-missing-required",
    "Missing required parameter: '{at}'.",
    "Give the field, or drop the malformed item.",
    "documented",
    SCHEMA,
    "SDK openai 3.57.0 types; the text in the form of chat-missing-required",
)
WRONG_TYPE = _refusal(
    "responses-field-type",
    "Invalid type for '{at}': expected {expected}, but got {got} instead.",
    "Give the field the type that the API documents.",
    "documented",
    SCHEMA,
    "SDK openai 3.57.0 types; the text in the form of chat-field-type",
)
UNKNOWN_ITEM = _refusal(
    "responses-unknown-item-type",
    "Invalid value: '{type}'. Supported values are the types of items that the API documents.",
    "Drop the item, or send it as a type that the API knows.",
    "documented",
    SCHEMA,
    "SDK openai 3.57.0 types; the text is unsourced",
)
BAD_ROLE = _refusal(
    "responses-bad-role",
    "Invalid value: '{role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    "Send the message under one of the roles that the API knows, results as function_call_output.",
    "documented",
    SCHEMA,
    "SDK openai 3.57.0 types; the text is unsourced",
)
ASSISTANT_CONTENT = _refusal(
    "responses-assistant-content-type",
    "Invalid value: '{type}'. Supported values are: 'output_text' and 'refusal'.",
    "Rename the part by the role of its message.",
    "reported",
    SCHEMA,
    "rust-genai#119; litellm#17507",
)
USER_CONTENT = _refusal(
    "responses-user-content-type",
    "Invalid value: '{type}'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    "Rename the part by the role of its message.",
    "documented",
    SCHEMA,
    "SDK openai 3.57.0 types; the text in the form of responses-assistant-content-type",
)
UNKNOWN_PART = _refusal(
    "responses-unknown-content-type",
    "Invalid value: '{type}'. Supported values are the types of content that the API documents.",
    "Drop the part, or send it as a type that the API knows.",
    "documented",
    SCHEMA,
    "SDK openai 3.57.0 types; the text in the form of responses-assistant-content-type",
)
SUMMARY = _refusal(
    "responses-reasoning-required-fields",
    "Missing required parameter: '{at}'.",
    "Give the reasoning item `summary: []`, or drop it.",
    "documented",
    SCHEMA,
    "openai SDK 3.57.0 types; the text is unsourced",
)
NAME = _refusal(
    "responses-name-pattern",
    "Invalid '{at}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    "Rename the tool wherever it is declared and called.",
    "reported",
    SCHEMA,
    "the pattern of chat-function-name-pattern, which the API shares (mcp-use#90)",
)
ARGUMENTS_LENGTH = _refusal(
    "responses-arguments-length",
    "Invalid '{at}': string too long. Expected a string with maximum length 1048576, but got a string with length {n} instead.",
    "Cut the longest texts of the arguments.",
    "reported-often",
    SCHEMA,
    "openai/codex#42450, #13270; inspect_ai#4682",
)
ID_LENGTH = _refusal(
    "responses-id-length-64",
    "Invalid '{at}': string too long. Expected a string with maximum length 64, but got a string with length {n} instead.",
    "Shorten the id by a hash, on the call and its output alike.",
    "reported-often",
    SCHEMA,
    "fastllm#45; 9router#393; nanobot#1623; ungate#26",
)
ID_CHARACTERS = _refusal(
    "responses-item-id-charset",
    "Invalid '{at}': '{id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
    "Leave the id out, or drop the item.",
    "reported",
    SCHEMA,
    "opencode#25065; langchainjs#11044",
)
ID_PREFIX = _refusal(
    "responses-item-id-prefix",
    "Invalid '{at}': '{id}'. Expected an ID that begins with '{prefix}'.",
    "Leave the id out; drop a reasoning item.",
    "reported-often",
    SCHEMA,
    "nodetool#4252; continue#11494; codex#33176; mastra#10815; free-claude-code#1826 (ctc)",
)

# ---------------------------------------------------------------------------------------------- what belongs together
UNANSWERED = _refusal(
    "responses-call-without-output",
    "No tool output found for function call {id}.  (param input)",
    "Add the output, or make one up that says `aborted`.",
    "reported-often",
    STRUCTURE,
    "trae-agent#245, #358; GhidrAssist#78; azure-sdk-for-python#46092",
)
ORPHAN = _refusal(
    "responses-output-without-call",
    "No tool call found for function call output with call_id {id}.  (param input)",
    "Drop the output, or restore its call before it.",
    "reported-often",
    STRUCTURE,
    "continue#10092; oh-my-pi#106; vscode#320060; cursor-byok#307",
)
TWICE = _refusal(
    "responses-duplicate-call-id",
    "Duplicate tool call or output with call_id {id}.  (param input)",
    "Give each call an id of its own, and one output.",
    "inferred",
    STRUCTURE,
    "unsourced; an output that could belong to two calls belongs to neither",
)
ORPHAN_REASONING = _refusal(
    "responses-reasoning-without-following",
    "Item '{id}' of type 'reasoning' was provided without its required following item.  (param input)",
    "Drop the reasoning item, or restore the item after it.",
    "reported-often",
    STRUCTURE,
    "vercel/ai#7099, #8379; openai-node#1567; continue#8933",
)
UNREASONED = _refusal(
    "responses-item-without-reasoning",
    "Item '{id}' of type 'function_call' was provided without its required 'reasoning' item.",
    "Leave the id of the item out, or restore its reasoning.",
    "reported",
    STRUCTURE,
    "rig#751; qbit#180; the exact text is unsourced",
)
NOT_STORED = _refusal(
    "responses-item-not-found-store-false",
    "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from "
    "your input.",
    "Drop references, and reasoning without encrypted content.",
    "reported-often",
    STRUCTURE,
    "vercel/ai#7543; opencode#7724, #8987; oh-my-pi#41; continue#9101",
)
DUPLICATE_ITEM = _refusal(
    "responses-duplicate-item-id",
    "Duplicate item found with id {id}. Remove duplicate items from your input and try again.  (param input)",
    "Drop the repeat, or leave its id out.",
    "reported-often",
    STRUCTURE,
    "vercel/ai#7883; earendil-works/pi#5147; vscode#321977",
)
STATE = _refusal(
    "responses-state-beside-history",
    "The server adds what it keeps under '{at}' to the input, which holds the history already.",
    "Send either the field or the whole history.",
    "documented",
    SIGNATURE,
    "platform.openai.com/docs/guides/conversation-state",
)

# ---------------------------------------------------------------------------------------------- the Codex backend
CODEX_STORE = _refusal(
    "codex-store-false", '{"detail":"Store must be set to false"}', "Set `store` to false.", "reported-often", SCHEMA, "openai/codex#26173; openclaw#138395"
)
CODEX_INSTRUCTIONS = _refusal(
    "codex-instructions-required",
    '{"detail":"Instructions are required"}',
    "Put the system's text in `instructions`.",
    "reported-often",
    SCHEMA,
    "OmniRoute#1711; pwnkit#330; codex#3202",
)
CODEX_SYSTEM = _refusal(
    "codex-no-system-items",
    '{"detail":"System messages are not allowed"}',
    "Send the text in `instructions`, or as a developer's.",
    "reported",
    SCHEMA,
    "LangAlpha#100; AIClient2API#632; litellm#21420",
)
CODEX_STREAM = _refusal(
    "codex-stream-and-params", '{"detail":"Stream must be set to true"}', "Set `stream` to true.", "reported", SCHEMA, "AIClient2API#520; the text is unsourced"
)
CODEX_FIELD = _refusal(
    "codex-stream-and-params", '{"detail":"Unsupported parameter: {field}"}', "Drop the field.", "reported", SCHEMA, "AIClient2API#520; the text is unsourced"
)
