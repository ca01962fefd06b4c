"""The tool result that stands in for one that was never stored, and how it is known again.

Two programs must agree on the mark and the older text (openclaw 2026.9.6); the words are ours.
"""

from __future__ import annotations

from typing import Any

# What the model is told. It says nothing about whether the tool ran, because nobody knows.
TEXT = (
    "[no result of this tool call was recorded; its outcome is unknown. Retry only if the operation is read-only or idempotent; "
    "if it may have had side effects, verify the current state first.]"
)

# The text that openclaw up to 2026.9 wrote into its sessions.
OPENCLAW_TEXT = "[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair."

# What OpenAI's Responses clients send for a call without output (Codex).
ABORTED = "aborted"

# What openclaw up to 2026.9 wrote as an assistant's text where a turn had failed before its first word.
OPENCLAW_FAILED_TURN = "[assistant turn failed before producing content]"

# What Gemini takes in the place of a thought signature that was never made (ai.google.dev, "Thought signatures", 2026-11).
SKIPPED_SIGNATURE = "skip_thought_signature_validator"

KNOWN_TEXTS = frozenset({TEXT, OPENCLAW_TEXT})

# The key of `details` that openclaw marks such a result with.
MARK = "openclawSyntheticMissingToolResult"


def is_known_text(text: str) -> bool:
    """A text that only made-up results have."""
    return text in KNOWN_TEXTS


def has_mark(details: Any) -> bool:
    """`details` of an openclaw tool result that carry the mark, exactly true."""
    return type(details) is dict and details.get(MARK) is True
