"""What Anthropic's Messages API refuses of reasoning, as data. `{at}` is the place in its own spelling.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import SIGNATURE, STRUCTURE, Refusal

NOT_FIRST = Refusal(
    id="anthropic-thinking-must-be-first-block",
    error="{at}: If an assistant message contains any thinking blocks, the first block must be thinking or redacted_thinking. Found {type}.",
    fix="Put the blocks back in the order in which they came, or leave the reasoning of the message out.",
    certainty="reported",
    stage=STRUCTURE,
    source="anthropics/claude-code#20705 (2026-01)",
    models="Claude",
    cured_by=("misplaced-reasoning",),
)
LAST = Refusal(
    id="anthropic-thinking-cannot-be-last-block",
    error="{at}: The final block in an assistant message cannot be `thinking`.",
    fix="Leave the message out, or put a short text behind the reasoning.",
    certainty="reported",
    stage=STRUCTURE,
    source="tailcallhq/forgecode#2107 (2025-12)",
    models="Claude",
    cured_by=("trailing-reasoning",),
)
LOOP_WITHOUT = Refusal(
    id="anthropic-thinking-final-assistant-must-start-with-thinking",
    error="{at}.type: Expected `thinking` or `redacted_thinking`, but found `{type}`. When `thinking` is enabled, a final `assistant` message must start "
    "with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous "
    "turns. To avoid this requirement, disable `thinking`.",
    fix="Send the signed block that began the loop, or turn thinking off for this request.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="opencode#3077; n8n#22550; haystack#2146; langchain-aws#844; claude-code#20705",
    models="Claude up to 4.6, with thinking.type enabled",
    cured_by=("unreasoned-tool-loop",),
)
WHILE_OFF = Refusal(
    id="anthropic-thinking-in-final-assistant-when-disabled",
    error="{at}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. "
    "To use thinking blocks, enable `thinking` in your request.",
    fix="Leave the reasoning of the last assistant message out, or end the history with a user message.",
    certainty="reported",
    stage=STRUCTURE,
    source="forgecode#1195 (via OpenRouter and Google), #1853",
    models="Claude",
    cured_by=("reasoned-prefill", "trailing-assistant"),
)
BAD_SIGNATURE = Refusal(
    id="anthropic-thinking-signature-invalid",
    error="{at}: Invalid `signature` in `thinking` block",
    fix="Leave the block out, or send it as text; keep blocks of the same provider and model only.",
    certainty="reported-often",
    stage=SIGNATURE,
    source="hermes-agent#24401; oh-my-pi#6379 (Kimi k3); openclaw#91205; llxprt-code#2335; mistri#33",
    models="Claude",
    cured_by=("broken-signature", "foreign-reasoning"),
    visible="partly",
)
PREFIX_BOUND = Refusal(
    id="anthropic-thinking-prefix-bound",
    error="{at}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set "
    '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    fix="Leave reasoning out behind the place where the history was changed.",
    certainty="live-tested",
    stage=SIGNATURE,
    source="pydantic-ai#7984 (live table), #7989; zed#63571; opencode#46653; hermes-agent#106426",
    models="Claude Fable 5.1 and Opus 5.5, for accounts made since 2026-08-31",
    cured_by=("unbound-reasoning",),
    visible="partly",
)
MODIFIED = Refusal(
    id="anthropic-thinking-modified-latest",
    error="{at}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. "
    "These blocks must remain as they were in the original response.",
    fix="Send the blocks of the latest assistant message as they came, or none of them.",
    certainty="reported-often",
    stage=SIGNATURE,
    source="anthropics/claude-code#63574, #63295, #63267 and about ten more (2026-05-28 to 2026-05-30); SDK anthropic 2.14.0, docstring",
    models="Claude",
    visible="no",
)
