"""What generateContent refuses of the fields of a request beside its contents."""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, Refusal

UNKNOWN = Refusal(
    id="gemini-unknown-field",
    error='Invalid JSON payload received. Unknown name "{name}": Cannot find field.',
    fix="Remove the field.",
    certainty="reported-often",
    stage=SCHEMA,
    source='public reports of `Unknown name "tool_choice": Cannot find field.` and the like (2024 to 2026); google-genai 3.6.1 types',
)
