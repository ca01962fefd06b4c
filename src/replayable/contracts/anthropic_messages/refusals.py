"""What Anthropic's Messages API refuses, as data. `{at}` is the place in its own spelling: `messages.3.content.0`.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import BODY, SCHEMA, SIZE, STRUCTURE, Refusal

# ---------------------------------------------------------------------------------------------- the request as a whole
INVALID_UNICODE = Refusal(
    id="anthropic-invalid-unicode",
    error="The request body is not valid JSON: no low surrogate in string: line 1 column {column} (char {char})",
    fix="Put U+FFFD in place of each lone surrogate, in tool inputs and keys too.",
    certainty="reported-often",
    stage=BODY,
    source="anthropics/claude-code#60394, #8272, #6990; opencode#13985",
    cured_by=("lone-surrogate",),
)
TOO_LARGE = Refusal(
    id="anthropic-request-too-large",
    error="request_too_large: Request exceeds the maximum allowed number of bytes.",
    fix="Send fewer or smaller images and documents.",
    certainty="documented",
    stage=SIZE,
    source="platform.claude.com/docs/en/api/errors: 32 MB",
)
FIELD_REQUIRED = Refusal(
    id="anthropic-field-required",
    error="{at}: Field required",
    fix="Give the field, or drop the block that lacks it.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0 *_param types; `messages.2.content.0.tool_result.tool_use_id: Field required` in public code, 2026",
    cured_by=("tool-call-id", "empty-turn", "incomplete-tool-call"),
)
FIELD_TYPE = Refusal(
    id="anthropic-field-type",
    error="{at}: Input should be a valid {type}",
    fix="Give the field the type that the API documents.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0 *_param types; the text in pydantic's form",
    cured_by=("empty-turn",),
)
EMPTY_MESSAGES = Refusal(
    id="anthropic-empty-messages",
    error="messages: at least one message is required",
    fix="Add a user message.",
    certainty="documented",
    stage=STRUCTURE,
    source="SDK docstring; the text is unsourced",
)
TOO_MANY_MESSAGES = Refusal(
    id="anthropic-too-many-messages",
    error="messages: List should have at most {most} items after validation, not {n}",
    fix="Compact the history.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0, docstring of messages; the text in pydantic's form",
)

# ---------------------------------------------------------------------------------------------- messages and their order
UNKNOWN_MESSAGE_FIELD = Refusal(
    id="anthropic-unknown-message-field",
    error="{at}: Extra inputs are not permitted",
    fix="Send only role and content with a message.",
    certainty="reported",
    stage=SCHEMA,
    source="RooCodeInc/Roo-Code#11429 (2026-02: `messages.1.reasoning_details: Extra inputs are not permitted`)",
    cured_by=("refused-field",),
)
BAD_ROLE = Refusal(
    id="anthropic-bad-role",
    error="{at}: Input should be 'user' or 'assistant'",
    fix="Send tool messages as tool_result blocks of a user message, and other roles as user or assistant.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK types (anthropic 2.14.0); the text in pydantic's form",
    cured_by=("unknown-role",),
)
SYSTEM_ROLE = Refusal(
    id="anthropic-system-role-unsupported",
    error="role 'system' is not supported on this model",
    fix="Put leading instructions into the top-level system field, and later ones into user text.",
    certainty="reported",
    stage=STRUCTURE,
    source="docs.rs gproxy-transform claude_mid_conv_system; SDK anthropic 2.14 SystemMessageParam",
    models="older than Claude Opus 4.8",
    cured_by=(
        "listed-system-message",
        "late-system-message",
    ),
)
SYSTEM_BEFORE = Refusal(
    id="anthropic-system-role-placement",
    error="{at}: role 'system' must precede an 'assistant' message or end the array",
    fix="Move the system message to the end of the user turn before the next assistant turn.",
    certainty="reported",
    stage=STRUCTURE,
    source="anthropics/claude-code#73821 (2026-07); bifrost#3945; langchain4j#5604; langchain#40622",
    models="Claude Opus 4.8 and newer",
    cured_by=("late-system-message",),
)
SYSTEM_AFTER = Refusal(
    id="anthropic-system-role-placement",
    error="{at}: role 'system' must follow a 'user' message",
    fix="Move the system message to the end of a user turn, one system message at most.",
    certainty="inferred",
    stage=STRUCTURE,
    source="platform.claude.com mid-conversation-system-messages; the text for this place was not seen",
    models="Claude Opus 4.8 and newer",
    cured_by=("late-system-message",),
)
FIRST_MESSAGE = Refusal(
    id="anthropic-first-message-user",
    error='messages: first message must use the "user" role',
    fix="Begin the history with a short user message.",
    certainty="inferred",
    stage=STRUCTURE,
    source="unsourced; perhaps relaxed. That turns of one role may follow each other is documented (SDK docstring)",
    cured_by=("assistant-first-history",),
    disputed="The SDK says nothing of it, and combines messages of one role: perhaps relaxed.",
)
ALTERNATE = Refusal(
    id="anthropic-alternate",
    error='messages: roles must alternate between "user" and "assistant", but found multiple "{role}" roles in a row',
    fix="Make neighbours of one role one message.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="many public reports of 2023 and 2024; servers that copied the API then may still say it",
    models="none of today's: messages of one role are put together (SDK docstring)",
    cured_by=("consecutive-user-turns", "consecutive-assistant-turns"),
    visible="partly",
)
PREFILL = Refusal(
    id="anthropic-prefill-unsupported",
    error="This model does not support assistant message prefill. The conversation must end with a user message.",
    fix="End the history with a user turn, or drop the trailing assistant turn.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="ericc-ch/copilot-api#261; opencode-dynamic-context-pruning#463, #520; SDK anthropic 2.14 docstring",
    models="Claude 4.6 and newer",
    cured_by=("trailing-assistant",),
)
TRAILING_WHITESPACE = Refusal(
    id="anthropic-final-assistant-trailing-whitespace",
    error="messages: final assistant content cannot end with trailing whitespace",
    fix="Strip the end of the last text; drop the message if nothing is left.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="crewAI#4538, #4430; forgecode#1872; langchain#35071; langchain-google#1514 (Vertex too)",
    models="those that take a prefill",
    cured_by=("trailing-assistant",),
)

# ---------------------------------------------------------------------------------------------- content
EMPTY_CONTENT = Refusal(
    id="anthropic-empty-message-content",
    error="{at}: all messages must have non-empty content except for the optional final assistant message",
    fix="Drop the message, or give it a visible placeholder.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="anthropics/claude-code#4416, #2196, #6774; writingmate/chatlabs#35",
    variants=("messages: all messages must have non-empty content except for the optional final assistant message",),
    cured_by=(
        "empty-turn",
        "absent-content",
    ),
)
EMPTY_TEXT = Refusal(
    id="anthropic-empty-text-block",
    error="messages: text content blocks must be non-empty",
    fix="Drop the block; a message that becomes empty by it gets a visible placeholder or goes too.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="LibreChat-AI/agents#124; anthropics/claude-code#59812",
    cured_by=("blank-text",),
)
BLANK_MESSAGE = Refusal(
    id="anthropic-whitespace-only-message",
    error="messages: text content blocks must contain non-whitespace text",
    fix="Drop text of white space only; a single blank is no placeholder.",
    certainty="live-tested",
    stage=STRUCTURE,
    source='LibreChat-AI/agents#124 (refused: [" "]; taken: [" ", "real"]); anthropics/claude-code#23440; hermes-agent#69517',
    cured_by=("blank-text",),
)
UNKNOWN_BLOCK = Refusal(
    id="anthropic-unknown-block-type",
    error="{at}: Input tag '{type}' found using 'type' does not match any of the expected tags",
    fix="Drop the block, or send what it says as text.",
    certainty="reported",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0 ContentBlockParam; `Input tag 'audio' found using 'type' does not match any of the expected tags` in public reports, 2026",
    cured_by=("unsupported-part",),
)
UNKNOWN_FIELD = Refusal(
    id="anthropic-unknown-block-field",
    error="{at}.{block_type}.{field}: Extra inputs are not permitted",
    fix="Remove the keys that the block's type does not know.",
    certainty="reported",
    stage=SCHEMA,
    source="anthropics/claude-code#4378 (2025-07); inspect_ai#3967; Wei-Shaw/sub2api#6677; caozhiyuan/copilot-api#145",
    cured_by=("refused-field",),
)
BLOCK_ROLE = Refusal(
    id="anthropic-block-role",
    error="{at}: `{type}` blocks can only be in `{role}` messages",
    fix="Send calls and reasoning in assistant messages, and tool results in user messages.",
    certainty="reported",
    stage=STRUCTURE,
    source="`messages.1: `tool_result` blocks can only be in `user` messages`, several public projects that quote a live 400, 2026; other types by analogy",
    cured_by=("unsupported-part",),
)
SIGNATURE_MISSING = Refusal(
    id="anthropic-thinking-signature-missing",
    error="{at}.thinking.signature: Field required",
    fix="Drop the thinking block, or send it as text.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0 ThinkingBlockParam; opencode#44713; bamboo-agent#520; the text in pydantic's form",
    cured_by=("unsigned-reasoning",),
)
