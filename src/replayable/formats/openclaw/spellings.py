"""The names by which one thing goes in openclaw's histories, old and new (openclaw 2026.9.6; pi sessions of 2025)."""

from __future__ import annotations

NAME = "openclaw"

# A tool call; the first is today's. The snake-case ones came from providers and were stored as they were.
CALL_TYPES = ("toolCall", "toolUse", "functionCall", "tool_call", "tool_use", "function_call")
# A tool result that was stored inside a user turn.
RESULT_TYPES = ("toolResult", "tool", "tool_result", "tool_result_error", "function_call_output")
# The id of the call that a result answers, in the order in which they count. Calls have them too, behind `id`.
RESULT_IDS = ("toolCallId", "toolUseId", "tool_call_id", "tool_use_id", "callId", "call_id")
CALL_IDS = ("id", *RESULT_IDS)
# What proves a piece of reasoning, or of a call, to its provider.
REASONING_SIGNATURES = ("thinkingSignature", "signature", "thought_signature")
CALL_SIGNATURES = ("thoughtSignature", "thought_signature")
# In place of a signature, reasoning of a Chat Completions server has the name of the field that it came in.
WIRE_FIELDS = frozenset({"reasoning_content", "reasoning", "reasoning_text", "reasoning_details"})

MEDIA_TYPES = ("mimeType", "mediaType", "media_type")
MEDIA_URLS = ("url", "openUrl")

RESULT_ROLES = frozenset({"toolResult", "tool"})
OWN_ROLES = frozenset({"toolResult", "custom", "hookMessage", "bashExecution", "branchSummary", "compactionSummary"})

# Rows of a session file that stand in its tree. Those of BOOKKEEPING are no part of the conversation.
CONVERSATION = frozenset({"message", "custom_message", "branch_summary", "compaction", "reset"})
BOOKKEEPING = frozenset({"custom", "label", "session_info", "model_change", "thinking_level_change"})
# Rows from which on the model is shown the conversation anew.
BOUNDARIES = frozenset({"compaction", "reset"})
HEADER = "session"
ROUTE = "model-snapshot"  # custom rows that note which way the session goes from there on
LEAF = "leaf"
ROW_TYPES = CONVERSATION | BOOKKEEPING | {HEADER, LEAF}

# Assistant rows that no model made: the names of their models, and the kinds of mark that say so (openclaw storage specification 8).
COPIES = frozenset({"delivery-mirror", "gateway-injected"})
MIRRORS = frozenset({"channel-final", "channel-final-suppressed", "message-tool-source-reply", "cron-direct-delivery-context"})
# Rows with context of the runtime, and what stands in both lines that enclose such context in a text.
CONTEXT = "openclaw.runtime-context"
CONTEXT_SOURCE = "openclaw-runtime-context"
INTERNAL_CONTEXT = "OPENCLAW_INTERNAL_CONTEXT"

# The newest version of session files whose rules are known here.
VERSION = 3
