"""What the SDK refuses of the fields of a Converse request, before it sends anything."""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, Refusal

UNKNOWN = Refusal(
    id="bedrock-parameter-unknown",
    error='Parameter validation failed: Unknown parameter in {at}: "{field}", must be one of: {known}',
    fix="Remove the field; what only the model knows stands in additionalModelRequestFields.",
    certainty="live-tested",
    stage=SCHEMA,
    source="botocore 1.44.8 ParamValidator",
    cured_by=("refused-field",),
)
VALUE = Refusal(
    id="bedrock-parameter-value",
    error="1 validation error detected: Value '{v}' at '{at}' failed to satisfy constraint: Member must satisfy enum value set: [{known}]",
    fix="Give one of the values of the service model.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8, the closed sets of its model; the text in AWS's standard form",
)
MEMBERS = Refusal(
    id="bedrock-parameter-union",
    error="Parameter validation failed: Invalid number of parameters set for tagged union structure {at}. Can only set one of the following keys: {known}.",
    fix="Set exactly one of the keys.",
    certainty="live-tested",
    stage=SCHEMA,
    source="botocore 1.44.8 ParamValidator",
)
