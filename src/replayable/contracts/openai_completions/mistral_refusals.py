"""What Mistral's servers, and those that render its models' turns, refuse of a Chat Completions request, as data.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11; "validators": those of mistral-common
1.5.6, 1.8.8 and 1.13.1, run on the request.
"""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, SIZE, STRUCTURE, Refusal

TOOL_CALL_ID = Refusal(
    id="mistral-tool-call-id",
    error="Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.  (type invalid_function_call, code 3280)",
    fix="Rename the id on call and result alike, to nine letters and digits that differ from all others.",
    certainty="reported-often",
    stage=SCHEMA,
    source="mistral-vibe#1075 (2026-09); gptel#1203; ironclaw#1241; eca#233; opencode#1680; validators",
    cured_by=("tool-call-id",),
    disputed="The validators of version 13 and later take any id; the hosted API still named this text in 2026-09.",
)
LAST_ROLE = Refusal(
    id="mistral-last-role",
    error="Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
    fix="Close the history with a user message, or mark the wanted prefill with `prefix: true`.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="rig#1130; AiNiee#641; validators",
    cured_by=("trailing-assistant",),
    variants=("Expected last role User or Tool (or Assistant with prefix) for serving but got assistant",),
)
USER_AFTER_TOOL = Refusal(
    id="mistral-user-after-tool",
    error="Unexpected role 'user' after role 'tool'  (type invalid_request_message_order, code 3230)",
    fix="Put a short assistant message between the result and the user's.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="avante#2562, #2695; datapizza#98; hermes-agent#20154, #84944; crush#279; validators 1.5.6 and 1.8.8 (2025-05 to 2026-08)",
    cured_by=("user-after-tool",),
    disputed="mistral-common 1.13.1 takes it, and one client holds that the API does since 2024-12.",
)
ROLE_ORDER = Refusal(
    id="mistral-role-order",
    error="Unexpected role '{role}' after role '{before}'  (code 3230)",
    fix="Drop a result without its call; send a late instruction as user text.",
    certainty="reported",
    stage=STRUCTURE,
    source="crush#279; validators",
    cured_by=("orphan-tool-result", "displaced-tool-result", "late-system-message"),
)
START = Refusal(
    id="mistral-role-order",
    error="Conversation must start with a user message or system message",
    fix="Drop the result, or restore its call.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="validators",
    cured_by=("orphan-tool-result",),
)
CALL_RESULT_COUNT = Refusal(
    id="mistral-call-result-count",
    error="Not the same number of function calls and responses",
    fix="Give each call exactly one result, before anything else is said.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="validators; the family of code 3230",
    cured_by=("missing-tool-result", "displaced-tool-result", "orphan-tool-result", "duplicate-tool-result"),
)
UNEXPECTED_RESULT = Refusal(
    id="mistral-result-id-match",
    error="Unexpected tool call id {id} in tool results",
    fix="Drop the result, or restore its call.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="validators of version 11 and 13",
    models="tokenizer version 11 and later",
    cured_by=("orphan-tool-result", "displaced-tool-result"),
)
DUPLICATE_RESULT = Refusal(
    id="mistral-result-id-match",
    error="Duplicate tool call id {id} in tool results",
    fix="Keep one result, the real one.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="validators of version 11 and 13",
    models="tokenizer version 11 and later",
    cured_by=("duplicate-tool-result", "superseded-tool-result"),
)
DUPLICATE_CALL = Refusal(
    id="mistral-result-id-match",
    error="Duplicate tool call id {id} in assistant message",
    fix="Rename the later call and its result together.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="validators of version 11 and 13",
    models="tokenizer version 11 and later",
    cured_by=("tool-call-id", "doubled-tool-call"),
)
NOTHING_SAID = Refusal(
    id="mistral-assistant-content-or-tools",
    error="Assistant message must have either content or tool_calls, but not none.",
    fix='Drop the message; beside calls send "" as its content.',
    certainty="live-tested",
    stage=STRUCTURE,
    source="validators of version 3; quoted by oh-my-pi",
    cured_by=("empty-turn", "blank-text"),
    variants=("Assistant message must have either content or tool_calls, but not both.",),
    disputed="Version 3 refuses content beside calls too; the hosted API and later versions take both.",
)
PREFIX_NOT_LAST = Refusal(
    id="mistral-prefix-not-last",
    error="Assistant message with prefix True must be last message",
    fix="Remove the mark.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="validators",
    cured_by=("unmarked-prefill",),
)
FUNCTION_NAME = Refusal(
    id="mistral-function-name",
    error="Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.",
    fix="Rename the tool where it is declared, called and answered.",
    certainty="live-tested",
    stage=SCHEMA,
    source="validators",
    cured_by=("impossible-tool-name",),
)
EXTRA_FIELD = Refusal(
    id="mistral-extra-fields",
    error="Extra inputs are not permitted  (type extra_forbidden, code 3001)",
    fix="Remove the field; reasoning goes as text, or not at all.",
    certainty="reported",
    stage=SCHEMA,
    source="php-mistral#76; the types of mistral-common, which forbid extra fields",
    providers=("mistral",),
    cured_by=("refused-field", "named-speaker", "unwanted-reasoning"),
)
ROLE = Refusal(
    id="mistral-extra-fields",
    error="Input should be 'system', 'user', 'assistant' or 'tool'",
    fix="Send a developer's message as the system's.",
    certainty="reported",
    stage=SCHEMA,
    source="SDK mistralai 3.7.0, which knows no other role; the text is unsourced",
    cured_by=("developer-message", "unknown-role"),
)
IMAGES = Refusal(
    id="mistral-images",
    error="Too many images in request: {n}, at most 8 are taken.",
    fix="Leave the oldest images out.",
    certainty="live-tested",
    stage=SIZE,
    source="earendil-works/pi#120 (pixtral, 2025-12; one tester, the text was not captured)",
    providers=("mistral",),
    cured_by=("surplus-image",),
)
IMAGE_SIDE = Refusal(
    id="mistral-images",
    error="Image is too large: {n} pixels, at most 8000 are taken.",
    fix="Shrink the image.",
    certainty="live-tested",
    stage=SIZE,
    source="earendil-works/pi#120 (pixtral, 2025-12; one tester, the text was not captured)",
    providers=("mistral",),
    cured_by=("oversized-image",),
)
IMAGES_TOGETHER = Refusal(
    id="mistral-images",
    error="Images are too large together: {n} bytes, about 15 MB are taken.",
    fix="Leave the oldest images out.",
    certainty="live-tested",
    stage=SIZE,
    source="earendil-works/pi#120 (pixtral, 2025-12; one tester, the text was not captured)",
    providers=("mistral",),
    cured_by=("surplus-image",),
)
