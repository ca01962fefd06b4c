"""What makers of models on their own Chat Completions servers refuse beyond the API, and their own words for what all servers refuse, as data.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, STRUCTURE, Refusal

MINIMAX_ARGUMENTS = Refusal(
    id="minimax-arguments-json",
    error="invalid params, invalid function arguments json string, tool_call_id: {id} (2013)",
    fix="Send the text of a JSON object.",
    certainty="reported",
    stage=SCHEMA,
    source="pi#5468",
    providers=("minimax",),
    cured_by=("broken-arguments",),
)
MINIMAX_ID = Refusal(
    id="minimax-tool-mismatch",
    error="invalid params, tool call id is invalid (2013)",
    fix="Give call and result one id.",
    certainty="reported",
    stage=STRUCTURE,
    source="kilocode#3967",
    providers=("minimax",),
    cured_by=("tool-call-id",),
)
MINIMAX_MISMATCH = Refusal(
    id="minimax-tool-mismatch",
    error="invalid params, tool call and result not match (2013)",
    fix="Give each call exactly one result, directly after it.",
    certainty="reported",
    stage=STRUCTURE,
    source="kilocode#3967",
    providers=("minimax",),
    cured_by=("missing-tool-result", "displaced-tool-result", "duplicate-tool-result"),
)
MINIMAX_ORDER = Refusal(
    id="minimax-tool-order",
    error="invalid params, tool call result does not follow tool call (2013)",
    fix="Move the result directly after its call.",
    certainty="reported",
    stage=STRUCTURE,
    source="opencode#32608; can1357/oh-my-pi#2055 (2026-06)",
    providers=("minimax",),
    cured_by=("displaced-tool-result",),
)
MINIMAX_ORPHAN = Refusal(
    id="minimax-tool-id-not-found",
    error="invalid params, tool result's tool id({id}) not found (2013)",
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="MiniMax-M2#76; agent-zero#1754; kilocode#3967",
    providers=("minimax",),
    cured_by=("orphan-tool-result",),
)
MINIMAX_PARAMETERS = Refusal(
    id="minimax-tool-parameters",
    error="function parameters is empty (2013)",
    fix='Send {"type": "object", "properties": {}} for a tool without parameters.',
    certainty="reported",
    stage=SCHEMA,
    source="qwen-code#11905",
    providers=("minimax",),
)
DEEPSEEK_UNANSWERED = Refusal(
    id="deepseek-tool-pairing",
    error="An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "(insufficient tool messages following tool_calls message)",
    fix="Give each call exactly one result, directly after it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="agno#3105; OpenManus#744; Newelle#425; OmniRoute#2893",
    providers=("deepseek",),
    cured_by=("missing-tool-result", "displaced-tool-result"),
)
DEEPSEEK_ORPHAN = Refusal(
    id="deepseek-tool-pairing",
    error="Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="agno#3105; OpenManus#744; Newelle#425; OmniRoute#2893",
    providers=("deepseek",),
    cured_by=("orphan-tool-result", "displaced-tool-result"),
)
DEEPSEEK_PARTS = Refusal(
    id="deepseek-text-only-parts",
    error="Failed to deserialize the JSON body into the target type: {at}: unknown variant `{type}`, expected `text` at line 1 column {column}",
    fix="Say in words what the part shows, or drop it.",
    certainty="reported-often",
    stage=SCHEMA,
    source="hello-halo#109; DeepSeek-Reasonix#7859; hermes-webui#2297; cline#230",
    providers=("deepseek",),
    cured_by=("image-without-vision", "unsupported-part"),
)
DEEPSEEK_LISTED = Refusal(
    id="deepseek-text-only-parts",
    error="Failed to deserialize the JSON body into the target type: messages[{i}]: invalid type: sequence, expected a string at line 1 column {column}",
    fix="Join the texts to one.",
    certainty="reported-often",
    stage=SCHEMA,
    source="llmcompiler#1; lidge-jun/opencodex (2026)",
    providers=("deepseek",),
    cured_by=("listed-text",),
    variants=("messages[{i}]: invalid type: sequence, expected a string",),
    disputed="Of results and instructions, by older reports; newer servers may take a list of texts.",
)
DEEPSEEK_ROLE = Refusal(
    id="deepseek-text-only-parts",
    error="messages[{i}].role: unknown variant `{role}`, expected one of `system`, `user`, `assistant`, `tool`",
    fix="Send a developer's message as the system's.",
    certainty="reported-often",
    stage=SCHEMA,
    source="cline#230; llmcompiler#1",
    providers=("deepseek",),
    cured_by=("developer-message", "unknown-role"),
)
DEEPSEEK_REASONING = Refusal(
    id="deepseek-reasoning-required",
    error="The `reasoning_content` in the thinking mode must be passed back to the API.  (code invalid_request_error)",
    fix="Send the stored reasoning, a note in its place where it was lost, or turn thinking off.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="opencode#24135; pi#3636; hermes-agent#15228; modelparams#29; cc-switch-cli#170; MiMo: chatbox#3716, pi#4602, forgecode#3347 (2026-05)",
    models="DeepSeek from V4 on and MiMo from 2 on, with thinking on, which is the default but for MiMo 2 Flash; turns with calls",
    cured_by=("missing-reasoning", "unread-reasoning-field"),
    disputed="One report has it of every assistant message; the documentation and the others of turns with calls.",
)
DEEPSEEK_REASONING_OF_OLD = Refusal(
    id="deepseek-reasoning-forbidden-legacy",
    error="reasoning_content is not taken in messages[{i}]",
    fix="Remove the field.",
    certainty="inferred",
    stage=SCHEMA,
    source="unsourced, the text was not captured; the model's alias was retired on 2026-07-24",
    models="deepseek-reasoner of the R1 era",
    providers=("deepseek",),
    cured_by=("unwanted-reasoning",),
)
KIMI_REASONING = Refusal(
    id="kimi-reasoning-required",
    error="thinking is enabled but reasoning_content is missing in assistant tool call message at index {i}",
    fix="Send the stored reasoning, a note in its place where it was lost, or turn thinking off.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="continue#11600, #11806; webbrain#143; OnesoftQwQ/opencode-go-copilot#1 (2026-04)",
    models="Kimi K2 Thinking, K2.5 and later, with thinking on, which is the default",
    cured_by=("missing-reasoning", "unread-reasoning-field"),
)
KIMI_FORCED_TOOL = Refusal(
    id="kimi-forced-tool-choice",
    error="tool_choice '{choice}' is incompatible with thinking enabled",
    fix="Turn thinking off for this request, or send `auto`.",
    certainty="live-tested",
    stage=SCHEMA,
    source="simstudioai/sim#5716; can1357/oh-my-pi#827, #1077, #1078 (2026-04, 2026-05); UKGovernmentBEIS/inspect_ai#5152 (2026-08)",
    models="Kimi with thinking on, which is the default from K2.5 on; K3 refuses a named tool only",
    providers=("moonshot", "kimi-coding"),
    variants=("tool_choice {choice} is incompatible with thinking enabled",),
)
KIMI_EFFORT = Refusal(
    id="kimi-thinking-and-effort",
    error="cannot specify both 'thinking' and 'reasoning_effort'",
    fix="Send `thinking` alone.",
    certainty="live-tested",
    stage=SCHEMA,
    source="HKUDS/nanobot#3939 (a table of requests, sent through opencode's gateway)",
    providers=("moonshot", "kimi-coding"),
)
KIMI_UNANSWERED = Refusal(
    id="kimi-tool-pairing",
    error="an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: {ids}",
    fix="Give each call exactly one result, directly after it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="kimi-cli#1977; kimi-code#705",
    providers=("moonshot", "kimi-coding"),
    cured_by=("missing-tool-result", "displaced-tool-result"),
)
KIMI_EMPTY = Refusal(
    id="kimi-empty-assistant",
    error="Invalid request: the message at position {i} with role 'assistant' must not be empty",
    fix="Drop the message.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="AstrBot#7200; FastGPT#3575; kimi-code#1985 (k3, 2026-07)",
    providers=("moonshot", "kimi-coding"),
    cured_by=("blank-text", "empty-turn"),
)
KIMI_PART = Refusal(
    id="kimi-part-type",
    error="the message at position {i} with role '{role}' contains an invalid part type: {type}",
    fix="Drop the part.",
    certainty="reported",
    stage=SCHEMA,
    source="kimi-cli#788",
    providers=("moonshot", "kimi-coding"),
    cured_by=("unsupported-part",),
)
QWEN_UNANSWERED = Refusal(
    id="qwen-tool-pairing",
    error='<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each '
    '"tool_call_id". The following tool_call_ids did not have response messages: message[{i}].role',
    fix="Give each call exactly one result, directly after it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="qwen-code#2360, #606, #454",
    providers=("qwen",),
    cured_by=("missing-tool-result", "displaced-tool-result"),
)
QWEN_ORPHAN = Refusal(
    id="qwen-tool-pairing",
    error='<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response to a preceeding message with "tool_calls".',
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="qwen-code#2360, #606, #454",
    providers=("qwen",),
    cured_by=("orphan-tool-result", "displaced-tool-result"),
)
COHERE_UNANSWERED = Refusal(
    id="cohere-tool-pairing",
    error="invalid request: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: {ids}",
    fix="Give each call exactly one result, directly after it.",
    certainty="reported",
    stage=STRUCTURE,
    source="oracle/langchain-oracle#10",
    providers=("cohere",),
    cured_by=("missing-tool-result", "displaced-tool-result"),
)
COHERE_EMPTY = Refusal(
    id="cohere-v1-empty",
    error="invalid request: all elements in history must have a message.",
    fix="Drop the message.",
    certainty="reported",
    stage=STRUCTURE,
    source="langchain-cohere#15; Risuai#458, #504; langchain-oracle#9",
    models="version 1 of the API",
    providers=("cohere",),
    variants=(
        "invalid request: cannot specify message if the last entry in chat history contains tool results",
        "invalid request: message must be at least 1 token long or tool results must be specified.",
    ),
    cured_by=("blank-text", "empty-turn"),
)
XAI_EMPTY = Refusal(
    id="xai-empty-content",
    error="Invalid request content: Each message must have at least one content element.",
    fix='Drop the empty message; with tool calls send "" as its content.',
    certainty="reported-often",
    stage=STRUCTURE,
    source="crush#964; langchain#34140; AstrBot#6447; LangBot#1205",
    providers=("xai",),
    cured_by=("blank-text", "empty-turn", "absent-content"),
    variants=("An empty message was provided. Every message needs at least one non-empty content element.",),
)
ZAI_ILLEGAL = Refusal(
    id="zai-1214",
    error='{"error":{"code":"1214","message":"messages 参数非法。请检查文档。"}}',
    fix="Give each call an id of its own and one result directly behind it, and drop messages that say nothing.",
    certainty="reported",
    stage=STRUCTURE,
    source="zhipuai-sdk#14; lobehub#11408; which of the three it was is not told",
    providers=("zai",),
    cured_by=("tool-call-id", "empty-turn", "blank-text", "missing-tool-result", "displaced-tool-result", "orphan-tool-result", "duplicate-tool-result"),
)
