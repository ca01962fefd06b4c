"""What Gemini's generateContent refuses, as data. `{i}` and `{j}` are the indexes of content and part.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import BODY, SCHEMA, SIGNATURE, STRUCTURE, Refusal

BAD_JSON = Refusal(
    id="gemini-bad-json-body",
    error="Invalid JSON payload received. Invalid UTF-16 surrogate pair.",
    fix="Put U+FFFD in place of each lone surrogate.",
    certainty="inferred",
    stage=BODY,
    source="unsourced; protobuf's JSON takes no lone surrogate",
    cured_by=("lone-surrogate",),
)
NO_CONTENTS = Refusal(
    id="gemini-empty-contents",
    error="* GenerateContentRequest.contents: contents is not specified",
    fix="Add a user content.",
    certainty="inferred",
    stage=SCHEMA,
    source="unsourced",
)
WRONG_TYPE = Refusal(
    id="gemini-field-type",
    error="Invalid value at '{at}' ({expected}).",
    fix="Give the field the type that the API documents.",
    certainty="documented",
    stage=SCHEMA,
    source="google-genai 3.6.1 types; the text in the form of gemini-args-struct",
    cured_by=("unsupported-part",),
)
UNKNOWN_FIELD = Refusal(
    id="gemini-unknown-field",
    error="Invalid JSON payload received. Unknown name \"{name}\" at '{at}': Cannot find field.",
    fix="Remove the field.",
    certainty="reported",
    stage=SCHEMA,
    source="Chevey339/kelivo#543; can1357/oh-my-pi, notes of 2026-01; of schemas ahmadrosid/nakama#292, decolua/9router#3018 (2026-08)",
    cured_by=("refused-field",),
)
VERTEX_ID = Refusal(
    id="vertex-function-id",
    error="Invalid JSON payload received. Unknown name \"id\" at '{at}': Cannot find field.",
    fix="Remove the id.",
    certainty="reported",
    stage=SCHEMA,
    source="can1357/oh-my-pi, notes of 2026-01; text by analogy",
    cured_by=("unwanted-call-id",),
)
BAD_ROLE = Refusal(
    id="gemini-role-values",
    error="Please use a valid role: user, model.",
    fix="Send the content as user or model.",
    certainty="reported",
    stage=SCHEMA,
    source="one-api#1385; openagent#1666",
    cured_by=("unknown-role", "refused-shape"),
)
TOOL_ROLE = Refusal(
    id="gemini-role-tool",
    error="Role '{role}' is not supported",
    fix="Send the responses as user.",
    certainty="live-tested",
    stage=SCHEMA,
    source="genkit#5780 (2026-07, live)",
    models="Gemini 3.6 and later; older ones take tool and function",
    cured_by=("refused-shape",),
)
NO_PARTS = Refusal(
    id="gemini-parts-empty",
    error="* GenerateContentRequest.contents[{i}].parts: contents.parts must not be empty.",
    fix="Drop the content.",
    certainty="reported-often",
    stage=SCHEMA,
    source="vercel/ai#3775; dify#30566; pydantic-ai#3504",
    cured_by=(
        "empty-turn",
        "absent-content",
    ),
)
VERTEX_NO_PARTS = Refusal(
    id="gemini-parts-empty",
    error="Unable to submit request because it must include at least one parts field, which describes the prompt input.",
    fix="Drop the content.",
    certainty="reported-often",
    stage=SCHEMA,
    source="vercel/ai#3775; dify#30566; pydantic-ai#3504",
    providers=("google-vertex",),
    cured_by=("empty-turn", "absent-content"),
)
EMPTY_PART = Refusal(
    id="gemini-part-empty",
    error="* GenerateContentRequest.contents[{i}].parts[{j}].data: required oneof field 'data' must have one initialized field",
    fix="Drop the part.",
    certainty="reported-often",
    stage=SCHEMA,
    source="CLIProxyAPI#1292; sketch#68",
    cured_by=(
        "blank-text",
        "refused-shape",
        "unsupported-part",
    ),
)
EMPTY_INSTRUCTION = Refusal(
    id="gemini-part-empty",
    error="* GenerateContentRequest.system_instruction.parts[{j}].data: required oneof field 'data' must have one initialized field",
    fix="Drop the part.",
    certainty="reported-often",
    stage=SCHEMA,
    source="one-api#2243 (system_instruction)",
    cured_by=("blank-text", "refused-shape", "unsupported-part"),
)
VERTEX_EMPTY_TEXT = Refusal(
    id="gemini-part-empty",
    error="Unable to submit request because it has an empty text parameter.",
    fix="Drop the part.",
    certainty="reported-often",
    stage=SCHEMA,
    source="one-api#2243; gemini-openai-proxy#86; FLIT#70",
    providers=("google-vertex",),
    cured_by=("blank-text", "refused-shape", "unsupported-part"),
)
RESPONSE_TYPE = Refusal(
    id="gemini-response-struct",
    error="Invalid value at 'contents[{i}].parts[{j}].function_response.response' (type.googleapis.com/google.protobuf.Struct), {value}",
    fix='Send an object: {"output": …} or {"error": …}.',
    certainty="reported-often",
    stage=SCHEMA,
    source="symfony/ai#2040; AstrBot#7216; google-genai 3.6.1 refuses it too",
    cured_by=("refused-shape",),
)
RESPONSE_LIST = Refusal(
    id="gemini-response-struct",
    error="Invalid JSON payload received. Unknown name \"response\" at 'contents[{i}].parts[{j}].function_response': "
    "Proto field is not repeating, cannot start list.",
    fix='Send an object: {"output": …} or {"error": …}.',
    certainty="reported-often",
    stage=SCHEMA,
    source="symfony/ai#2040; AstrBot#7216; google-genai 3.6.1 refuses it too",
    cured_by=("refused-shape",),
)
ARGUMENTS_TYPE = Refusal(
    id="gemini-args-struct",
    error="Invalid value at 'contents[{i}].parts[{j}].function_call.args' (type.googleapis.com/google.protobuf.Struct), {value}",
    fix="Send an object.",
    certainty="documented",
    stage=SCHEMA,
    source="google-genai 3.6.1 refuses it; text by analogy",
    cured_by=("broken-arguments",),
)
NO_NAME = Refusal(
    id="gemini-function-name-empty",
    error="* GenerateContentRequest.contents[{i}].parts[{j}].{field}.name: Name cannot be empty.",
    fix="Give the name of the called function.",
    certainty="reported",
    stage=SCHEMA,
    source="langflow#9437",
    cured_by=("misnamed-tool-result",),
)
BAD_NAME = Refusal(
    id="gemini-function-name-pattern",
    error="* GenerateContentRequest.{at}.name: Invalid function name. Must start with a letter or an underscore. Must be "
    "alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.",
    fix="Rename the function, in call and response alike.",
    certainty="reported-often",
    stage=SCHEMA,
    source="gemini-cli#2966, #7869; ccs#25; AstrBot#5416",
    disputed="The SDK's docstring of 2026-11 says 128 characters.",
    cured_by=("impossible-tool-name", "impossible-declared-name"),
)
COUNT = Refusal(
    id="gemini-function-count",
    error="Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    fix="Give each call exactly one response in the next content.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="gemini-cli#5443, #3814, #16984; vscode#299295",
    cured_by=(
        "missing-tool-result",
        "duplicate-tool-result",
    ),
)
CALL_PLACE = Refusal(
    id="gemini-call-after-user",
    error="Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    fix="Merge contents of one role, and begin with a user content.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="gemini-cli#11814, #26486, #26956; lobehub#10049",
    cured_by=(
        "assistant-first-history",
        "consecutive-assistant-turns",
    ),
)
RESPONSE_PLACE = Refusal(
    id="gemini-response-after-call",
    error="Please ensure that function response turn comes immediately after a function call turn.",
    fix="Move the response behind its call, or drop it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="langchain#27799; generative-ai#368; lobehub#7298",
    cured_by=(
        "orphan-tool-result",
        "displaced-tool-result",
    ),
)
ALTERNATE = Refusal(
    id="gemini-alternate",
    error="Please ensure that multiturn requests alternate between user and model.",
    fix="Merge contents of one role.",
    certainty="reported",
    stage=STRUCTURE,
    source="hermes-agent#55623 (2026-06)",
    models="some; many take user contents in a row",
    disputed="Many clients send user contents in a row.",
    cured_by=(
        "consecutive-user-turns",
        "consecutive-assistant-turns",
    ),
)
FINAL_ROLE = Refusal(
    id="gemini-end-with-user",
    error="Please ensure that multiturn requests ends with a user role or a function response.",
    fix="Append a user content.",
    certainty="reported",
    stage=STRUCTURE,
    source="one-api#836 (2023); crewAI#6973, #7134; semantic-kernel#13288 (2026)",
    cured_by=("trailing-assistant",),
)
BAD_SIGNATURE = Refusal(
    id="gemini-thought-signature-base64",
    error="Invalid value at 'contents[{i}].parts[{j}].thought_signature' (TYPE_BYTES), Base64 decoding failed for \"{value}\"",
    fix="Drop the signature.",
    certainty="reported-often",
    stage=SCHEMA,
    source="ruby_llm#521; gemini-cli#8011; snow-cli#84; openclaw#82995",
    cured_by=("corrupt-thought-signature",),
)
NO_SIGNATURE = Refusal(
    id="gemini-thought-signature-missing",
    error="Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may "
    "lead to degraded model performance. Additional data, function call `default_api:{name}` , position {position}. Please refer to "
    "https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
    fix='Send the signature back, or "skip_thought_signature_validator" in its place.',
    certainty="reported-often",
    stage=SIGNATURE,
    source="ai.google.dev thought-signatures; rust-genai#115; ai-gateway#2366; trpc-agent-go#1894",
    models="Gemini 3 and later, but for its image models",
    cured_by=("missing-thought-signature",),
)
CORRUPTED = Refusal(
    id="gemini-thought-signature-corrupted",
    error="Corrupted thought signature.",
    fix='Leave signatures of other models and keys out; put "skip_thought_signature_validator" where one is demanded.',
    certainty="reported-often",
    stage=SIGNATURE,
    source="gemini-cli#13467; crush#1698; pi#471; 9router#301; Roo-Code#10554",
    variants=("Unable to submit request because Thought signature is not valid.",),
    cured_by=("foreign-thought-signature",),
    visible="no",
)
MIME_TYPE = Refusal(
    id="gemini-image",
    error="Unsupported MIME type: {v}",
    fix="Send the image as PNG, JPEG or WebP.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="pi#120; archipelago#205; the text is quoted by public projects for other types, 2026",
    cured_by=("unreadable-image", "wrong-media-type", "unsupported-part"),
    visible="partly",
)
UNREADABLE_IMAGE = Refusal(
    id="gemini-image",
    error="Unable to process input image.",
    fix="Leave the image out, or make it smaller than 8000 pixels a side.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="pi#120 (8000 pixels measured on gemini-2.5-flash, 2025-12); the text is unsourced",
    cured_by=("unreadable-image", "oversized-image"),
    visible="partly",
)
