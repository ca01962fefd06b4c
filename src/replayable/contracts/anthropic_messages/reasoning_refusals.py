"""What Anthropic's Messages API refuses of reasoning, as data. `{at}` is the place in its own spelling.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import STRUCTURE, Refusal

NOT_FIRST = Refusal(
    id="anthropic-thinking-must-be-first-block",
    error="{at}: If an assistant message contains any thinking blocks, the first block must be thinking or redacted_thinking. Found {type}.",
    fix="Put the blocks back in the order in which they came, or leave the reasoning of the message out.",
    certainty="reported",
    stage=STRUCTURE,
    source="anthropics/claude-code#20705 (2026-01)",
    models="Claude",
)
LAST = Refusal(
    id="anthropic-thinking-cannot-be-last-block",
    error="{at}: The final block in an assistant message cannot be `thinking`.",
    fix="Leave the message out, or put a short text behind the reasoning.",
    certainty="reported",
    stage=STRUCTURE,
    source="tailcallhq/forgecode#2107 (2025-12)",
    models="Claude",
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
)
