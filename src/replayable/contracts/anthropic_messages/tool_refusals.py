"""What Anthropic's Messages API refuses of tool calls, their results and cache marks, as data (see `refusals`)."""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, STRUCTURE, Refusal

# ---------------------------------------------------------------------------------------------- tool calls and their results
UNANSWERED_CALL = Refusal(
    id="anthropic-tool-use-without-result",
    error="{at}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    fix="Move the real result directly after its call, else say in a made-up error result that the outcome is unknown, or drop the call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="anthropics/claude-code#8210, #6575, #7929; OpenHands#7512; lidge-jun/opencodex#620 (2026-07)",
    cured_by=(
        "missing-tool-result",
        "displaced-tool-result",
    ),
)
ORPHAN_RESULT = Refusal(
    id="anthropic-orphan-tool-result",
    error="{at}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="anthropics/claude-code#13460, #18947, #25959; tghamm/Anthropic.SDK#184",
    cured_by=(
        "orphan-tool-result",
        "displaced-tool-result",
    ),
)
ORPHAN_SERVER_RESULT = Refusal(
    id="anthropic-server-tool-result-orphan",
    error="{at}: unexpected `tool_use_id` found in `{type}` blocks: {id}. Each `{type}` block must have a corresponding `{call_type}` block before it.",
    fix="Drop the block, or keep call and result of a server tool in one assistant turn.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="anthropics/claude-code#64383, #84783, #95406 (2026-05 to 2026-09, for `advisor_tool_result`)",
    cured_by=("split-server-tool",),
)
UNANSWERED_SERVER_CALL = Refusal(
    id="anthropic-server-tool-call-unanswered",
    error="{at}: `{name}` tool use with id `{id}` was found without a corresponding `{type}` block",
    fix="Keep call and result of a server tool in one assistant turn, or drop the call.",
    certainty="inferred",
    stage=STRUCTURE,
    source="anthropics/claude-code#92509; `tool use with id … was found without a corresponding … result block` quoted from the documentation, 2026",
    cured_by=("split-server-tool",),
)
DUPLICATE_CALL_ID = Refusal(
    id="anthropic-duplicate-tool-use-id",
    error="{at}: `tool_use` ids must be unique",
    fix="Rename the later call and its result together.",
    certainty="reported",
    stage=STRUCTURE,
    source="trycua/cua#524; BerriAI/litellm#23510 (2026-03)",
    cured_by=(
        "tool-call-id",
        "doubled-tool-call",
    ),
)
DUPLICATE_RESULT = Refusal(
    id="anthropic-duplicate-tool-result",
    error="{at}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}",
    fix="Keep one result, the real one.",
    certainty="reported",
    stage=STRUCTURE,
    source="vectorize-io/hindsight#4250 (2026-09)",
    cured_by=("duplicate-tool-result",),
)
RESULTS_FIRST = Refusal(
    id="anthropic-tool-result-first",
    error="Did not find {n} tool_result block(s) at the beginning of this message. "
    "Messages following tool_use blocks must begin with a matching number of tool_result blocks.",
    fix="Put all tool results first, then the other blocks.",
    certainty="reported",
    stage=STRUCTURE,
    source="anthropics/anthropic-sdk-typescript#653 (2025-01; newer reports show the text of anthropic-tool-use-without-result); Zoo-Code#1705",
    cured_by=("displaced-tool-result",),
    disputed="Newer reports show the text of anthropic-tool-use-without-result for the same mistake.",
)
ID_PATTERN = Refusal(
    id="anthropic-tool-id-pattern",
    error="{at}: String should match pattern '^[a-zA-Z0-9_-]+$'",
    fix="Replace the characters that do not fit, on call and result alike, so that different ids stay different.",
    certainty="reported",
    stage=SCHEMA,
    source="HKUDS/nanobot#4356 (2026-06)",
    cured_by=("tool-call-id",),
)
INPUT_OBJECT = Refusal(
    id="anthropic-tool-use-input-object",
    error="{at}: Input should be a valid dictionary",
    fix="Parse the arguments; what is no JSON object goes into one.",
    certainty="reported-often",
    stage=SCHEMA,
    source="anthropics/claude-code#6696, #6695; anthropic-sdk-typescript#648",
    cured_by=("broken-arguments",),
)
NAME_LENGTH = Refusal(
    id="anthropic-tool-use-name-length",
    error="{at}: String should have at most 200 characters",
    fix="Shorten the name in the declaration and in the history alike.",
    certainty="reported",
    stage=SCHEMA,
    source="anthropics/claude-code#2673, #96152, #21492",
    cured_by=("impossible-tool-name", "impossible-declared-name"),
)
NAME_PATTERN = Refusal(
    id="anthropic-tool-use-name-length",
    error="{at}: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    fix="Give the tool a name of letters, digits, underscores and hyphens, in the declaration and in the history alike.",
    certainty="reported",
    stage=SCHEMA,
    source="anthropics/claude-code#96152, #21492; home-assistant/core#147760; seen for declared tools, for calls by analogy",
    cured_by=("impossible-tool-name", "impossible-declared-name"),
)
DECLARED_NAME_LENGTH = Refusal(
    id="anthropic-tool-use-name-length",
    error="{at}: String should have at most 128 characters",
    fix="Shorten the name in the declaration and in the history alike.",
    certainty="reported",
    stage=SCHEMA,
    source="anthropics/claude-code#96152, #21492; home-assistant/core#147760",
)

NO_SCHEMA = Refusal(
    id="anthropic-tool-without-schema",
    error="tools.{k}.custom.input_schema: Field required",
    fix='Send {"type": "object"} for a tool without arguments.',
    certainty="reported",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0 ToolParam (Required[input_schema]); the text in several public reports, 2025 and 2026",
)

# ---------------------------------------------------------------------------------------------- cache marks
TOO_MANY_MARKS = Refusal(
    id="anthropic-cache-control-max4",
    error="A maximum of 4 blocks with cache_control may be provided. Found {n}.",
    fix="Remove the earliest marks of the messages.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="continue#6937; anthropics/claude-code#8901; vellum#18023; tghamm/Anthropic.SDK#50; Bike4Mind#2208",
    cured_by=("surplus-cache-mark",),
)
MARK_ON_EMPTY_TEXT = Refusal(
    id="anthropic-cache-control-empty-text",
    error="{at}.text: cache_control cannot be set for empty text blocks",
    fix="Drop the block, or move the mark to another one.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="anthropics/claude-code#50082, #54039; hermes-agent#1216; stakpak#511",
    cured_by=("blank-text",),
)
MARK_ON_THINKING = Refusal(
    id="anthropic-cache-control-on-thinking",
    error="{block_type}.cache_control: Extra inputs are not permitted",
    fix="Move the mark to the next block that can carry one.",
    certainty="reported",
    stage=SCHEMA,
    source="inspect_ai#3967 (2026-05)",
    cured_by=(
        "refused-field",
        "misplaced-cache-mark",
    ),
)
