"""Refusals of single providers that speak Chat Completions, and the words each has for what all of them refuse.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from replayable.contracts.openai_completions import refusals
from replayable.contracts.refusal import SCHEMA, STRUCTURE, Refusal

# The API's own servers: fields are as typed, and arguments may be any string.
FIRST_PARTY = frozenset({"openai", "azure-openai"})

BAD_ARGUMENTS = Refusal(
    id="template-arguments-mapping",
    error="Can only get item pairs from a mapping.",
    fix="Send the text of a JSON object.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="chat templates run with jinja2 3.1.6: 50 of 111 refuse what is no object",
)
OLLAMA_ARGUMENTS = Refusal(
    id="ollama-arguments-object",
    error="Value looks like object, but can't find closing '}' symbol",
    fix="Send the text of a JSON object.",
    certainty="reported-often",
    stage=SCHEMA,
    source="cai#76; neuron-ai#219; farfalle#89; openclaw#50749",
)
MINIMAX_ARGUMENTS = Refusal(
    id="minimax-arguments-json",
    error="invalid params, invalid function arguments json string, tool_call_id: {id} (2013)",
    fix="Send the text of a JSON object.",
    certainty="reported",
    stage=SCHEMA,
    source="pi#5468",
)
MINIMAX_ID = Refusal(
    id="minimax-tool-mismatch",
    error="invalid params, tool call id is invalid (2013)",
    fix="Give call and result one id.",
    certainty="reported",
    stage=STRUCTURE,
    source="kilocode#3967",
)
MINIMAX_MISMATCH = Refusal(
    id="minimax-tool-mismatch",
    error="invalid params, tool call and result not match (2013)",
    fix="Give each call exactly one result, directly after it.",
    certainty="reported",
    stage=STRUCTURE,
    source="kilocode#3967",
)
MINIMAX_ORDER = Refusal(
    id="minimax-tool-order",
    error="invalid params, tool call result does not follow tool call (2013)",
    fix="Move the result directly after its call.",
    certainty="reported",
    stage=STRUCTURE,
    source="opencode#32608; can1357/oh-my-pi#2055 (2026-06)",
)
MINIMAX_ORPHAN = Refusal(
    id="minimax-tool-id-not-found",
    error="invalid params, tool result's tool id({id}) not found (2013)",
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="MiniMax-M2#76; agent-zero#1754; kilocode#3967",
)
MINIMAX_PARAMETERS = Refusal(
    id="minimax-tool-parameters",
    error="function parameters is empty (2013)",
    fix='Send {"type": "object", "properties": {}} for a tool without parameters.',
    certainty="reported",
    stage=SCHEMA,
    source="qwen-code#11905",
)
DEEPSEEK_UNANSWERED = Refusal(
    id="deepseek-tool-pairing",
    error="An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "(insufficient tool messages following tool_calls message)",
    fix="Give each call exactly one result, directly after it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="agno#3105; OpenManus#744; Newelle#425; OmniRoute#2893",
)
DEEPSEEK_ORPHAN = Refusal(
    id="deepseek-tool-pairing",
    error="Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="agno#3105; OpenManus#744; Newelle#425; OmniRoute#2893",
)
DEEPSEEK_PARTS = Refusal(
    id="deepseek-text-only-parts",
    error="Failed to deserialize the JSON body into the target type: {at}: unknown variant `{type}`, expected `text` at line 1 column {column}",
    fix="Say in words what the part shows, or drop it.",
    certainty="reported-often",
    stage=SCHEMA,
    source="hello-halo#109; DeepSeek-Reasonix#7859; hermes-webui#2297; cline#230",
)
KIMI_UNANSWERED = Refusal(
    id="kimi-tool-pairing",
    error="an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: {ids}",
    fix="Give each call exactly one result, directly after it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="kimi-cli#1977; kimi-code#705",
)
KIMI_EMPTY = Refusal(
    id="kimi-empty-assistant",
    error="Invalid request: the message at position {i} with role 'assistant' must not be empty",
    fix="Drop the message.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="AstrBot#7200; FastGPT#3575; kimi-code#1985 (k3, 2026-07)",
)
KIMI_PART = Refusal(
    id="kimi-part-type",
    error="the message at position {i} with role '{role}' contains an invalid part type: {type}",
    fix="Drop the part.",
    certainty="reported",
    stage=SCHEMA,
    source="kimi-cli#788",
)
QWEN_UNANSWERED = Refusal(
    id="qwen-tool-pairing",
    error='<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each '
    '"tool_call_id". The following tool_call_ids did not have response messages: message[{i}].role',
    fix="Give each call exactly one result, directly after it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="qwen-code#2360, #606, #454",
)
QWEN_ORPHAN = Refusal(
    id="qwen-tool-pairing",
    error='<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response to a preceeding message with "tool_calls".',
    fix="Drop the result, or restore its call.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="qwen-code#2360, #606, #454",
)
COHERE_UNANSWERED = Refusal(
    id="cohere-tool-pairing",
    error="invalid request: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: {ids}",
    fix="Give each call exactly one result, directly after it.",
    certainty="reported",
    stage=STRUCTURE,
    source="oracle/langchain-oracle#10",
)
XAI_EMPTY = Refusal(
    id="xai-empty-content",
    error="Invalid request content: Each message must have at least one content element.",
    fix='Drop the empty message; with tool calls send "" as its content.',
    certainty="reported-often",
    stage=STRUCTURE,
    source="crush#964; langchain#34140; AstrBot#6447; LangBot#1205",
)
GROQ_FIELD = Refusal(
    id="groq-reasoning-field",
    error="'messages.{i}' : for 'role:{role}' the following must be satisfied[('messages.{i}' : property '{field}' is unsupported)]",
    fix="Remove the field.",
    certainty="reported-often",
    stage=SCHEMA,
    source="jan#8136; gptel#774; freellmapi#1070; vercel/ai#8057",
)
CEREBRAS_FIELD = Refusal(
    id="cerebras-unsupported-field",
    error="messages.{i}.{role}.{field}: property 'messages.{i}.{role}.{field}' is unsupported",
    fix="Remove the field.",
    certainty="reported-often",
    stage=SCHEMA,
    source="Kilo-Org/kilocode#10375 (2026-05); hermes-agent#34716, #45655; qwen-code#11045 (2026-09); free-claude-code#1136",
)


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Which refusal a provider names where all providers refuse the same."""

    unanswered: Refusal = refusals.UNANSWERED
    orphan: Refusal = refusals.ORPHAN
    unknown_call: Refusal = refusals.UNKNOWN_CALL  # a result amid others whose id no call of the turn has
    displaced: Refusal = refusals.ORPHAN  # an orphan whose call stands further up
    empty_id: Refusal = refusals.ID_EMPTY
    bad_arguments: Refusal = BAD_ARGUMENTS


_WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "deepseek": Words(unanswered=DEEPSEEK_UNANSWERED, orphan=DEEPSEEK_ORPHAN, unknown_call=DEEPSEEK_ORPHAN, displaced=DEEPSEEK_ORPHAN),
        "moonshot": Words(unanswered=KIMI_UNANSWERED),
        "minimax": Words(
            unanswered=MINIMAX_MISMATCH,
            orphan=MINIMAX_ORPHAN,
            unknown_call=MINIMAX_ORPHAN,
            displaced=MINIMAX_ORDER,
            empty_id=MINIMAX_ID,
            bad_arguments=MINIMAX_ARGUMENTS,
        ),
        "qwen": Words(unanswered=QWEN_UNANSWERED, orphan=QWEN_ORPHAN, unknown_call=QWEN_ORPHAN, displaced=QWEN_ORPHAN),
        "cohere": Words(unanswered=COHERE_UNANSWERED),
        "ollama": Words(bad_arguments=OLLAMA_ARGUMENTS),
    }
)
_OTHERS = Words()

# Further names of providers above, as they are in use (OpenClaw, LiteLLM).
_SAME_SERVER = MappingProxyType({"dashscope": "qwen", "qwen-dashscope": "qwen", "moonshot-kimi": "moonshot", "kimi-coding": "moonshot"})


def server_of(provider: str) -> str:
    """The one name here of a provider's servers."""
    return _SAME_SERVER.get(provider, provider)


def words_of(server: str) -> Words:
    """The refusals that a server names."""
    return _WORDS.get(server, _OTHERS)


# Fields of messages that strict servers take (SDK groq 1.7.0 and openai 3.57.0, 2026-11). Both write reasoning as `reasoning`.
STRICT_FIELDS: Mapping[str, tuple[Refusal, frozenset[str]]] = MappingProxyType(
    {
        name: (refusal, frozenset({"role", "content", "name", "tool_calls", "tool_call_id", "function_call", "reasoning", "refusal", "audio", "annotations"}))
        for name, refusal in (("groq", GROQ_FIELD), ("cerebras", CEREBRAS_FIELD))
    }
)
