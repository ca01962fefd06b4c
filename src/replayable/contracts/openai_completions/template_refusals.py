"""What chat templates and the servers that render them refuse of a Chat Completions request, as data.

"templates": 111 of those that come with llama-cpp-python 0.3.36 and trl 1.16.0, run with jinja2 3.1.6 (provider-contracts, 2026-11).
"""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, STRUCTURE, Refusal

SYSTEM_FIRST = Refusal(
    id="template-system-first",
    error="System message must be at the beginning.",
    fix="Merge it into the first system message, or send it as user text.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="llama.cpp#20733, #27367; SillyTavern#5276; 13 of the templates",
    models="templates such as Qwen's from 3.5 on",
    cured_by=("late-system-message", "consecutive-system-messages"),
)
ALTERNATE = Refusal(
    id="template-alternate",
    error="Conversation roles must alternate user/assistant/user/assistant/...",
    fix="Merge turns of one role, and begin with a user turn.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="sdialog#122; raycast#34; llama.cpp#19851; mini-swe-agent#759; 8 of the templates",
    models="templates such as Mistral's, those of Gemma 1 to 3, Command R and Ministral 3",
    variants=("After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.",),
    cured_by=("consecutive-user-turns", "consecutive-assistant-turns", "assistant-first-history"),
)
SYSTEM_UNSUPPORTED = Refusal(
    id="template-system-unsupported",
    error="System role not supported",
    fix="Put its text before that of the first user message.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="the template of google-gemma-2-2b-it",
    models="Gemma 1 and 2",
    cured_by=("unsupported-system-role",),
)
NO_USER = Refusal(
    id="template-no-user",
    error="No user query found in messages.",
    fix="Add a user message.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="7 of the templates",
    models="templates such as Qwen's from 3.5 on",
)
ROLE_UNKNOWN = Refusal(
    id="template-role-unknown",
    error="Unexpected message role.",
    fix="Send a developer's message as the system's.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="16 of the templates",
    variants=("Unsupported message role: {role}",),
    cured_by=("developer-message", "unknown-role"),
)
ORPHAN_TOOL = Refusal(
    id="template-orphan-tool",
    error="Message has tool role, but there was no previous assistant message with a tool call!",
    fix="Drop the result, or restore its call.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="10 of the templates",
    models="templates such as those of gpt-oss, MiniMax M2 and M3, and Apertus",
    cured_by=("orphan-tool-result", "displaced-tool-result"),
)
SINGLE_TOOL_CALL = Refusal(
    id="template-single-tool-call",
    error="This model only supports single tool-calls at once!",
    fix="Send each call with its result behind it, one after the other.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="the templates of Llama 3.1, 3.2 and 3.3",
    models="Llama 3.1 to 3.3",
    cured_by=("parallel-tool-calls",),
)
TOOL_ID_9 = Refusal(
    id="template-tool-id-9",
    error="Tool call IDs should be alphanumeric strings with length 9!",
    fix="Rename the id on call and result alike, to nine letters and digits that differ from all others.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="2 of the templates; mlx-lm#1375",
    models="Mistral Nemo and Small",
    cured_by=("tool-call-id",),
)
ARGUMENTS_MAPPING = Refusal(
    id="template-arguments-mapping",
    error="Can only get item pairs from a mapping.",
    fix="Send the text of a JSON object.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="50 of the templates refuse what is no object; servers read the text of the arguments first, so that only a broken one gets there",
    variants=(
        "'str object' has no attribute 'items'",
        "Tool call arguments must be a mapping, got a JSON-encoded string",
        "Failed to parse tool call arguments as JSON",
    ),
    cured_by=("broken-arguments",),
)
EMPTY_ASSISTANT = Refusal(
    id="template-empty-assistant",
    error="Assistant message must have a string or a list of chunks in content or a list of tool calls.",
    fix="Drop the message; the turns on both sides of it may become neighbours then.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="the templates of Ministral 3, Idefics 3 and SmolVLM, run with jinja2 3.1.6 (2026-11); the text is Ministral's",
    cured_by=("blank-text", "empty-turn"),
)
NULL_CONTENT = Refusal(
    id="template-null-content",
    error="'NoneType' object is not iterable",
    fix='Send "" as the content.',
    certainty="live-tested",
    stage=STRUCTURE,
    source="33 of the templates fail, 15 of which fail on a message with content too",
    variants=('can only concatenate str (not "NoneType") to str',),
    cured_by=("absent-content", "blank-text", "empty-turn"),
)
TWO_FINAL_ASSISTANTS = Refusal(
    id="llamacpp-two-final-assistants",
    error="Cannot have 2 or more assistant messages at the end of the list.",
    fix="Merge them.",
    certainty="reported",
    stage=STRUCTURE,
    source="hermes-agent#80265 (2026-11; also through Ollama /v1)",
    providers=("llama.cpp", "ollama"),
    cured_by=("several-final-assistants", "consecutive-assistant-turns"),
)
PREFILL_THINKING = Refusal(
    id="llamacpp-prefill-thinking",
    error="Assistant response prefill is incompatible with enable_thinking.",
    fix="Close the history with a user message, or turn thinking off.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="llama.cpp#20861, #21889, #15404; opencode#27920; open-webui#23703",
    models="templates that know `enable_thinking`, with thinking on",
    providers=("llama.cpp",),
    cured_by=("trailing-assistant",),
)
OLLAMA_ARGUMENTS = Refusal(
    id="ollama-arguments-object",
    error="Value looks like object, but can't find closing '}' symbol",
    fix="Send the text of a JSON object.",
    certainty="reported-often",
    stage=SCHEMA,
    source="cai#76; neuron-ai#219; farfalle#89; openclaw#50749. The first variant is that of /api/chat, which takes an object and no text",
    providers=("ollama",),
    variants=("json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments",),
    cured_by=("broken-arguments",),
)
OLLAMA_CONTENT = Refusal(
    id="ollama-content-string",
    error="json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
    fix="Join the texts to one.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK ollama 0.6.3, whose messages hold a string; the text is by analogy",
    providers=("ollama",),
    cured_by=("listed-text",),
    disputed="/api/chat takes no list; /v1/chat/completions takes one, and needs it for images.",
)
OLLAMA_ROLE = Refusal(
    id="ollama-role",
    error="Invalid role: {role}",
    fix="Send the message under one of the roles that the API knows.",
    certainty="reported",
    stage=STRUCTURE,
    source="continue#10725 (cloud models)",
    providers=("ollama",),
    cured_by=("unknown-role",),
)
