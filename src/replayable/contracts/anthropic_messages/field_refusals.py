"""What Anthropic's Messages API refuses of the fields of a request beside its history, whatever they say."""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, Refusal

UNKNOWN = Refusal(
    id="anthropic-unknown-request-field",
    error="{at}: Extra inputs are not permitted",
    fix="Remove the field, or give the beta header that it belongs to.",
    certainty="reported-often",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0 types; Flowise#2866 (2024-07: `stream_options: Extra inputs are not permitted`)",
)
VALUE = Refusal(
    id="anthropic-field-value",
    error="{at}: Input should be {values}",
    fix="Give one of the values that the API documents.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK anthropic 2.14.0 types; the text in pydantic's form",
)
TAG = Refusal(
    id="anthropic-field-value",
    error="{at}: Input tag '{tag}' found using 'type' does not match any of the expected tags: {values}",
    fix="Give one of the types that the API documents.",
    certainty="reported",
    stage=SCHEMA,
    source="public reports of `tools.0: Input tag 'web_search_preview' found using 'type' does not match any of the expected tags` (2025)",
)
