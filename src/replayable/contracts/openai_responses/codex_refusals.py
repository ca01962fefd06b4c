"""What the Codex backend of ChatGPT refuses beyond the Responses API, as data.

Source of every entry that names no date of its own: the catalogue `provider-contracts`, 2026-11.
"""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, Refusal

STORE = Refusal(
    id="codex-store-false",
    error='{"detail":"Store must be set to false"}',
    fix="Set `store` to false.",
    certainty="reported-often",
    stage=SCHEMA,
    source="openai/codex#26173; openclaw#138395",
    cured_by=("refused-setting",),
)
INSTRUCTIONS = Refusal(
    id="codex-instructions-required",
    error='{"detail":"Instructions are required"}',
    fix="Put the system's text in `instructions`.",
    certainty="reported-often",
    stage=SCHEMA,
    source="OmniRoute#1711; pwnkit#330; codex#3202",
    cured_by=("missing-instructions",),
    variants=('{"detail":"Instructions are not valid"}',),
)
SYSTEM = Refusal(
    id="codex-no-system-items",
    error='{"detail":"System messages are not allowed"}',
    fix="Send the text in `instructions`, or as a developer's.",
    certainty="reported",
    stage=SCHEMA,
    source="LangAlpha#100; AIClient2API#632; litellm#21420",
    cured_by=("system-item",),
)
STREAM = Refusal(
    id="codex-stream-and-params",
    error='{"detail":"Stream must be set to true"}',
    fix="Set `stream` to true.",
    certainty="reported",
    stage=SCHEMA,
    source="AIClient2API#520; the text is unsourced",
    cured_by=("refused-setting",),
)
FIELD = Refusal(
    id="codex-stream-and-params",
    error='{"detail":"Unsupported parameter: {field}"}',
    fix="Drop the field.",
    certainty="reported",
    stage=SCHEMA,
    source="AIClient2API#520; the text is unsourced",
    cured_by=("refused-setting",),
)
