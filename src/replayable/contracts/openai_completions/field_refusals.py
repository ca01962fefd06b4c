"""What OpenAI's own servers refuse of the fields of a Chat Completions request beside its history."""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, Refusal

UNKNOWN = Refusal(
    id="chat-unknown-parameter",
    error="Unknown parameter: '{at}'.",
    fix="Remove the field.",
    certainty="reported-often",
    stage=SCHEMA,
    source="public reports, 2025 and 2026; SDK openai 3.57.0 types",
    variants=("Unrecognized request argument supplied: {at}",),
)
VALUE = Refusal(
    id="chat-field-value",
    error="Invalid value: '{value}'. Supported values are: {values}.",
    fix="Give one of the values that the API documents.",
    certainty="documented",
    stage=SCHEMA,
    source="SDK openai 3.57.0 types; the text in the form of chat-bad-role",
)
